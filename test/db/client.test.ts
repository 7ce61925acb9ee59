import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@libsql/client'
import { afterEach, describe, expect, test } from 'vitest'
import { DatabaseError, isBusy, localDatabaseUrl, openClient } from '#db/client.ts'
import { temporaryFolder } from '../support/database.ts'

const stack: AsyncDisposable[] = []
afterEach(async () => {
  for (const each of stack.splice(0).reverse()) await each[Symbol.asyncDispose]()
})

async function folder() {
  const it = await temporaryFolder()
  stack.push(it)
  return it.path
}

async function open(url: string, options?: { busyAttempts: number }) {
  const client = await openClient({ url }, options)
  stack.push({ [Symbol.asyncDispose]: async () => client.close() })
  return client
}

async function withTable(options?: { busyAttempts: number }) {
  const url = localDatabaseUrl(await folder())
  const client = await open(url, options)
  await client.execute('CREATE TABLE note (text TEXT NOT NULL)')
  return { url, client }
}

async function notes(url: string) {
  const client = await open(url)
  const { rows } = await client.execute('SELECT text FROM note')
  return rows.map((row) => row.text)
}

describe('a local database', () => {
  test('gets its folder, whatever characters the path has', async () => {
    const path = join(await folder(), 'a b%20c#ü?d', 'deep')
    await open(localDatabaseUrl(path))
    expect(await readdir(path)).toContain('metis.db')
  })

  test('keeps foreign keys and writes ahead, also after a failed statement', async () => {
    const { client } = await withTable()
    const settings = async () => {
      const results = []
      for (const name of ['foreign_keys', 'journal_mode', 'synchronous']) {
        results.push((await client.execute(`PRAGMA ${name}`)).rows[0]?.[name])
      }
      return results
    }
    expect(await settings()).toEqual([1, 'wal', 1])
    await expect(client.execute('INSERT INTO note VALUES (NULL)')).rejects.toThrow('NOT NULL')
    expect(await settings()).toEqual([1, 'wal', 1])
  })

  test('loses nothing that it acknowledged after another connection held the lock', async () => {
    const { url, client } = await withTable()
    const other = createClient({ url })
    const lock = await other.transaction('write')
    const writes = ['a', 'b', 'c'].map((text) => client.execute({ sql: 'INSERT INTO note VALUES (?)', args: [text] }))
    const batch = client.batch([{ sql: 'INSERT INTO note VALUES (?)', args: ['d'] }])
    await new Promise((resolve) => setTimeout(resolve, 300))
    await lock.commit()
    other.close()
    await Promise.all([...writes, batch])
    await client.execute(`INSERT INTO note VALUES ('e')`)
    client.close()
    expect(await notes(url)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('gives up on a lock that is never released, and works again when it is', async () => {
    const { url, client } = await withTable({ busyAttempts: 2 })
    const other = createClient({ url })
    const lock = await other.transaction('write')
    const error = await client.execute(`INSERT INTO note VALUES ('a')`).catch((thrown: unknown) => thrown)
    expect(isBusy(error)).toBe(true)
    await lock.rollback()
    other.close()
    await client.execute(`INSERT INTO note VALUES ('b')`)
    client.close()
    expect(await notes(url)).toEqual(['b'])
  })

  test('does a batch as a whole or not at all', async () => {
    const { url, client } = await withTable()
    await expect(client.batch([`INSERT INTO note VALUES ('a')`, 'INSERT INTO note VALUES (NULL)'])).rejects.toThrow()
    await client.batch([`INSERT INTO note VALUES ('b')`])
    expect(await notes(url)).toEqual(['b'])
  })

  test.each(['transaction', 'executeMultiple', 'sync', 'reconnect'] as const)('does not offer %s', async (name) => {
    const { client } = await withTable()
    await expect(client[name]('SELECT 1' as never)).rejects.toThrow(DatabaseError)
  })

  test('refuses what comes after its end, and does not open again', async () => {
    const path = await folder()
    const client = await open(localDatabaseUrl(path))
    await client.execute('CREATE TABLE note (text TEXT)')
    expect(client.closed).toBe(false)
    const late = client.execute('SELECT 1')
    client.close()
    expect(client.closed).toBe(true)
    await expect(late).rejects.toThrow('closed')
    await rm(path, { recursive: true })
    await mkdir(path)
    await expect(client.batch(['SELECT 1'])).rejects.toThrow('closed')
    await expect(client.migrate(['SELECT 1'])).rejects.toThrow('closed')
    expect(await readdir(path)).toEqual([])
  })

  test('may be named by a relative path', async () => {
    const path = await folder()
    await open(`file:${relative(process.cwd(), path)}/a%20b.db?mode=rwc`)
    expect(await readdir(path)).toContain('a b.db')
  })

  test.each(['file:', 'file::memory:', 'file::memory:?cache=shared'])('is not opened in memory: %s', async (url) => {
    await expect(openClient({ url })).rejects.toThrow('in memory')
  })

  test('says which database it cannot open, and why', async () => {
    const path = await folder()
    await writeFile(join(path, 'metis.db'), 'This is no database. '.repeat(100))
    const notADatabase = { name: 'StorageError', kind: 'not_a_database' }
    await expect(openClient({ url: localDatabaseUrl(path) })).rejects.toMatchObject({
      ...notADatabase,
      message: expect.stringMatching(/metis\.db is not a database/),
    })
    await mkdir(join(path, 'folder.db'))
    await expect(openClient({ url: pathToFileURL(join(path, 'folder.db')).href })).rejects.toMatchObject(notADatabase)
  })
})

describe('a server', () => {
  test('that is not there is named without the token', async () => {
    const opening = openClient({ url: 'http://127.0.0.1:9/?authToken=secret', authToken: 'hidden' })
    const error = await opening.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'StorageError', kind: 'unreachable' })
    expect(String(error)).toContain('http://127.0.0.1:9/')
    expect(String(error)).not.toMatch(/secret|hidden/)
  })
})
