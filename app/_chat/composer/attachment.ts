import type { DocumentBlock, ImageBlock } from '#lib/canonical/block.ts'

export type UploadedBlock = (ImageBlock | DocumentBlock) & { source: { kind: 'file_ref'; data: string } }

/** What of a document decides what a model gets of it. */
export interface FoundInFile {
  pages: number | null
  has_text: boolean
  is_encrypted: boolean
}

export interface Attachment {
  key: number
  name: string
  /** `null` until a picture from elsewhere is here. */
  preview: string | null
  /** Of a file that is no picture, in bytes. */
  size: number | null
  /** What the server found in a document. */
  read: FoundInFile | null
  /** The beginning of what stands in it, where that is text. */
  excerpt: string | null
  /** It was pasted, and can be text again. */
  isPasted: boolean
  /** It took so long that how far it was has been said. */
  isSlow: boolean
  upload:
    | { state: 'uploading' /** `null` of what the server fetches: nobody knows. */; percent: number | null }
    | { state: 'ready'; block: UploadedBlock }
    | { state: 'failed'; problem: string /** The same may go through another time. */; mayGoAgain: boolean }
    | { state: 'lost' /** The server had it; else it was on its way when the page was left. */; isGone: boolean }
}
