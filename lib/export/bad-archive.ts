/** What a file is told by that cannot be what it should be. */
export class BadArchiveError extends Error {
  override readonly name = 'BadArchiveError'
}
