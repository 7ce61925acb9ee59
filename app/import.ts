import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openAccounts } from '#db/account.ts'
import { openAttachments } from '#db/attachment.ts'
import { type DatabaseAddress, localDatabaseUrl, openClient, placeOf, type SharedClient } from '#db/client.ts'
import { openExports } from '#db/export.ts'
import { openImports } from '#db/import.ts'
import { DatabaseInUseError, lockDatabase } from '#db/lock.ts'
import { assertMigrated } from '#db/migrate.ts'
import { openPresets } from '#db/preset.ts'
import { openStore } from '#db/store.ts'
import { readEnv } from '#lib/env.ts'
import { type ImportDetail, Imports } from '#lib/import/imports.ts'
import { progressOf } from '#lib/import/progress.ts'
import { createLogger } from '#lib/log.ts'
import { createDocumentShelf } from '#lib/media/document-shelf.ts'
import type { Principal } from '#lib/principal.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import type { AccountStore } from '#lib/store/account-store.ts'
import type { ImportItem } from '#lib/store/import-store.ts'
import { runCommand, UserError } from './command.ts'
import { loadEnvFiles } from './env-files.ts'

const USAGE = `npm run import -- file.zip [--person id] [--conflicts skip|copy] [--settings] [--dry-run]
npm run import -- --undo id [--even-changed] [--person id]
Takes in an export of Metis or of another product, beside a server that runs or without one; an empty data folder becomes one.
--person is an id or an e-mail address, and needed where there are several people. --dry-run says what is in the file and creates
nothing. What was interrupted goes on at the next start of Metis. --undo takes an import back: the id is said at its end.`

const SAY_AGAIN_MS = 1_000

async function main(args: string[], say: (line: string) => void): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      person: { type: 'string' },
      conflicts: { type: 'string', default: 'skip' },
      settings: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      undo: { type: 'string' },
      'even-changed': { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return say(USAGE)
  const [file, ...others] = positionals
  const { undo, conflicts } = values
  if ((file === undefined) === (undo === undefined) || others.length > 0) throw new UserError(USAGE)
  if (conflicts !== 'skip' && conflicts !== 'copy') throw new UserError('--conflicts takes skip or copy')

  loadEnvFiles()
  const { dataDir, libsql } = readEnv()
  const url = libsql.url ?? localDatabaseUrl(dataDir)
  await using stack = new AsyncDisposableStack()
  const client = await openBesideOrAlone({ url, authToken: libsql.authToken }, stack)
  const imports = importsOver(client, { url, dataDir })
  stack.defer(() => imports.close())
  const person = await personOf(openAccounts({ client, url }), values.person)
  if (undo !== undefined) return await takeBack(imports, person, { id: undo, evenChanged: values['even-changed'] }, say)
  await take(
    imports,
    person,
    { file: file ?? '', choices: { conflicts, settings: values.settings }, isDry: values['dry-run'] },
    say,
  )
}

/** Without a server as one would open it, an update included; beside one as it is. */
async function openBesideOrAlone(address: DatabaseAddress, stack: AsyncDisposableStack): Promise<SharedClient> {
  const { url } = address
  const isAlone = url.startsWith('file:') && (await lockedAlone(url, stack))
  if (isAlone) {
    const store = await openStore(address)
    stack.defer(() => store.close())
    return store.client
  }
  const client = await openClient(address, { create: false })
  stack.defer(() => client.close())
  await assertMigrated(client, { place: placeOf(url) })
  return client
}

async function lockedAlone(url: string, stack: AsyncDisposableStack): Promise<boolean> {
  try {
    stack.defer(await lockDatabase(url, { patienceMs: 0 }))
    return true
  } catch (error) {
    if (error instanceof DatabaseInUseError) return false
    throw error
  }
}

/** Open pages of a server that runs hear of it when they ask for their lists again; it makes the words findable by itself. */
function importsOver(client: SharedClient, { url, dataDir }: { url: string; dataDir: string }): Imports {
  const attachments = join(dataDir, 'attachments')
  return new Imports({
    store: openImports({ client, url }),
    exports: openExports({ client, url }),
    presets: openPresets({ client, url }),
    attachments: openAttachments({ folder: attachments, client }),
    documents: createDocumentShelf({ folder: attachments }),
    folder: join(dataDir, 'imports'),
    clock: () => Date.now() * 1_000,
    log: createLogger({ level: 'warn' }),
    tellOfNew: async () => {},
    tellOfGone() {},
    wakeIndexing() {},
    // What another process runs is not to be stopped from here: such a chat stays.
    stopTurn: async () => {},
    removeWorkspace: async () => {},
  })
}

