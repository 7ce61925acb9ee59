import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkBackup } from '#db/backup/check.ts'
import type { BackupManifest } from '#db/backup/manifest.ts'
import { type WrittenBackup, writeBackup } from '#db/backup/write.ts'
import { localDatabaseUrl } from '#db/client.ts'
import { DATA_FILES } from '#db/data-folder.ts'
import { sizeInWords } from '#db/storage-words.ts'
import { readEnv } from '#lib/env.ts'
import product from '../package.json' with { type: 'json' }
import { runCommand } from './command.ts'
import { loadEnvFiles } from './env-files.ts'

const USAGE = `npm run backup -- [--out folder] [--with-secret]
Writes a backup of everything, in a folder of its own with a date in its name, and reads it again; while the server runs, too,
for it only reads. Without --out it goes to METIS_BACKUP_DIR, or to "backups" in the data folder. The file "secret", without
which no stored key can be read, is in it only with --with-secret.
npm run backup -- --check folder
Says whether a backup is what was written.`

async function main(args: string[], say: (line: string) => void): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      out: { type: 'string' },
      'with-secret': { type: 'boolean', default: false },
      check: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return say(USAGE)
  if (values.check !== undefined) {
    const manifest = await checkBackup(resolve(values.check))
    return say(`${values.check} is what was written on ${manifest.created_at}: ${holds(manifest)}.`)
  }
  loadEnvFiles()
  const { dataDir, backups, libsql } = readEnv()
  const url = libsql.url ?? localDatabaseUrl(dataDir)
  const written = await writeBackup(
    { url, authToken: libsql.authToken, folder: dataDir },
    {
      into: values.out === undefined ? backups.folder : resolve(values.out),
      withSecret: values['with-secret'],
      productVersion: product.version,
    },
  )
  say(`${written.path}\nholds ${holds(written.manifest)}, ${sizeInWords(written.bytes)}, and was read again.`)
  for (const note of notes(written, join(dataDir, DATA_FILES.secret))) say(note)
}

function holds({ files, tables, schema }: BackupManifest): string {
  const uploads = files.filter(({ path }) => path.startsWith(`${DATA_FILES.uploads}/`)).length
  const others = [DATA_FILES.models, DATA_FILES.secret].filter((name) => files.some(({ path }) => path === name))
  const chats = `${tables.sessions ?? 0} chats with ${tables.messages ?? 0} messages, ${uploads} uploads`
  return [chats, ...others, `schema ${schema ?? 'unknown'}`].join(', ')
}

/** What whoever relies on it must know. */
function notes({ manifest, age }: WrittenBackup, secret: string): string[] {
  const { files, missing_uploads } = manifest
  const hasSecret = files.some(({ path }) => path === DATA_FILES.secret)
  return [
    ...(hasSecret
      ? ['The secret is in it: whoever has this backup can read the stored keys.']
      : [`Not in it: ${secret}. Keep a copy of that elsewhere; without it stored keys must be pasted again.`]),
    ...(missing_uploads.length > 0
      ? [`${missing_uploads.length} uploads were missing or damaged before, and are not in it (${MISSING_ARE}).`]
      : []),
    ...(age === 'older' ? ['The database is of an older version than this: restoring it brings it up to date.'] : []),
    ...(age === 'newer' ? ['The database is of a newer version than this, and only that one can restore it.'] : []),
    ...(age === 'none' ? ['The database is empty: Metis was never started on it.'] : []),
  ]
}

const MISSING_ARE = 'missing_uploads in its manifest.json'

await runCommand((args) => main(args, (line) => process.stdout.write(`${line}\n`)))
