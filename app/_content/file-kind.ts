import type { DocumentBlock } from '#lib/canonical/block.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument'

const KINDS: Record<string, string> = {
  'application/pdf': 'PDF',
  'application/json': 'JSON',
  'text/csv': 'CSV',
  'text/tab-separated-values': 'TSV',
  'text/markdown': 'Markdown',
  'text/html': 'HTML',
  [`${OFFICE}.wordprocessingml.document`]: 'DOCX',
  [`${OFFICE}.spreadsheetml.sheet`]: 'XLSX',
  [`${OFFICE}.presentationml.presentation`]: 'PPTX',
  'application/vnd.oasis.opendocument.text': 'ODT',
  'application/vnd.oasis.opendocument.spreadsheet': 'ODS',
  'application/vnd.oasis.opendocument.presentation': 'ODP',
}

/** Names of what is no text: a text may be called so, and is none of them. */
const NO_TEXT =
  /^(?:pdf|docx?|xlsx?|pptx?|od[tsp]|epub|zip|gz|tar|7z|rar|png|jpe?g|gif|webp|avif|heic|tiff?|bmp|mp[34]|mov|wav|exe)$/i

/** For people: what the bytes are, and of text without a type of its own what the name says. Without either, it is a text. */
export function fileKind({ media_type, name }: Pick<DocumentBlock, 'media_type' | 'name'>): string | undefined {
  const kind = KINDS[media_type]
  if (kind) return kind
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]
  return media_type.startsWith('text/') && extension && NO_TEXT.test(extension) ? undefined : extension?.toUpperCase()
}
