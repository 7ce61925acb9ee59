import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { writeBackup } from '#db/backup/write.ts'
import { localDatabaseUrl } from '#db/client.ts'

// Run as a process of its own: `node backup-loop.ts <data folder>`. Writes one backup after the other, and says each.

const [data = ''] = process.argv.slice(2)
const source = { url: localDatabaseUrl(data), authToken: null, folder: data }
for (;;) {
  const { path } = await writeBackup(source, { into: join(data, 'backups'), productVersion: '1' })
  writeSync(1, `${path}\n`)
}
