/** A backup cannot be written, or is not what it was, or cannot be restored here: said to whoever asked for it. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
