import { importPicture, isUploadGone, readUpload, type Sending, uploadAttachment } from '../../_client/use-upload.ts'
import { pictureSource } from '../../_content/picture.tsx'
import { ownUpload } from '../../_content/surrounding.ts'
import type { Attachment, UploadedBlock } from './attachment.ts'
import { fromKept, keepFiles, keptFiles } from './kept-files.ts'

export { fromKept, importPicture, isUploadGone, keepFiles, keptFiles, uploadAttachment }

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/** `otherwise`: why it is not sent where it is of another type. */
export async function uploadPicture(file: File, sending: Sending, otherwise: string): Promise<Uploaded> {
  if (PICTURE_TYPES.includes(file.type)) return await uploadAttachment(file, undefined, sending)
  throw new Error(otherwise)
}

export function arrived(attachment: Attachment, uploaded: Uploaded): Attachment {
  const block = blockOf(uploaded, attachment.name)
  const { pages, has_text = true, is_encrypted = false } = uploaded
  const read = block.type === 'document' ? { pages: pages ?? null, has_text, is_encrypted } : null
  const preview = block.type === 'image' ? (attachment.preview ?? pictureSource(block, ownUpload)) : null
  return { ...attachment, preview, read, upload: { state: 'ready', block } }
}

function isText({ type, name }: File): boolean {
  return (
    type.startsWith('text/') ||
    /\.(?:[cm]?[jt]sx?|py|rs|go|java|rb|php|sh|sql|json|ya?ml|toml|svg|xml|md|css|c|h|cpp)$/i.test(name)
  )
}

/** Enough to know it by; `null` of a file that is no text. */
export async function excerptOf(file: File): Promise<string | null> {
  if (!isText(file)) return null
  const beginning = await file.slice(0, 400).text()
  return beginning
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 3)
    .join('\n')
}

/** What a text that was pasted says, by this page (`known`) or by the server; `null`, and said to be gone, where that has it no more. */
export async function wordsOf(
  { key, upload }: Attachment,
  known: ReadonlyMap<number, string>,
  settle: (key: number, settled: Partial<Attachment>) => void,
): Promise<string | null> {
  const words = known.get(key)
  if (words !== undefined || upload.state !== 'ready') return words ?? null
  const text = await readUpload(upload.block.source.data)
  if (text === null) settle(key, { upload: { state: 'lost', isGone: true } })
  return text
}

export interface Uploaded {
  data: string
  media_type: string
  name?: string | undefined
  pages?: number | undefined
  has_text?: boolean | undefined
  is_encrypted?: boolean | undefined
}

/** By what the server found it to be: a picture may come without a type. */
function blockOf({ data, media_type, name }: Uploaded, said: string): UploadedBlock {
  const source = { kind: 'file_ref' as const, data }
  return media_type.startsWith('image/')
    ? { type: 'image', source, media_type }
    : { type: 'document', source, media_type, name: name ?? said }
}
