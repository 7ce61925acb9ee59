import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openArchive } from '#lib/export/read-archive.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { linesIn } from '#test/support/exportable.ts'
import { exportedBytes, imported, previewed, startImports, writeChats } from '#test/support/importable.ts'
import { member } from '#test/support/member.ts'
import { writeRichChat } from '#test/support/rich-chat.ts'
import { chain, messageOf } from '#test/support/session-builder.ts'

async function started() {
  const here = await startImports()
  onTestFinished(() => here[Symbol.asyncDispose]())
  return here
}

type Here = Awaited<ReturnType<typeof started>>

async function manifestOf(here: Here, bytes: Buffer) {
  const path = join(here.path, 'again.zip')
  await writeFile(path, bytes)
  const archive = await openArchive(path)
  onTestFinished(() => archive[Symbol.asyncDispose]())
  return archive
}

describe('an export of everything that is imported into an empty installation', () => {
  test('is the same again: every chat by its hash and its bytes, costs, presets and uploads', async () => {
    const [from, to] = [await started(), await started()]
    const chats = await writeChats(from)
    const bytes = await exportedBytes(from)
    const { state, tally, found } = await imported(to.imports, bytes, { settings: true })
    expect(state).toBe('applied')
    expect(tally.every(({ state: each }) => each === 'applied')).toBe(true)
    expect(found).toEqual({ counts: { messages: 6, branches: 2, tool_calls: 0, files: 2, calls: 4 }, losses: [] })
    const [before, after] = [await manifestOf(from, bytes), await manifestOf(to, await exportedBytes(to))]
    const listed = ({ manifest }: typeof before) => manifest.files.map(({ path, sha256 }) => [path, sha256])
    expect(listed(after)).toEqual(listed(before))
    for (const { id } of chats) expect(await to.store.session(id)).toEqual(await from.store.session(id))
    const { data } = { data: (await to.source.records('local', [chats[0]?.id ?? '']))[0]?.head_id }
    expect(data).not.toBeNull()
    expect(to.told.made).toEqual(chats.map(({ id }) => id))
  })

  test('ends what was running then, and loses nothing else', async () => {
    const [from, to] = [await started(), await started()]
    const rich = await writeRichChat(from)
    const { found, tally } = await imported(to.imports, await exportedBytes(from))
    expect(tally).toMatchObject([
      { kind: 'chat', verdict: 'new', state: 'applied' },
      { kind: 'settings', state: 'listed' },
    ])
    expect(found).toMatchObject({
      losses: [
        { kind: 'missing_file', count: 1 },
        { kind: 'interrupted', count: 1 },
      ],
    })
    const [here] = await to.source.records('local', [rich.owner.id])
    expect(here?.turns).toMatchObject([{ state: 'failed', ended_at: '2026-11-23T12:00:00.000000Z' }])
    expect(here?.session).toMatchObject({
      state: 'idle',
      turn: { state: 'failed' },
      cost_usd: '0.1',
      unpriced_calls: 2,
    })
    const messages = await to.source.messages(rich.placed.map(({ message }) => message.id))
    const partial = rich.placed.at(-1)?.message.id
    for (const { message } of messages) {
      const before = rich.placed.find((placed) => placed.message.id === message.id)?.message
      if (message.id === partial) expect(message.metadata).toMatchObject({ status: 'error', stop_reason: 'error' })
      else expect(message).toEqual(before)
    }
    expect(await to.store.recover()).toEqual([])
  })
})

describe('an export that is imported where it comes from', () => {
  test('changes nothing', async () => {
    const here = await started()
    await writeChats(here)
    const bytes = await exportedBytes(here)
    const { tally, found } = await imported(here.imports, bytes)
    expect(tally.filter(({ kind }) => kind === 'chat')).toEqual([
      { kind: 'chat', verdict: 'here', state: 'listed', items: 2 },
    ])
    expect(found).toMatchObject({ counts: { messages: 0 } })
    expect(await exportedBytes(here)).toEqual(bytes)
  })

  test('lists a chat that went on since as a conflict, and copies it under new ids where that is asked for', async () => {
    const here = await started()
    const [one] = await writeChats(here)
    const bytes = await exportedBytes(here)
    const id = one?.id ?? ''
    const head = await here.store.head(id)
    const more = messageOf({ id })
    await here.store.commit({ session_id: id, messages: chain([more], head), patch: { head_id: more.id } })
    const skipped = await imported(here.imports, bytes)
    expect(skipped.conflicts).toMatchObject([{ external_id: id, title: 'One', state: 'listed', target_id: id }])
    expect(await here.source.chats('local')).toHaveLength(2)
    const copied = await imported(here.imports, bytes, { conflicts: 'copy' })
    expect(copied.conflicts).toMatchObject([{ external_id: id, state: 'applied' }])
    const chats = await here.source.chats('local')
    expect(chats.map(({ messages }) => messages)).toEqual(expect.arrayContaining([4, 3, 3]))
    const copy = copied.conflicts[0]?.target_id ?? ''
    // What was spent on the first was spent once.
    expect(await here.store.session(copy)).toMatchObject({
      title: 'One',
      cost_usd: '0',
      origin: { kind: 'import', external_id: id },
    })
    expect(await here.store.session(id)).toMatchObject({ cost_usd: '1.500123' })
    const again = await previewed(here.imports, bytes)
    expect(again.tally.filter(({ kind }) => kind === 'chat')).toMatchObject([{ verdict: 'here', items: 2 }])
  })

  test('brings a chat that was deleted back as a copy', async () => {
    const here = await started()
    const [one] = await writeChats(here)
    const bytes = await exportedBytes(here)
    await here.store.discardSession(LOCAL_OWNER, one?.id ?? '')
    const { chats } = await imported(here.imports, bytes)
    expect(chats).toMatchObject([{ external_id: one?.id, verdict: 'taken', state: 'applied' }])
    expect(chats[0]?.target_id).not.toBe(one?.id)
    expect(await here.source.chats('local')).toHaveLength(2)
  })
})

test('a chat whose ids are somebody else’s in this installation comes under new ones, and theirs stays', async () => {
  const here = await started()
  const [one] = await writeChats(here)
  const bytes = await exportedBytes(here)
  const bert = member('bert')
  const { chats } = await imported(here.imports, bytes, {}, bert)
  expect(chats.map(({ verdict, state }) => [verdict, state])).toEqual([
    ['taken', 'applied'],
    ['taken', 'applied'],
  ])
  const own = await here.source.chats('bert')
  expect(own.map(({ messages }) => messages)).toEqual([3, 3])
  expect(own.map(({ id }) => id)).not.toContain(one?.id)
  expect(await here.source.chats('local')).toHaveLength(2)
  const archive = await manifestOf(here, await exportedBytes(here, 'bert'))
  const [file] = archive.manifest.files
  const lines = await linesIn(archive, file?.path ?? '')
  const [first, ...rest] = lines
  expect(first).toMatchObject({ session: { origin: { kind: 'import', source: 'metis' } } })
  expect(JSON.stringify(rest)).not.toContain(one?.id)
  // Uploads are theirs as well by now.
  expect(archive.manifest.missing_uploads).toEqual([])
})
