import { constants, setPriority } from 'node:os'
import { errorData } from '../error-transfer.ts'
import type { BackupJob, BackupOutcome } from './job.ts'
import { writeBackup } from './write.ts'

/** What runs in the process of `startBackupJob`. */

// Answers that stream come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

process.once('message', async (job) => {
  const { source, request } = job as BackupJob
  const outcome = await writeBackup(source, request).then(
    ({ path }): BackupOutcome => ({ path }),
    (error): BackupOutcome => ({ error: errorData(error) }),
  )
  process.send?.(outcome, () => process.exit())
})
// Also when the server was killed.
process.once('disconnect', () => process.exit())
