import { fork } from 'node:child_process'
import { join } from 'node:path'
import { type ErrorData, errorFrom } from '../error-transfer.ts'
import { BackupError } from './backup-error.ts'
import type { BackupRequest, BackupSource } from './write.ts'

/** What the process is told; plain data. */
export interface BackupJob {
  source: BackupSource
  request: Omit<BackupRequest, 'now'>
}

/** What it says when it is done. */
export type BackupOutcome = { path: string } | { error: ErrorData }

/** The product runs from the project root; a bundler moves this file away from the others, not the working directory. */
const ENTRY = join(process.cwd(), 'db', 'backup', 'job-entry.ts')

/**
 * Writes a backup in a process of its own, and resolves to its path: copying a large database keeps a thread for seconds, and
 * must be able to end at any moment with the server. Rejects as `writeBackup` does. `stop` ends it; nothing is left but what
 * the next one removes.
 */
export function startBackupJob(job: BackupJob): { path: Promise<string>; stop: () => void } {
  const child = fork(/* turbopackIgnore: true */ ENTRY, { serialization: 'advanced', execArgv: [], stdio: 'ignore' })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  child.on('message', (outcome) => {
    const said = outcome as BackupOutcome
    if ('path' in said) resolve(said.path)
    else reject(errorFrom(said.error))
  })
  child.on('error', reject)
  child.on('exit', (code, signal) => reject(new BackupError(`the process that wrote it ended (${signal ?? code})`)))
  child.send(job, (error) => error && reject(error))
  return { path: promise, stop: () => void child.kill('SIGKILL') }
}
