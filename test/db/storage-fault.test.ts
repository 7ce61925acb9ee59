import {
  appendFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openAttachments } from '#db/attachment.ts'
import { localDatabaseUrl, openClient } from '#db/client.ts'
import { errorData, errorFrom } from '#db/error-transfer.ts'
import { openStore } from '#db/store.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { StorageError } from '#lib/store/storage-error.ts'
import { temporaryFolder } from '../support/database.ts'
import { session } from '../support/session-builder.ts'
import { asRoot, smallDisk, smallDiskMissing } from '../support/small-disk.ts'

const noDisk = smallDiskMissing
const skipped = smallDiskMissing ?? ''

async function folder() {
  const it = await temporaryFolder()
  onTestFinished(() => it[Symbol.asyncDispose]())
  return it.path
}

async function opened(path: string) {
  const store = await openStore({ url: localDatabaseUrl(path) })
  // Closing one whose files are gone says so too.
  onTestFinished(() => store.close().catch(() => {}))
  return store
}

/** A stopped database with something in it. */
async function kept(path: string) {
  const store = await openStore({ url: localDatabaseUrl(path) })
  const it = session({ title: 'kept' })
  await store.createSession(it, [])
  await store.close()
  return it
}

/** What is told: the kind, and words for people that hold no name from a driver's manual. */
function told(kind: string, ...words: string[]) {
  const plain = new RegExp(
    `^(?!.*(SQLITE_|\\bE[A-Z]{4,}\\b|the log says))${words.map((word) => `(?=.*${word})`).join('')}`,
  )
  return { name: 'StorageError', kind, message: expect.stringMatching(plain) }
}

const write = (store: { createSession: Awaited<ReturnType<typeof openStore>>['createSession'] }, title = 'x') =>
  store.createSession(session({ title }), [])

describe('a full disk', () => {
  test.skipIf(noDisk)(
    `is said at a write, reading goes on, and writing again when there is room${skipped}`,
    async () => {
      const disk = await smallDisk(1_000_000)
      onTestFinished(disk.remove)
      const store = await opened(disk.path)
      await write(store, 'before')
      const filler = join(disk.path, 'filler')
      expect(() => {
        for (;;) appendFileSync(filler, Buffer.alloc(4096))
      }).toThrow('ENOSPC')
      for (let attempt = 0; attempt < 20; attempt += 1) {
        await expect(write(store, 'x'.repeat(20_000))).rejects.toMatchObject(
          told('full', 'disk is full', 'metis\\.db', '\\d bytes left', 'make room'),
        )
      }
      expect((await store.sessions(LOCAL_OWNER, { limit: 5 })).items.map(({ title }) => title)).toEqual(['before'])
      const attachments = openAttachments({ folder: join(disk.path, 'attachments'), client: store.client })
      await expect(attachments.put(new Uint8Array(20_000), 'image/png')).rejects.toMatchObject(
        told('full', 'attachments'),
      )
      rmSync(filler)
      await write(store, 'after')
      expect((await store.sessions(LOCAL_OWNER, { limit: 5 })).items).toHaveLength(2)
    },
  )

  test.skipIf(noDisk)(`is said at the start, and leaves no half of a database${skipped}`, async () => {
    const disk = await smallDisk(8192)
    onTestFinished(disk.remove)
    writeFileSync(join(disk.path, 'filler'), Buffer.alloc(4096))
    await expect(openStore({ url: localDatabaseUrl(disk.path) })).rejects.toMatchObject(told('full', 'make room'))
    expect(readdirSync(disk.path).filter((name) => name.includes('draft'))).toEqual([])
    rmSync(join(disk.path, 'filler'))
  })

  test('that SQLite finds by itself is the same', async () => {
    const store = await opened(await folder())
    await store.client.execute('PRAGMA max_page_count = 1')
    await expect(write(store, 'x'.repeat(500_000))).rejects.toMatchObject(told('full'))
    await write(store)
  })
})

test('a lock that is never released is said, and nothing is lost when it is', { timeout: 60_000 }, async () => {
  const path = await folder()
  const store = await opened(path)
  const other = createClient({ url: localDatabaseUrl(path) })
  const lock = await other.transaction('write')
  await expect(write(store)).rejects.toMatchObject(told('locked', 'metis\\.db', 'locked by another program', 'close'))
  await lock.rollback()
  other.close()
  await write(store)
})

