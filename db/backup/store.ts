import { basename } from 'node:path'
import type { BackupStore, BackupSummary } from '#lib/store/backup-store.ts'
import { DATA_FILES } from '../data-folder.ts'
import { startBackupJob } from './job.ts'
import { readManifest } from './manifest.ts'
import { type BackupRequest, type BackupSource, listBackups } from './write.ts'

/** The backups in a folder, and the writing of another. */
export function openBackups(source: BackupSource, request: Omit<BackupRequest, 'now'>): BackupStore {
  let running: ReturnType<typeof startBackupJob> | null = null
  return {
    async latest() {
      for (const path of await listBackups(request.into)) {
        const summary = await summaryOf(path).catch(() => null)
        if (summary) return summary
      }
      return null
    },
    async write() {
      running = startBackupJob({ source, request })
      try {
        return await summaryOf(await running.path)
      } finally {
        running = null
      }
    },
    stop: () => running?.stop(),
  }
}

async function summaryOf(path: string): Promise<BackupSummary> {
  const { created_at, files, missing_uploads } = await readManifest(path)
  return {
    name: basename(path),
    created_at,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    uploads: files.filter((file) => file.path.startsWith(`${DATA_FILES.uploads}/`)).length,
    missing_uploads: missing_uploads.length,
  }
}
