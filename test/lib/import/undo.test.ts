import { describe, expect, onTestFinished, test } from 'vitest'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { readAllRows } from '#test/support/database-dump.ts'
import { exportedBytes, imported, startImports, writeChats } from '#test/support/importable.ts'
import { chain, llmCallOf, messageOf, session } from '#test/support/session-builder.ts'

async function started() {
  const here = await startImports()
  onTestFinished(() => here[Symbol.asyncDispose]())
  return here
}

type Here = Awaited<ReturnType<typeof started>>

async function undone({ imports }: Here, id: string, evenChanged = false) {
  await imports.remove(LOCAL_OWNER, id, { evenChanged })
  await imports.settled(id)
  return await imports.read(LOCAL_OWNER, id)
}

/** All that is stored, but for the imports themselves and the uploads, which stay as they do where a chat is deleted. */
async function everythingIn({ store }: Here) {
  const {
    imports: _imports,
    import_items: _items,
    attachments: _files,
    attachment_owners: _owners,
    ...rows
  } = await readAllRows(store.client)
  // Sums of what is gone are 0.
  const isEmpty = (row: object) => 'calls' in row && row.calls === 0
  const sums = Object.entries(rows).map(([table, of]) => [table, (of as object[]).filter((row) => !isEmpty(row))])
  return Object.fromEntries(sums)
}

describe('undoing an import', () => {
  test('leaves all that was there as it was, and nothing of what came', async () => {
    const [from, to] = [await started(), await started()]
    await writeChats(from)
    const own = session({ title: 'Mine' })
    await to.store.createSession(own, [])
    await to.store.commit({ session_id: own.id, messages: chain([messageOf(own)]), llm_calls: [llmCallOf(own)] })
    await to.store.changePersonSettings(LOCAL_OWNER, { title_model: 'off' })
    const before = await everythingIn(to)
    const { id, created } = await importedAs(to, await exportedBytes(from))
    expect(created).toBe(4)
    expect(await undone(to, id)).toMatchObject({ state: 'undone', changed: [] })
    expect(await everythingIn(to)).toEqual(before)
    expect(to.told.gone).toHaveLength(2)
  })

  test('names a chat that went on since and leaves it, unless that is to go as well', async () => {
    const [from, to] = [await started(), await started()]
    const [one] = await writeChats(from)
    const { id } = await importedAs(to, await exportedBytes(from))
    const owner = { id: one?.id ?? '' }
    const more = messageOf(owner)
    const later = llmCallOf(owner)
    const head = await to.store.head(owner.id)
    await to.store.commit({
      session_id: owner.id,
      messages: chain([more], head),
      llm_calls: [later],
      patch: { head_id: more.id },
    })
    const kept = await undone(to, id)
    expect(kept).toMatchObject({ state: 'applied', changed: [{ id: owner.id, title: 'One' }] })
    expect((await to.source.chats('local')).map((chat) => chat.id)).toEqual([owner.id])
    expect(await undone(to, id, true)).toMatchObject({ state: 'undone' })
    expect(await to.source.chats('local')).toEqual([])
    // What was spent here since stays spent.
    expect((await to.store.llmCalls(owner.id)).map((call) => call.id)).toEqual([later.id])
    expect(to.told.stopped).toContain(owner.id)
  })

  test('leaves a call that was here before, though it came along once more', async () => {
    const here = await started()
    const [one] = await writeChats(here)
    const bytes = await exportedBytes(here)
    await here.store.deleteSession(one?.id ?? '')
    const calls = await here.store.llmCalls(one?.id ?? '')
    expect(calls).toHaveLength(2)
    const { id } = await importedAs(here, bytes)
    expect(await here.store.session(one?.id ?? '')).toMatchObject({ cost_usd: '1.500123' })
    await undone(here, id)
    expect(await here.store.session(one?.id ?? '')).toBeNull()
    expect(await here.store.llmCalls(one?.id ?? '')).toEqual(calls)
  })

  test('throws away what was not applied, with its file, and what was undone', async () => {
    const [from, to] = [await started(), await started()]
    await writeChats(from)
    const { id } = await importedAs(to, await exportedBytes(from))
    await undone(to, id)
    expect(await to.imports.remove(LOCAL_OWNER, id, { evenChanged: false })).toBeNull()
    expect(await to.imports.list(LOCAL_OWNER)).toEqual([])
  })
})

async function importedAs({ imports }: Here, bytes: Buffer) {
  const { id, tally } = await imported(imports, bytes, { settings: true })
  return { id, created: tally.filter(({ state }) => state === 'applied').reduce((sum, { items }) => sum + items, 0) }
}
