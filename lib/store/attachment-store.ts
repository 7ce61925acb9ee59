/** An upload, as it came. */
export interface StoredAttachment {
  bytes: Uint8Array
  /** What the first upload of these bytes was said to be. */
  media_type: string
}

/** Uploads by content address, shared between sessions: the same bytes are kept once. */
export interface AttachmentStore {
  /** Returns the `data` of a `file_ref`: `attachments/<sha256>`. */
  put(
    bytes: Uint8Array,
    mediaType: string,
    size?: { width?: number | undefined; height?: number | undefined },
  ): Promise<{ data: string }>
  /** Null for an upload that is not there, and for anything that is no content address. */
  get(data: string): Promise<StoredAttachment | null>
  has(data: string): Promise<boolean>
}
