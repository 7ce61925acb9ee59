/** What is said to whoever runs a command, without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError'
}

/** Told by name: what people can mend. */
const SAYABLE: ReadonlySet<string> = new Set([
  'UserError',
  'EnvError',
  'DatabaseError',
  'MigrationError',
  'StorageError',
  'BackupError',
  'CopyError',
])

/** Runs a command with what stands behind its name; what goes wrong is said, and ends it with 1. */
export async function runCommand(main: (args: string[]) => Promise<void>): Promise<void> {
  try {
    await main(process.argv.slice(2))
  } catch (error) {
    const isPlain = error instanceof Error && (SAYABLE.has(error.name) || 'code' in error)
    process.stderr.write(`${isPlain ? error.message : error instanceof Error ? error.stack : error}\n`)
    process.exitCode = 1
  }
}
