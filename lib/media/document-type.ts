import { decodeText } from './decode-text.ts'
import { extensionOf } from './file-name.ts'
import { officeType } from './office-archive.ts'
import { UnreadableDocumentError } from './unreadable-document.ts'

const BY_EXTENSION: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
  markdown: 'text/markdown',
  json: 'application/json',
  htm: 'text/html',
  html: 'text/html',
  xhtml: 'text/html',
}

/** Within which a PDF must begin; some have a line of something else in front. */
const PDF_HEAD = 1_024

/**
 * What a file is by its bytes, and of text by its name: never by what its sender says. Throws an
 * `UnreadableDocumentError` for what no model can be given.
 */
export function documentType(bytes: Uint8Array, name: string): string {
  if (bytes.byteLength === 0) throw new UnreadableDocumentError('the file is empty')
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, PDF_HEAD)).toString('latin1')
  if (head.includes('%PDF-')) return 'application/pdf'
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return officeType(bytes)
  if (head.startsWith('\xd0\xcf\x11\xe0')) {
    throw new UnreadableDocumentError(
      'an office file of the old kind or with a password: save it as docx, xlsx or pptx, without one',
    )
  }
  if (decodeText(bytes) === null) {
    throw new UnreadableDocumentError('neither text nor a PDF, an office file or a picture that can be read')
  }
  return BY_EXTENSION[extensionOf(name)] ?? 'text/plain'
}
