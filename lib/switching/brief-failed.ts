/** No summary was written; nothing of the chat has changed. */
export class BriefFailedError extends Error {
  override readonly name = 'BriefFailedError'
}