describe('a damaged database', () => {
  /** Pages in the middle, as a disk loses them. */
  const spoil = (path: string) => {
    const size = readFileSync(path).byteLength
    const file = openSync(path, 'r+')
    for (let page = 1; page * 4096 < size; page += 1) writeSync(file, Buffer.alloc(4096, 0x55), 0, 4096, page * 4096)
  }

  test.each([
    ['in its pages', 'damaged', spoil],
    ['by being cut off', 'damaged', (path: string) => truncateSync(path, 6000)],
    ['in its header', 'not_a_database', (path: string) => writeFileSync(path, Buffer.alloc(8192))],
    ['into something else', 'not_a_database', (path: string) => writeFileSync(path, 'no database')],
  ])('%s is said, and is not written to', async (_, kind, harm) => {
    const path = await folder()
    await kept(path)
    harm(join(path, 'metis.db'))
    const before = readFileSync(join(path, 'metis.db'))
    const attempt = async () => {
      const store = await openStore({ url: localDatabaseUrl(path) })
      try {
        return await store.sessions(LOCAL_OWNER, { limit: 5 })
      } finally {
        await store.close()
      }
    }
    await expect(attempt()).rejects.toMatchObject(told(kind, 'metis\\.db', 'put a backup in its place'))
    expect(readFileSync(join(path, 'metis.db')).equals(before)).toBe(true)
  })
})

describe('an empty file where the database should be', () => {
  test.each([false, true])('is not taken for a new one (with a log beside it: %s)', async (withLog) => {
    const path = await folder()
    writeFileSync(join(path, 'metis.db'), '')
    if (withLog) writeFileSync(join(path, 'metis.db-wal'), 'the latest changes')
    await expect(openStore({ url: localDatabaseUrl(path) })).rejects.toMatchObject(
      told('empty', 'metis\\.db is empty \\(0 bytes\\)', 'put a backup in its place', 'move it'),
    )
    expect(readFileSync(join(path, 'metis.db')).byteLength).toBe(0)
    if (withLog) expect(readFileSync(join(path, 'metis.db-wal'), 'utf8')).toBe('the latest changes')
  })

  test('is never one that was just being made: a new one has its first page when it gets its name', async () => {
    const path = await folder()
    const client = await openClient({ url: localDatabaseUrl(path) })
    expect(readFileSync(join(path, 'metis.db')).toString('latin1', 0, 15)).toBe('SQLite format 3')
    expect(readdirSync(path).filter((name) => name.includes('draft'))).toEqual([])
    client.close()
  })

  test('a log without its database is not taken for a new one either', async () => {
    const path = await folder()
    writeFileSync(join(path, 'metis.db-wal'), 'the latest changes')
    await expect(openStore({ url: localDatabaseUrl(path) })).rejects.toMatchObject(
      told('missing', 'metis\\.db is not there', 'metis\\.db-wal', 'put the database back'),
    )
    expect(readdirSync(path)).toEqual(['metis.db-wal'])
  })
})

describe('what must not be written', () => {
  const readOnly = (path: string) => {
    asRoot('mount', '--bind', path, path)
    asRoot('mount', '-o', 'remount,ro,bind', path)
    onTestFinished(() => asRoot('umount', '-l', path))
  }

  test.skipIf(noDisk)(`a disk that is read-only is said${skipped}`, async () => {
    const path = await folder()
    await kept(path)
    readOnly(path)
    await expect(openStore({ url: localDatabaseUrl(path) })).rejects.toMatchObject(
      told('read_only', 'metis\\.db is read-only', 'METIS_DATA_DIR'),
    )
  })

  test.skipIf(noDisk)(`a file that nobody may change is said${skipped}`, async (context) => {
    const path = await folder()
    await kept(path)
    try {
      asRoot('chattr', '+i', join(path, 'metis.db'))
    } catch {
      return context.skip('this file system knows no immutable files')
    }
    onTestFinished(() => asRoot('chattr', '-i', join(path, 'metis.db')))
    await expect(openStore({ url: localDatabaseUrl(path) })).rejects.toMatchObject(
      told('no_permission', 'no permission', 'metis\\.db', 'METIS_DATA_DIR'),
    )
  })

  test('a folder that cannot be made is said', async () => {
    const path = await folder()
    writeFileSync(join(path, 'file'), '')
    await expect(openStore({ url: localDatabaseUrl(join(path, 'file', 'data')) })).rejects.toMatchObject(
      told('missing', 'METIS_DATA_DIR'),
    )
  })
})

