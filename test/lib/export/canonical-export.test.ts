import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { messageHash } from '#lib/canonical/hash.ts'
import { sessionHash } from '#lib/canonical/session-hash.ts'
import type { ChatLine } from '#lib/export/format.ts'
import { verifyArchive } from '#lib/export/verify.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { CANONICAL, linesIn, openExported, sha256, startExports, textIn } from '#test/support/exportable.ts'
import { member } from '#test/support/member.ts'
import { PNG, writeRichChat } from '#test/support/rich-chat.ts'
import { chain, llmCallOf, messageOf, NOON, session } from '#test/support/session-builder.ts'

const run = promisify(execFile)

async function started() {
  const started = await startExports()
  onTestFinished(() => started[Symbol.asyncDispose]())
  return started
}

type Started = Awaited<ReturnType<typeof started>>

async function exported({ exports, path }: Started, id?: string) {
  const file =
    id === undefined ? await exports.everything('local', CANONICAL) : await exports.chat('local', id, CANONICAL)
  if (!file) throw new Error(`no chat ${id}`)
  const archive = await openExported(path, file)
  onTestFinished(() => archive[Symbol.asyncDispose]())
  return archive
}

function ofType<T extends ChatLine['type']>(lines: readonly ChatLine[], type: T) {
  return lines.filter((line): line is Extract<ChatLine, { type: T }> => line.type === type)
}

test('a chat in its own format is all that is stored of it, and is read again as what it was', async () => {
  const here = await started()
  const rich = await writeRichChat(here)
  const archive = await exported(here, rich.owner.id)
  const lines = await linesIn(archive, `chats/${rich.owner.id}.ndjson`)
  const [first] = lines
  expect(first).toEqual({
    type: 'session',
    session: await here.store.session(rich.owner.id),
    head_id: rich.placed.at(-1)?.message.id,
  })
  const expected = rich.placed.toSorted((a, b) => (a.message.id < b.message.id ? -1 : 1))
  expect(ofType(lines, 'message')).toEqual(
    expected.map(({ message, parent_id }) => ({ type: 'message', parent_id, hash: messageHash(message), message })),
  )
  expect(ofType(lines, 'turn').map(({ turn }) => turn)).toEqual([rich.turn])
  expect(ofType(lines, 'tool_call').map((line) => line.tool_call)).toEqual([rich.call])
  expect(ofType(lines, 'call').map(({ call }) => call)).toEqual(rich.calls.map((call) => ({ ...call, repriced: null })))
  expect(ofType(lines, 'event').map(({ event }) => event)).toEqual(rich.events)
  expect(ofType(lines, 'projection').map(({ projection }) => projection)).toEqual(rich.projections)
  const hashes = expected.map(({ message, parent_id }) => ({ id: message.id, parent_id, hash: messageHash(message) }))
  const counts = { messages: 7, turns: 1, tool_calls: 1, calls: 3, events: 2, projections: 1 }
  expect(lines.at(-1)).toEqual({ type: 'end', hash: sessionHash(hashes), counts })
})

test('its manifest names every file with its hash, and the uploads that are not there any more', async () => {
  const here = await started()
  const { owner, upload, missing } = await writeRichChat(here)
  const archive = await exported(here, owner.id)
  const { files, ...about } = archive.manifest
  expect(about).toEqual({
    format: 'metis-export',
    version: 1,
    product_version: '9.9.9',
    exported_at: '2026-11-23T12:00:00.000000Z',
    scope: 'chat',
    owner_id: 'local',
    counts: { chats: 1, uploads: 1, messages: 7, turns: 1, tool_calls: 1, calls: 3, events: 2, projections: 1 },
    missing_uploads: [missing],
  })
  expect(files.map(({ path, kind }) => [path, kind])).toEqual([
    [`chats/${owner.id}.ndjson`, 'chat'],
    [`${upload}.png`, 'upload'],
  ])
  expect(files[1]).toMatchObject({ data: upload, media_type: 'image/png', bytes: PNG.byteLength, sha256: sha256(PNG) })
  expect(files[0]?.sha256).toBe(sha256(await textIn(archive, files[0]?.path ?? '')))
})

test('another program reads the archive, and finds no name in it that leads elsewhere', async () => {
  const here = await started()
  await writeRichChat(here)
  const { file, paths } = await exported(here)
  const script =
    'import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nprint("\\n".join(z.namelist()))'
  const { stdout } = await run('python3', ['-c', script, file])
  expect(stdout.trim().split('\n')).toEqual([...paths])
  for (const path of paths) expect(path).toMatch(/^((chats|attachments)\/)?\w+(\.\w+)?$/)
})

