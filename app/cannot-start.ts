import 'server-only'

/** What the person who starts Metis can mend, told by name: a bundler may load a class more than once. */
const MENDABLE: ReadonlySet<string> = new Set([
  'EnvError',
  'DatabaseError',
  'MigrationError',
  'StorageError',
  'NoOwnerError',
])

/** Says what is wrong in words instead of with a stack, and ends the process. Anything else is thrown again. */
export function cannotStart(cause: unknown): never {
  if (!(cause instanceof Error && MENDABLE.has(cause.name))) throw cause
  process.stderr.write(`Metis cannot start: ${cause.message}\n`)
  process.exit(1)
}
