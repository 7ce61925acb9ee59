import type { BackupState } from '#lib/api/backup.ts'
import type { Server } from '../server.ts'

export async function backupAnswer({ backups, backupPlan }: Server): Promise<BackupState> {
  const { latest, isRunning, nextAt, failure } = await backups.state()
  return {
    folder: backupPlan.folder,
    every_seconds: backupPlan.everyMs === null ? null : backupPlan.everyMs / 1_000,
    keep: backupPlan.keep,
    latest,
    is_running: isRunning,
    next_at: nextAt === null ? null : timeOf(nextAt),
    failure: failure && { at: timeOf(failure.at), reason: failure.reason },
  }
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