test('everything is every chat, archived ones too, with settings, presets and calls that are of no chat', async () => {
  const here = await started()
  const { store, presets } = here
  const own = [session(), session({ archived: true, folder: 'Work', tags: ['a'] })]
  const others = [session({ owner_id: 'bert' }), session({ temporary: true }), session()]
  for (const each of [...own, ...others]) await store.createSession(each, [])
  const [, , deleted] = others
  await store.commit({
    session_id: deleted?.id ?? '',
    llm_calls: [llmCallOf({ id: deleted?.id ?? '' }, { id: 'spent' })],
  })
  await store.discardSession(LOCAL_OWNER, deleted?.id ?? '')
  await store.changePersonSettings(LOCAL_OWNER, { title_model: 'chat' })
  const preset = { id: 'P1', name: 'Brief', model: null, system_prompt: 'Be brief.', settings: {} }
  await presets.add(LOCAL_OWNER, preset)
  await presets.add(member('bert'), { ...preset, id: 'P2', name: 'Other' })
  const archive = await exported(here)
  expect([...archive.paths]).toEqual([
    ...own.map(({ id }) => `chats/${id}.ndjson`),
    'calls.ndjson',
    'person.json',
    'manifest.json',
  ])
  expect(JSON.parse(await textIn(archive, 'person.json'))).toEqual({
    settings: { title_model: 'chat' },
    presets: [preset],
  })
  const calls = await linesIn(archive, 'calls.ndjson')
  expect(calls).toMatchObject([{ type: 'call', call: { id: 'spent', cost_usd: '0.000123' } }])
  expect(archive.manifest.counts).toMatchObject({ chats: 2, calls: 1 })
})

test('what a call costs by other prices stands beside what it was billed', async () => {
  const here = await started()
  const owner = session()
  const call = llmCallOf(owner)
  await here.store.createSession(owner, [])
  await here.store.commit({ session_id: owner.id, llm_calls: [call] })
  await here.store.client.batch([
    `INSERT INTO reprices (id, from_at, to_at, pricing_version, reason, author, created_at, state, reached_id, calls, changed_calls)
     VALUES ('R1', 0, 1, 'v2', 'why', 'local', 0, 'applied', '', 1, 1)`,
    `INSERT INTO call_costs (call_id, pricing_version, reprice_id, cost_usd, cost_picousd, cost_state)
     VALUES ('${call.id}', 'v2', 'R1', '0.5', 500000000000, 'exact')`,
  ])
  const lines = await linesIn(await exported(here, owner.id), `chats/${owner.id}.ndjson`)
  const repriced = { cost_usd: '0.5', cost_state: 'exact', pricing_version: 'v2', reprice_id: 'R1' }
  expect(ofType(lines, 'call')).toEqual([{ type: 'call', call: { ...call, repriced } }])
})

test('nobody gets a chat, or an upload, of somebody else', async () => {
  const here = await started()
  const { owner } = await writeRichChat(here)
  expect(await here.exports.chat('bert', owner.id, CANONICAL)).toBeNull()
  const theirs = session({ owner_id: 'bert' })
  const { data } = await here.attachments.put(Buffer.from('secret'), 'text/plain', {}, 'anna')
  const source = { kind: 'file_ref' as const, data }
  const message = messageOf(theirs, {
    content: [{ type: 'document', source, media_type: 'text/plain', name: 'a.txt' }],
  })
  await here.store.createSession(theirs, [])
  await here.store.commit({ session_id: theirs.id, messages: chain([message]), patch: { head_id: message.id } })
  const file = await here.exports.everything('bert', CANONICAL)
  await using archive = await openExported(here.path, file)
  expect(archive.manifest.missing_uploads).toEqual([data])
  expect([...archive.paths].filter((path) => path.startsWith('attachments/'))).toEqual([])
})

test('an export of nothing is a whole one', async () => {
  const here = await started()
  const archive = await exported(here)
  expect(archive.manifest.counts).toMatchObject({ chats: 0, messages: 0, uploads: 0 })
  expect((await verifyArchive(archive)).faults).toEqual([])
})

test('a fresh export is verified without a fault', async () => {
  const here = await started()
  await writeRichChat(here)
  await here.store.createSession(session({ created_at: NOON }), [])
  const { faults, chats, messages } = await verifyArchive(await exported(here))
  expect({ faults, chats, messages }).toEqual({ faults: [], chats: 2, messages: 7 })
})
