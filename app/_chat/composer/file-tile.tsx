import { clsx } from 'clsx'
import { fileKind } from '../../_content/file-kind.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import type { Attachment, UploadedBlock } from './attachment.ts'
import { useProgressWords } from './upload-progress.tsx'

interface FileTileProps {
  file: Attachment
  size: number
  /** Known once it is uploaded. */
  block: UploadedBlock | null
  /** What the model gets of it. */
  gets: string | null
  onOpen: () => void
}

/** A file in the tray: a document can be looked into once it is there. */
export function FileTile({ file, size, block, gets, onOpen }: FileTileProps) {
  const { name, excerpt, read } = file
  const { format, content } = useTexts()
  const late = useLateTexts()
  const pages = read?.pages ?? null
  const progress = useProgressWords(file)
  const kind = block && (block.type === 'document' ? (fileKind(block) ?? content.text) : late.panels.picture)
  const facts = [kind, pages !== null && late.reading.pages(pages), format.size(size)]
  const look = 'flex min-h-16 w-52 items-center gap-2 rounded-lg border border-line px-3 py-1.5 text-start text-sm'
  const inside = (
    <>
      <Icon name="file" />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate">
          {name}
        </span>
        <span className="block text-muted text-xs">
          <span className="block tabular-nums">{progress ?? facts.filter(Boolean).join(' · ')}</span>
          {gets && <span className="block truncate">{gets}</span>}
        </span>
        {excerpt && (
          <span dir="auto" className="mt-1 line-clamp-2 break-all font-mono text-muted text-tick">
            {excerpt}
          </span>
        )}
      </span>
    </>
  )
  if (block?.type !== 'document') return <span className={look}>{inside}</span>
  return (
    <button type="button" title={content.look_into(name)} onClick={onOpen} className={clsx(look, 'hover:bg-hover')}>
      {inside}
    </button>
  )
}
