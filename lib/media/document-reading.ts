/**
 * What was read of a document, once, when it was uploaded: what is sent of it depends on this alone and not on when or
 * where it is read again, so that the same history gives the same request for ever.
 */
export interface DocumentReading {
  /** Of the file itself. */
  byte_length: number
  /** What stands in it as plain text; null where there is none. */
  text: string | null
  /** Only the beginning of the text is kept. */
  is_cut: boolean
  /** Null for what has no pages. */
  pages: number | null
  /** It opens without a password and is encrypted all the same: hosts refuse it as a file. */
  is_encrypted: boolean
}

/** Whether there is anything to send to a model that does not take the file. */
export function hasText({ text }: Pick<DocumentReading, 'text'>): boolean {
  return text !== null && text.trim() !== ''
}
