import type { DocumentBlock } from '#lib/canonical/block.ts'

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
