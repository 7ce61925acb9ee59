/** A file that no model can be given; the message says why, and what to do. */
export class UnreadableDocumentError extends Error {
  override readonly name = 'UnreadableDocumentError'
}
