'use client'

import type { DocumentBlock } from '#lib/canonical/block.ts'
import { useTexts } from '../_texts/texts.ts'
import { Icon } from '../_ui/icon.tsx'

/** A file of the conversation: its name and kind. It is downloaded and never opened in the page. */
export function FileChip({ block }: { block: DocumentBlock }) {
  const words = useTexts().content
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
  if (source.kind !== 'file_ref') return <span className={look}>{label}</span>
  return (
    <a href={`/api/${source.data}`} download={name} title={words.download(name)} className={`${look} hover:bg-hover`}>
      {label}
    </a>
  )
}

const KINDS: Record<string, string> = {
  'application/pdf': 'PDF',
  'application/json': 'JSON',
  'text/csv': 'CSV',
  'text/tab-separated-values': 'TSV',
  'text/markdown': 'Markdown',
  'text/html': 'HTML',
}

/** For people: what the extension says, where the type has no short name. Without either, it is a text. */
export function fileKind({ media_type, name }: Pick<DocumentBlock, 'media_type' | 'name'>): string | undefined {
  return KINDS[media_type] ?? /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase()
}
