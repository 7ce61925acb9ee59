import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { openAttachments } from '#db/attachment.ts'
import { localDatabaseUrl, openClient, placeOf } from '#db/client.ts'
import { openExports } from '#db/export.ts'
import { assertMigrated } from '#db/migrate.ts'
import { readEnv } from '#lib/env.ts'
import { Exports } from '#lib/export/exports.ts'
import type { ExportStore } from '#lib/store/export-store.ts'
import product from '../package.json' with { type: 'json' }
import { exportFormat } from './_content/export-format.ts'
import { LANGUAGES } from './_texts/language.ts'
import { runCommand, UserError } from './command.ts'
import { loadEnvFiles } from './env-files.ts'

/** Without what is asked of the adapters of a server. */
const FORMATS = ['ndjson', 'markdown', 'html'] as const

const USAGE = `npm run export -- --out file.zip [--person id] [--session id] [--format ${FORMATS.join('|')}] [--language ${LANGUAGES.join('|')}]
Writes all that a person owns, or one chat, into a file; while the server runs, too, for it only reads. --person is an id or an
e-mail address, and needed where several people have chats. Without --format it is the lossless one.`

async function main(args: string[], say: (line: string) => void): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      out: { type: 'string' },
      person: { type: 'string' },
      session: { type: 'string' },
      format: { type: 'string', default: 'ndjson' },
      language: { type: 'string', default: 'en' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return say(USAGE)
  const { out, session } = values
  if (out === undefined) throw new UserError(USAGE)
  if (existsSync(out)) throw new UserError(`${out} is there already; nothing was written`)
  const kind = oneOf(FORMATS, 'format', values.format)
  const format = await exportFormat(kind, {
    language: oneOf(LANGUAGES, 'language', values.language),
    version: product.version,
  })

  loadEnvFiles()
  const { dataDir, libsql } = readEnv()
  const url = libsql.url ?? localDatabaseUrl(dataDir)
  const client = await openClient({ url, authToken: libsql.authToken }, { create: false })
  try {
    await assertMigrated(client, { place: placeOf(url) })
    const store = openExports({ client, url })
    const attachments = openAttachments({ folder: join(dataDir, 'attachments'), client })
    const exports = new Exports({ store, attachments, clock: () => Date.now() * 1_000 })
    const ownerId = await ownerOf(store, values.person)
    let chats = 0
    const watch = {
      begun: (count: number) => say(`${count} chats`),
      chat() {
        chats += 1
      },
    }
    const file =
      session === undefined
        ? await exports.everything(ownerId, format, watch)
        : await exports.chat(ownerId, session, format)
    if (!file) throw new UserError(`${ownerId} has no chat ${session}`)
    await writeWhole(out, file.body)
    say(session === undefined ? `${chats} chats are in ${out}` : `the chat is in ${out}`)
  } finally {
    client.close()
  }
}

/** What cannot be written to its end is not left behind. */
async function writeWhole(path: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  const draft = `${path}.part`
  try {
    await pipeline(body, createWriteStream(draft, { mode: 0o600 }))
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function ownerOf(store: ExportStore, named: string | undefined): Promise<string> {
  const owners = await store.owners()
  const list = owners.map(({ id, email, chats }) => `  ${id}${email === null ? '' : ` (${email})`}: ${chats} chats`)
  const known = `There are:\n${list.join('\n')}`
  if (named !== undefined) {
    const found = owners.find(({ id, email }) => id === named || email === named)
    if (found) return found.id
    throw new UserError(`Nobody with chats is called ${named}. ${known}`)
  }
  const [only, ...others] = owners
  if (!only) throw new UserError('There are no chats.')
  if (others.length > 0) throw new UserError(`Say whose chats with --person. ${known}`)
  return only.id
}

function oneOf<T extends string>(known: readonly T[], option: string, value: string): T {
  const found = known.find((each) => each === value)
  if (found === undefined) throw new UserError(`--${option} takes ${known.join(', ')}, not ${value}`)
  return found
}

await runCommand((args) => main(args, (line) => process.stderr.write(`${line}\n`)))
