'use client'

import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Icon } from '../../_ui/icon.tsx'

/** A table as files. */
export function FileLinks({
  name,
  label,
  formats = ['csv', 'json'],
  addressOf,
}: {
  /** Of the file, without its ending. */
  name: string
  /** What the table is called, where there are several on the page. */
  label?: string
  formats?: readonly Format[]
  addressOf: (format: Format) => string
}) {
  const words = useAdminTexts().usage
  return (
    <div className="flex flex-wrap items-end gap-2 print:hidden">
      {FILES.filter(({ format }) => formats.includes(format)).map((file) => (
        <a
          key={file.format}
          href={addressOf(file.format)}
          download={`${name}.${file.format}`}
          aria-label={label === undefined ? words.download(file.name) : words.download_of(label, file.name)}
          className="inline-flex min-h-(--row) items-center gap-2 rounded-control border border-line-control bg-raised px-3 text-ui hover:bg-surface pointer-coarse:min-h-11"
        >
          <Icon name="download" />
          {file.name}
        </a>
      ))}
    </div>
  )
}

const FILES = [
  { format: 'csv', name: 'CSV' },
  { format: 'json', name: 'JSON' },
] as const

type Format = (typeof FILES)[number]['format']
