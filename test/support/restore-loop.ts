import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { readSource, stageRestore } from '#db/backup/stage.ts'
import { localDatabaseUrl } from '#db/client.ts'
import { lockDatabase } from '#db/lock.ts'

// Run as a process of its own: `node restore-loop.ts <data folder> <backup> <steps>`. It restores the backup, and kills itself
// before it changes anything in the file system for that many and one times. Without `steps` it comes to its end.

const [data = '', backup = '', steps] = process.argv.slice(2)

let left = steps === undefined ? Number.POSITIVE_INFINITY : Number(steps)
const changing = ['mkdir', 'rename', 'rm', 'rmdir', 'copyFile', 'writeFile', 'open'] as const
const patched = fs as unknown as Record<string, (...args: unknown[]) => unknown>
for (const name of changing) {
  const original = patched[name]
  patched[name] = (...args) => {
    if (left === 0) process.kill(process.pid, 'SIGKILL')
    left -= 1
    return original?.(...args)
  }
}
syncBuiltinESMExports()

const url = localDatabaseUrl(data)
await stageRestore(await readSource(backup), { url, folder: data })
const unlock = await lockDatabase(url)
unlock()