describe('a data folder that goes away while it is used', () => {
  test.each([
    ['deleted', (path: string) => rmSync(path, { recursive: true })],
    ['moved', (path: string) => renameSync(path, `${path}-elsewhere`)],
    [
      'replaced',
      (path: string) => {
        rmSync(path, { recursive: true })
        mkdirSync(path)
        writeFileSync(join(path, 'metis.db'), 'another')
      },
    ],
    ['robbed of its log', (path: string) => rmSync(join(path, 'metis.db-wal'))],
  ])('%s, is noticed at the next write, and no fresh one is begun', async (_, happen) => {
    const path = join(await folder(), 'data')
    const store = await opened(path)
    await write(store, 'before')
    happen(path)
    const files = () => readdirSync(join(path, '..'), { recursive: true }).toSorted()
    const left = files()
    const attachments = openAttachments({ folder: join(path, 'attachments'), client: store.client })
    for (const _ of [1, 2]) {
      await expect(write(store)).rejects.toMatchObject(
        told('missing', 'deleted, moved or replaced while Metis was using it', 'nothing is stored', 'Put back'),
      )
      await expect(attachments.put(new Uint8Array(3), 'image/png')).rejects.toMatchObject(told('missing'))
    }
    // What was read before can still be read, and saved by hand.
    expect((await store.sessions(LOCAL_OWNER, { limit: 5 })).items.map(({ title }) => title)).toEqual(['before'])
    expect(files()).toEqual(left)
  })

  test('is used again when it comes back', async () => {
    const path = join(await folder(), 'data')
    const store = await opened(path)
    renameSync(path, `${path}-elsewhere`)
    await expect(write(store)).rejects.toMatchObject(told('missing'))
    renameSync(`${path}-elsewhere`, path)
    await write(store, 'after')
    expect((await store.sessions(LOCAL_OWNER, { limit: 5 })).items.map(({ title }) => title)).toEqual(['after'])
  })

  test('is not made anew by a connection that is opened again', async () => {
    const path = join(await folder(), 'data')
    const store = await opened(path)
    const it = session()
    await store.createSession(it, [])
    rmSync(path, { recursive: true })
    await expect(store.client.execute('SELECT nonsense')).rejects.toThrow()
    await expect(store.session(it.id)).rejects.toMatchObject(told('missing'))
    await expect(openStore({ url: localDatabaseUrl(path), create: false })).rejects.toMatchObject(told('missing'))
    expect(readdirSync(join(path, '..'))).toEqual([])
  })
})

describe('a database server', () => {
  async function answering(status: number) {
    const server = createServer((_, response) => response.writeHead(status).end('{"error":"words of the server"}'))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    const address = server.address()
    return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }

  test.each(['http', 'ws'])('that refuses the token over %s is said, without the token', async (protocol) => {
    const opening = openStore({ url: `${protocol}://${await answering(401)}`, authToken: 'hidden' })
    await expect(opening).rejects.toMatchObject(told('token_refused', 'refuses the token', 'LIBSQL_AUTH_TOKEN'))
    await expect(opening).rejects.not.toThrow('hidden')
  })

  test.each(['http', 'ws'])('that has trouble of its own over %s cannot be reached', async (protocol) => {
    const opening = openStore({ url: `${protocol}://${await answering(503)}` })
    await expect(opening).rejects.toMatchObject(told('unreachable', 'cannot be reached', 'LIBSQL_URL'))
  })

  test('that is not there cannot be reached', async () => {
    await expect(openStore({ url: 'ws://127.0.0.1:9' })).rejects.toMatchObject(told('unreachable'))
  })
})

test('a fault of the storage is the same on the other side of a thread', () => {
  const error = errorFrom(structuredClone(errorData(new StorageError('full', 'the disk is full'))))
  expect(error).toBeInstanceOf(StorageError)
  expect(error).toMatchObject({ name: 'StorageError', kind: 'full', message: 'the disk is full' })
})
