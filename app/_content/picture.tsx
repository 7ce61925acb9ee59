'use client'

import { useState } from 'react'
import type { ImageBlock } from '#lib/canonical/block.ts'
import { useTexts } from '../_texts/texts.ts'
import { Icon } from '../_ui/icon.tsx'
import { latePart, useLatePart } from './late-part.ts'
import type { LightboxProps, ShownPicture } from './lightbox.tsx'
import { wishForPicture } from './picture-address.ts'
import { type Surrounding, useSurrounding } from './surrounding.ts'

/** A picture of the conversation as a thumbnail. */
export function Picture({ block }: { block: ImageBlock }) {
  const words = useTexts().content
  const [broken, setBroken] = useState(false)
  const [opened, setOpened] = useState<{ pictures: ShownPicture[]; at: number } | null>(null)
  const { uploadAddress, takesPictures } = useSurrounding()
  const source = pictureSource(block, uploadAddress)
  if (source === null || broken) {
    if (block.source.kind === 'url') return <PictureElsewhere address={block.source.data} taken={takesPictures} />
    return (
      <span className="inline-flex items-center gap-2 break-all rounded-lg border border-line-strong border-dashed px-3 py-2 text-muted text-sm">
        <Icon name="image" size={16} />
        {words.picture_of(block.media_type)}
      </span>
    )
  }
  return (
    <>
      <a
        href={source}
        target="_blank"
        rel="noopener"
        data-picture=""
        className="inline-block rounded-xl"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          setOpened(beside(event.currentTarget))
        }}
      >
        {/* biome-ignore lint/performance/noImgElement: the bytes are ours and already small; nothing to optimise */}
        <img
          src={source}
          alt={words.attached}
          loading="lazy"
          onError={() => setBroken(true)}
          className="max-h-56 max-w-full rounded-xl border border-line object-contain"
        />
      </a>
      {opened && <LateLightbox pictures={opened.pictures} first={opened.at} onClose={() => setOpened(null)} />}
    </>
  )
}

const LIGHTBOX = latePart(async () => (await import('./lightbox.tsx')).Lightbox)

export function LateLightbox(props: LightboxProps) {
  const Lightbox = useLatePart(LIGHTBOX)
  return Lightbox ? <Lightbox {...props} /> : null
}

/** The pictures of the same message, as they stand there. */
function beside(link: HTMLAnchorElement): { pictures: ShownPicture[]; at: number } {
  const links = [...(link.closest('article') ?? document).querySelectorAll<HTMLAnchorElement>('a[data-picture]')]
  const pictures = links.map((each) => ({
    source: each.getAttribute('href') ?? '',
    alt: each.querySelector('img')?.alt ?? '',
  }))
  return { pictures, at: links.indexOf(link) }
}

/**
 * Named and not loaded: whoever serves it would learn who reads this, and when. A copy is fetched when somebody asks for
 * it, and goes into the next message, so that models which open no addresses see it as well.
 */
function PictureElsewhere({ address, taken }: { address: string; taken: boolean }) {
  const words = useTexts().content
  return (
    <span className="inline-flex max-w-full items-center gap-2 rounded-lg border border-line-strong border-dashed py-1 ps-3 pe-1 text-muted text-sm">
      <Icon name="image" size={16} />
      <span className="min-w-0 break-all">{address}</span>
      {taken && (
        <button
          type="button"
          onClick={() => wishForPicture(address)}
          className="shrink-0 rounded-md px-2 py-1 font-medium text-accent hover:bg-hover"
        >
          {words.attach_copy}
        </button>
      )}
    </span>
  )
}

/** An address on this server or inside the page; `null` for anything that would leave it. */
export function pictureSource(
  { source, media_type }: ImageBlock,
  uploadAddress: Surrounding['uploadAddress'],
): string | null {
  switch (source.kind) {
    case 'base64':
      return `data:${media_type};base64,${source.data}`
    case 'file_ref':
      return uploadAddress(source.data)
    default:
      return null
  }
}
