import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAttachments } from '#db/attachment.ts'
import { localDatabaseUrl } from '#db/client.ts'
import { openDatabase } from '#db/database.ts'
import { attachments as table } from '#db/schema.ts'
import { openStore } from '#db/store.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { type AttachmentStore, uploadsOf } from '#lib/store/attachment-store.ts'
import { member } from '#test/support/member.ts'
import { temporaryFolder } from '../support/database.ts'
import { session } from '../support/session-builder.ts'

const BYTES = new TextEncoder().encode('not really a picture')
const HASH = createHash('sha256').update(BYTES).digest('hex')
const DATA = `attachments/${HASH}`
const NOON = Date.UTC(2026, 4, 8, 12)

let stack: AsyncDisposableStack
let store: Awaited<ReturnType<typeof openStore>>
let folder: string
let attachments: AttachmentStore

beforeEach(async () => {
  stack = new AsyncDisposableStack()
  const { path } = stack.use(await temporaryFolder())
  store = await openStore({ url: localDatabaseUrl(path) })
  stack.defer(() => store.close())
  folder = join(path, 'attachments')
  attachments = openAttachments({ folder, client: store.client, now: () => NOON })
})

afterEach(() => stack.disposeAsync())

const rows = () => openDatabase(store.client).select().from(table)
const path = () => join(folder, HASH.slice(0, 2), HASH)

describe('an upload', () => {
  test('is found under the hash of its bytes, with its type', async () => {
    expect(await attachments.put(BYTES, 'image/png', { width: 3, height: 2 })).toEqual({ data: DATA })
    expect(await attachments.has(DATA)).toBe(true)
    expect(await attachments.get(DATA)).toEqual({ bytes: BYTES, media_type: 'image/png' })
    const about = { media_type: 'image/png', byte_size: 20, width: 3, height: 2 }
    expect(await rows()).toEqual([{ hash: HASH, ...about, created_at: '2026-05-08T12:00:00.000000Z' }])
  })

  test('is there for each who has uploaded it, and for nobody else who knows its hash', async () => {
    const [anna, bert] = [uploadsOf(attachments, member('anna')), uploadsOf(attachments, member('bert'))]
    await anna.put(BYTES, 'image/png')
    expect([await anna.has(DATA), await bert.has(DATA)]).toEqual([true, false])
    expect(await bert.get(DATA)).toBeNull()
    await bert.put(BYTES, 'image/png')
    await bert.put(BYTES, 'image/png')
    expect(await bert.get(DATA)).toEqual({ bytes: BYTES, media_type: 'image/png' })
    expect(await rows()).toHaveLength(1)
  })

  test('of nobody is there for nobody, and for a turn that was given it', async () => {
    await attachments.put(BYTES, 'image/png')
    expect(await uploadsOf(attachments, LOCAL_OWNER).has(DATA)).toBe(false)
    expect(await attachments.has(DATA)).toBe(true)
  })

  test('may be empty and of any size', async () => {
    for (const bytes of [new Uint8Array(), new Uint8Array(3_000_000).fill(7)]) {
      const { data } = await attachments.put(bytes, 'application/octet-stream')
      const stored = await attachments.get(data)
      expect(Buffer.compare(stored?.bytes ?? new Uint8Array(1), bytes)).toBe(0)
    }
  })

  test('is kept once, however often and at whatever moment it comes; the first word on its type stands', async () => {
    await attachments.put(BYTES, 'image/png')
    await Promise.all([1, 2, 3, 4].map(() => attachments.put(BYTES, 'text/html', { width: 1, height: 1 })))
    expect(await readdir(join(folder, HASH.slice(0, 2)))).toEqual([HASH])
    expect(await rows()).toMatchObject([{ media_type: 'image/png', width: null }])
  })

  test('outlives the sessions', async () => {
    const it = session()
    await store.createSession(it, [])
    await attachments.put(BYTES, 'image/png')
    await store.deleteSession(it.id)
    expect(await attachments.has(DATA)).toBe(true)
  })

  test('whose file is gone or cut off is not there, and comes back whole with the next upload', async () => {
    await attachments.put(BYTES, 'image/png')
    await truncate(path(), 3)
    expect(await attachments.has(DATA)).toBe(false)
    await attachments.put(BYTES, 'image/png')
    expect(await attachments.get(DATA)).toEqual({ bytes: BYTES, media_type: 'image/png' })
    await rm(path())
    expect(await attachments.get(DATA)).toBeNull()
    expect(await attachments.has(DATA)).toBe(false)
  })

  test('that cannot be written is an error and leaves nothing behind', async () => {
    await mkdir(path(), { recursive: true })
    await expect(attachments.put(BYTES, 'image/png')).rejects.toThrow()
    expect(await readdir(dirname(path()))).toEqual([HASH])
    await rm(folder, { recursive: true })
    await writeFile(folder, 'a file where the folder should be')
    await expect(attachments.put(BYTES, 'image/png')).rejects.toThrow()
    expect(await rows()).toEqual([])
    await rm(folder)
    expect(await attachments.put(BYTES, 'image/png')).toEqual({ data: DATA })
  })
})

test.each([
  '',
  'attachments/',
  HASH,
  `attachments/${HASH.toUpperCase()}`,
  `attachments/${HASH}/..`,
  `${DATA}\n`,
  `x/${DATA}`,
  'attachments/../../etc/passwd',
  `attachments/../${HASH}`,
])('there is nothing under %j, and no way out of the folder', async (data) => {
  await attachments.put(BYTES, 'image/png')
  expect(await attachments.has(data)).toBe(false)
  expect(await attachments.get(data)).toBeNull()
})
