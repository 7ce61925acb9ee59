import type { ContentBlock } from '../canonical/block.ts'
import { uploadHash } from '../canonical/upload-hash.ts'
import type { AttachmentStore, StoredAttachment } from '../store/attachment-store.ts'

/** Endings by which a system knows what opens a file. Of anything else it is not ours to say. */
const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/avif': '.avif',
  'application/pdf': '.pdf',
  'text/plain': '.txt',
  'text/markdown': '.md',
  'text/csv': '.csv',
  'application/json': '.json',
}

/** What an upload is called in an archive; null for what is no content address of one. Nobody's own words are in it. */
export function uploadPath(data: string, mediaType: string): string | null {
  const hash = uploadHash(data)
  if (hash === null) return null
  return `attachments/${hash}${Object.hasOwn(ENDINGS, mediaType) ? ENDINGS[mediaType] : ''}`
}

export interface ReferredUpload {
  data: string
  media_type: string
  /** Of a document. */
  name?: string
}

/** The uploads that blocks refer to, those inside of results included. */
export function uploadsIn(content: readonly ContentBlock[]): ReferredUpload[] {
  return content.flatMap((block) => {
    if (block.type === 'tool_result') return uploadsIn(block.content)
    if (block.type !== 'image' && block.type !== 'document') return []
    const { source, media_type } = block
    if (source.kind !== 'file_ref') return []
    return [{ data: source.data, media_type, ...(block.type === 'document' && { name: block.name }) }]
  })
}

/** The uploads of one person, with those that are to go into an archive. */
export class Uploads {
  readonly #store: AttachmentStore
  readonly #ownerId: string
  readonly #wanted = new Map<string, string>()

  constructor(store: AttachmentStore, ownerId: string) {
    this.#store = store
    this.#ownerId = ownerId
  }

  /** Null for one that is not there, or not this person's. */
  get(data: string): Promise<StoredAttachment | null> {
    return this.#store.get(data, this.#ownerId)
  }

  /** It goes into the archive, once; returns its path there, or null where it cannot be there. */
  want({ data, media_type }: ReferredUpload): string | null {
    const known = this.#wanted.get(data)
    if (known !== undefined) return known
    const path = uploadPath(data, media_type)
    if (path !== null) this.#wanted.set(data, path)
    return path
  }

  get wanted(): Iterable<{ data: string; path: string }> {
    return this.#wanted.entries().map(([data, path]) => ({ data, path }))
  }
}

/** What is compressed already is not worth doing again. */
export function isCompressed(mediaType: string): boolean {
  return /^(image\/(?!svg|bmp)|audio\/|video\/|application\/(pdf|zip|vnd\.openxmlformats))/.test(mediaType)
}
