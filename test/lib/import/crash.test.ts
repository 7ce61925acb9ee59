import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Imports } from '#lib/import/imports.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import type { ImportStore } from '#lib/store/import-store.ts'
import { StorageError } from '#lib/store/storage-error.ts'
import { exportedBytes, imported, importsOver, startImports, writeChats } from '#test/support/importable.ts'

async function started() {
  const here = await startImports()
  onTestFinished(() => here[Symbol.asyncDispose]())
  return here
}

/** A process that ends at the `last` write of a kind, before it or right after: from then on it does nothing any more. */
function endingAt(
  store: ImportStore,
  methods: readonly (keyof ImportStore)[],
  last: number,
  when: 'before' | 'after',
): ImportStore {
  let left = last
  const never = () => new Promise<never>(() => {})
  const ended = Promise.withResolvers<void>()
  const wrapped = Object.fromEntries(
    Object.entries(store).map(([name, method]) => [
      name,
      async (...args: never[]) => {
        if (left < 0) return await never()
        const isCounted = methods.includes(name as keyof ImportStore)
        if (isCounted) left -= 1
        if (left >= 0) return await (method as (...all: never[]) => unknown)(...args)
        if (when === 'after') await (method as (...all: never[]) => unknown)(...args)
        ended.resolve()
        return await never()
      },
    ]),
  )
  return Object.assign(wrapped as unknown as ImportStore, { ended: ended.promise })
}

const CHOICES = { conflicts: 'skip', settings: false, even_changed: false } as const
const WRITES = ['applyChat', 'applyPreset', 'applyCalls', 'undoItem', 'addItems'] as const

/** As its person would, with as many processes as it takes. */
async function driven(imports: Imports) {
  await imports.start()
  for (const { id } of await imports.list(LOCAL_OWNER)) await imports.settled(id)
}

describe('an import that is cut off', () => {
  test.each([0, 1, 2, 3].flatMap((last) => (['before', 'after'] as const).map((when) => [when, last] as const)))(
    'right %s write %i goes on where it was at the next start, and comes to the same',
    async (when, last) => {
      const [from, whole, to] = [await started(), await started(), await started()]
      await writeChats(from)
      const bytes = await exportedBytes(from)
      await imported(whole.imports, bytes)
      const dying = endingAt(to.importStore, WRITES, last, when) as ImportStore & { ended: Promise<void> }
      const first = importsOver(to, dying).imports
      const id = await first.receive(LOCAL_OWNER, chunks(bytes), null)
      await Promise.race([first.settled(id), dying.ended])
      const halfway = await to.importStore.find('local', id)
      if (halfway?.state === 'ready') {
        first.apply(LOCAL_OWNER, id, CHOICES).catch(() => {})
        await dying.ended
      }
      // Nothing of a chat is there that is not there whole.
      for (const { messages } of await to.source.chats('local')) expect(messages).toBe(3)
      const next = importsOver(to, to.importStore).imports
      await driven(next)
      const again = await next.read(LOCAL_OWNER, id)
      if (again.state === 'ready') {
        await next.apply(LOCAL_OWNER, id, CHOICES)
        await next.settled(id)
      }
      expect(await next.read(LOCAL_OWNER, id)).toMatchObject({ state: 'applied' })
      expect(await exportedBytes(to)).toEqual(await exportedBytes(whole))
      expect(await readdir(join(to.path, 'imports'))).toEqual([])
    },
  )

  test('while it is taken back is taken back to its end', async () => {
    const [from, to] = [await started(), await started()]
    await writeChats(from)
    const { id } = await imported(to.imports, await exportedBytes(from))
    const dying = endingAt(to.importStore, ['undoItem'], 1, 'after') as ImportStore & { ended: Promise<void> }
    await importsOver(to, dying).imports.remove(LOCAL_OWNER, id, { evenChanged: false })
    await dying.ended
    expect(await to.source.chats('local')).toHaveLength(0)
    const next = importsOver(to, to.importStore).imports
    await driven(next)
    expect(await next.read(LOCAL_OWNER, id)).toMatchObject({ state: 'undone' })
  })

  test('while its file came leaves nothing behind', async () => {
    const to = await started()
    await expect(to.imports.receive(LOCAL_OWNER, brokenOff(), 'x.zip')).rejects.toThrow('the connection broke')
    expect(await to.imports.list(LOCAL_OWNER)).toEqual([])
    expect(await readdir(join(to.path, 'imports'))).toEqual([])
  })

  test('by a stop of the server goes on at the next start', async () => {
    const [from, to] = [await started(), await started()]
    await writeChats(from)
    const id = await to.imports.receive(LOCAL_OWNER, chunks(await exportedBytes(from)), null)
    await to.imports.close()
    const next = importsOver(to, to.importStore).imports
    await driven(next)
    expect(await next.read(LOCAL_OWNER, id)).toMatchObject({ state: 'ready' })
  })
})

test('an import that the disk had no room for goes on where it was once there is some, also after a new start', async () => {
  const [from, to] = [await started(), await started()]
  await writeChats(from)
  const bytes = await exportedBytes(from)
  let left = 1
  const full: ImportStore = {
    ...to.importStore,
    async applyChat(...chat) {
      left -= 1
      if (left < 0) throw new StorageError('full', 'the disk is full')
      return await to.importStore.applyChat(...chat)
    },
  }
  const { id, ...failed } = await imported(importsOver(to, full).imports, bytes)
  expect(failed).toMatchObject({
    state: 'failed',
    failure: { during: 'applying', code: 'storage', message: 'the disk is full' },
  })
  expect(await to.source.chats('local')).toHaveLength(1)
  const next = importsOver(to, to.importStore).imports
  await next.start()
  await next.apply(LOCAL_OWNER, id, CHOICES)
  await next.settled(id)
  expect(await next.read(LOCAL_OWNER, id)).toMatchObject({ state: 'applied', failure: null })
  expect(await to.source.chats('local')).toHaveLength(2)
})

test('whoever has an import under way is refused another one, and others are not', async () => {
  const [from, to] = [await started(), await started()]
  await writeChats(from)
  const bytes = await exportedBytes(from)
  const id = await to.imports.receive(LOCAL_OWNER, chunks(bytes), null)
  await expect(to.imports.receive(LOCAL_OWNER, chunks(bytes), null)).rejects.toThrow(
    'another import of yours is under way',
  )
  const theirs = await to.imports.receive({ id: 'bert', role: 'member', teams: [] }, chunks(bytes), null)
  await to.imports.settled(theirs)
  await to.imports.settled(id)
  // Two that wait are no harm; only one is carried out at a time, and the second finds what the first has made.
  const second = await to.imports.receive(LOCAL_OWNER, chunks(bytes), null)
  await to.imports.settled(second)
  await to.imports.apply(LOCAL_OWNER, id, CHOICES)
  await expect(to.imports.apply(LOCAL_OWNER, second, CHOICES)).rejects.toThrow('another import of yours is under way')
  await to.imports.settled(id)
  await to.imports.apply(LOCAL_OWNER, second, CHOICES)
  await to.imports.settled(second)
  expect(await to.source.chats('local')).toHaveLength(2)
  expect((await to.imports.read(LOCAL_OWNER, second)).tally).toContainEqual({
    kind: 'chat',
    verdict: 'here',
    state: 'listed',
    items: 2,
  })
})

async function* chunks(bytes: Buffer) {
  yield bytes
}

async function* brokenOff() {
  yield Buffer.from('PK')
  throw new Error('the connection broke')
}
