import type { Principal } from '../principal.ts'

/** An upload, as it came. */
export interface StoredAttachment {
  bytes: Uint8Array
  /** What the first upload of these bytes was said to be. */
  media_type: string
}

/**
 * Uploads by content address, shared between sessions and people: the same bytes are kept once, and each who has uploaded
 * them has them. Without an owner `put` gives them to nobody, and the others look at those of everybody.
 */
export interface AttachmentStore {
  /** Returns the `data` of a `file_ref`: `attachments/<sha256>`. */
  put(
    bytes: Uint8Array,
    mediaType: string,
    size?: { width?: number | undefined; height?: number | undefined },
    ownerId?: string,
  ): Promise<{ data: string }>
  /** Null for an upload that is not there, and for anything that is no content address. */
  get(data: string, ownerId?: string): Promise<StoredAttachment | null>
  has(data: string, ownerId?: string): Promise<boolean>
}

export interface UploadRemoval {
  /**
   * Removes what a temporary session names, and nothing and nobody else has, before that goes itself; of any other session
   * nothing. Returns the hashes, those of an attempt that was cut off too.
   */
  removeWith(sessionId: string): Promise<string[]>
}

/** Those of one person. */
export function uploadsOf(all: AttachmentStore, { id }: Principal): AttachmentStore {
  return {
    put: (bytes, mediaType, size) => all.put(bytes, mediaType, size, id),
    get: (data) => all.get(data, id),
    has: (data) => all.has(data, id),
  }
}
