'use client'

import { useState } from 'react'
import type { DocumentBlock } from '#lib/canonical/block.ts'
import { useTexts } from '../_texts/texts.ts'
import { Icon } from '../_ui/icon.tsx'
import { fileKind } from './file-kind.ts'
import type { FileViewProps, ModelGets } from './file-view.tsx'
import { latePart, useLatePart } from './late-part.ts'
import { useSurrounding } from './surrounding.ts'

/** A file of the conversation: its name and kind. What can be read in it opens; the file itself is never opened in the page. */
export function FileChip({ block, gets }: { block: DocumentBlock; gets?: ModelGets }) {
  const words = useTexts().content
  const [isOpen, setOpen] = useState(false)
  const { uploadAddress } = useSurrounding()
  const { name, title, source } = block
  const label = (
    <>
      <Icon name="file" size={16} />
      <span dir="auto" className="min-w-0 truncate">
        {title || name}
      </span>
      <span className="shrink-0 text-muted text-xs">{fileKind(block) ?? words.text}</span>
    </>
  )
  const look =
    'inline-flex max-w-full items-center gap-2 rounded-lg border border-line-strong bg-raised px-3 py-2 text-sm pointer-coarse:min-h-11'
  const address = source.kind === 'file_ref' ? uploadAddress(source.data) : null
  if (address === null) return <span className={look}>{label}</span>
  return (
    <>
      <a
        href={address}
        download={name}
        title={words.look_into(name)}
        className={`${look} hover:bg-hover`}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {label}
      </a>
      {isOpen && <LateFileView file={block} address={source.data} gets={gets} onClose={() => setOpen(false)} />}
    </>
  )
}

const FILE_VIEW = latePart(async () => (await import('./file-view.tsx')).FileView)

export function LateFileView(props: FileViewProps) {
  const FileView = useLatePart(FILE_VIEW)
  return FileView ? <FileView {...props} /> : null
}
