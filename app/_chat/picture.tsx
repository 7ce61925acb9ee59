'use client'

import { useState } from 'react'
import type { ImageBlock } from '#lib/canonical/block.ts'
import { Icon } from '../_ui/icon.tsx'

/** A picture of the conversation as a thumbnail; one that lies elsewhere is named and not loaded. */
export function Picture({ block }: { block: ImageBlock }) {
  const [broken, setBroken] = useState(false)
  const source = pictureSource(block)
  if (source === null || broken) {
    const address = block.source.kind === 'url' ? `: ${block.source.data}` : ''
    return (
      <span className="inline-flex items-center gap-2 break-all rounded-lg border border-line-strong border-dashed px-3 py-2 text-muted text-sm">
        <Icon name="image" size={16} />
        {`Picture (${block.media_type})${address}`}
      </span>
    )
  }
  return (
    <a href={source} target="_blank" rel="noopener" className="inline-block rounded-xl">
      {/* biome-ignore lint/performance/noImgElement: the bytes are ours and already small; nothing to optimise */}
      <img
        src={source}
        alt="Attached"
        loading="lazy"
        onError={() => setBroken(true)}
        className="max-h-56 max-w-full rounded-xl border border-line object-contain"
      />
    </a>
  )
}

/** An address on this server or inside the page; `null` for anything that would leave it. */
export function pictureSource({ source, media_type }: ImageBlock): string | null {
  switch (source.kind) {
    case 'base64':
      return `data:${media_type};base64,${source.data}`
    case 'file_ref':
      return `/api/${source.data}`
    default:
      return null
  }
}