interface Taking {
  file: string
  choices: { conflicts: 'skip' | 'copy'; settings: boolean }
  isDry: boolean
}

async function take(
  imports: Imports,
  person: Principal,
  { file, choices, isDry }: Taking,
  say: (line: string) => void,
) {
  if (!(await stat(file).catch(() => null))?.isFile()) throw new UserError(`${file} is no file`)
  const id = await imports.receive(person, createReadStream(file), file)
  await settled(imports, person, id, say)
  const found = await imports.read(person, id)
  for (const line of previewLines(found)) say(line)
  if (found.state === 'failed' || isDry) {
    await imports.remove(person, id, { evenChanged: false })
    if (found.state === 'failed') throw new UserError(`nothing was imported: ${found.failure?.message}`)
    return say('nothing was created')
  }
  await imports.apply(person, id, { ...choices, even_changed: false })
  await settled(imports, person, id, say)
  const { state, failure, tally, bad } = await imports.read(person, id)
  for (const { title, reason } of bad.filter((item) => item.state === 'failed'))
    say(`  ${title ?? 'untitled'}: ${reason}`)
  const created = sumOf(tally, { kind: 'chat', state: 'applied' })
  if (state === 'failed')
    throw new UserError(`${failure?.message}; ${created} chats are there, and the next start goes on`)
  say(`${created} chats were imported; to take them back: npm run import -- --undo ${id}`)
}

async function takeBack(
  imports: Imports,
  person: Principal,
  { id, evenChanged }: { id: string; evenChanged: boolean },
  say: (line: string) => void,
) {
  await imports.remove(person, id, { evenChanged })
  const record = await settled(imports, person, id, say)
  if (record === null || record.state === 'undone') return say('all of it was taken back')
  for (const chat of record.changed) say(`  ${chat.id} ${chat.title ?? 'untitled'}: changed since`)
  say(`${record.changed.length} chats stayed, because they were changed since; --even-changed takes them back as well`)
}

/** Null where it is gone. */
async function settled(imports: Imports, person: Principal, id: string, say: (line: string) => void) {
  const done = imports.settled(id)
  for (;;) {
    const isOver = await Promise.race([done.then(() => true), sleep(SAY_AGAIN_MS, false, { ref: false })])
    const record = await imports.read(person, id).catch(() => null)
    if (isOver) return record
    if (record) {
      const { done: part, of } = progressOf(record)
      say(`${record.state}: ${part} of ${of}`)
    }
  }
}

function previewLines({ source, tally, found, bad }: ImportDetail): string[] {
  const count = (verdict: ImportItem['verdict']) => sumOf(tally, { kind: 'chat', verdict })
  const { losses = [] } = (found ?? {}) as { losses?: { kind: string; count: number; detail?: string }[] }
  return [
    `from ${source ?? 'an unknown source'}: ${count('new')} new chats, ${count('taken')} under new ids, ${count('here')} here already, ${count('conflict')} here and different, ${count('bad')} that cannot be read`,
    ...losses.map(
      ({ kind, count: times, detail }) => `  lost or changed: ${kind}, ${times} times${detail ? ` (${detail})` : ''}`,
    ),
    ...bad.map(({ title, external_id, reason }) => `  ${title ?? external_id ?? 'untitled'}: ${reason}`),
  ]
}

function sumOf(tally: ImportDetail['tally'], which: Partial<ImportDetail['tally'][number]>): number {
  const fits = tally.filter((each) =>
    Object.entries(which).every(([key, value]) => each[key as keyof typeof each] === value),
  )
  return fits.reduce((sum, { items }) => sum + items, 0)
}

/** Before there are accounts there is one owner. */
async function personOf(accounts: Pick<AccountStore, 'people'>, named: string | undefined): Promise<Principal> {
  const people = await accounts.people()
  const list = people.map(({ id, email }) => `  ${id} (${email})`).join('\n')
  const [only, ...others] = people
  if (named === undefined) {
    if (others.length > 0) throw new UserError(`Say whose import it is with --person. There are:\n${list}`)
    return only ? principalOf(only.id) : LOCAL_OWNER
  }
  const found = people.find(({ id, email }) => id === named || email === named)
  if (found) return principalOf(found.id)
  if (named === LOCAL_OWNER.id && !only) return LOCAL_OWNER
  throw new UserError(`Nobody is called ${named}. There are:\n${list}`)
}

/** What comes is theirs; what they may do is not asked for it. */
function principalOf(id: string): Principal {
  return { id, role: 'member', teams: [] }
}

await runCommand((args) => main(args, (line) => process.stderr.write(`${line}\n`)))
