import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DATABASE_FILE } from '#db/backup/manifest.ts'
import { stagedAt } from '#db/backup/restore-plan.ts'
import { restoreToServer } from '#db/backup/server.ts'
import { readSource, stageRestore } from '#db/backup/stage.ts'
import { localDatabaseUrl, pathOf } from '#db/client.ts'
import { DatabaseInUseError, lockDatabase } from '#db/lock.ts'
import { readEnv } from '#lib/env.ts'
import { runCommand, UserError } from './command.ts'
import { loadEnvFiles } from './env-files.ts'

const USAGE = `npm run restore -- backup
Puts a backup in the place of what is there, after all of it was read. A server that runs stores what it has, ends the answers
that it is giving, and starts again with the restored data; everybody signs in anew. What was there is set aside, and named.
"backup" is a folder that npm run backup wrote, or a database by itself: what a restore has set aside, or the copy from before
an update. With LIBSQL_URL it fills an empty database of that server, and refuses any other.`

const LOOK_MS = 300
/** As long as a server may need to stop, and to start again. */
const PATIENCE_MS = 60_000

async function main(args: string[], say: (line: string) => void): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { help: { type: 'boolean' } } })
  const [from] = positionals
  if (values.help) return say(USAGE)
  if (from === undefined) throw new UserError(USAGE)
  loadEnvFiles()
  const { dataDir, libsql } = readEnv()
  const url = libsql.url ?? localDatabaseUrl(dataDir)
  const source = await readSource(resolve(from))
  say(`${from} is whole.`)
  if (!url.startsWith('file:')) {
    const { left } = await restoreToServer(source, { url, authToken: libsql.authToken, folder: dataDir })
    for (const path of left) say(`${path} was there already, and is as it was.`)
    return say(`Restored to ${libsql.url}, whose tables were counted. Start Metis with that LIBSQL_URL.`)
  }
  const { replaced_at } = await stageRestore(source, { url, folder: dataDir })
  await takeEffect(url, say)
  say(`Restored. What was there before is ${replaced_at}; to go back to it:`)
  say(`npm run restore -- ${join(replaced_at, DATABASE_FILE)}`)
}

/** By the server, where one runs; else here. */
async function takeEffect(url: string, say: (line: string) => void): Promise<void> {
  const staged = stagedAt(pathOf(url))
  const until = Date.now() + PATIENCE_MS
  let hasSaid = false
  while (existsSync(staged)) {
    try {
      const unlock = await lockDatabase(url, { patienceMs: 0 })
      unlock()
    } catch (error) {
      if (!(error instanceof DatabaseInUseError)) throw error
      if (Date.now() > until) {
        throw new UserError(
          `${staged} is ready, and the server that runs has not taken it yet: restart it. To call the restore off, remove that folder instead.`,
        )
      }
      if (!hasSaid) say('A server runs: it stops, and starts again with what is restored.')
      hasSaid = true
      await sleep(LOOK_MS)
    }
  }
}

await runCommand((args) => main(args, (line) => process.stdout.write(`${line}\n`)))
