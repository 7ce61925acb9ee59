import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { checkBackup } from '#db/backup/check.ts'
import type { BackupManifest } from '#db/backup/manifest.ts'
import { type BackupRequest, listBackups, writeBackup } from '#db/backup/write.ts'
import { claimFile } from '#db/claim.ts'
import { localDatabaseUrl, openClient } from '#db/client.ts'
import { addTemporaryChat, dataFolder, rowsIn, SECRET } from '#test/support/backup-data.ts'
import { program } from '#test/support/backup-loop.ts?program'
import { sha256 } from '#test/support/exportable.ts'
import { smallDisk, smallDiskMissing } from '#test/support/small-disk.ts'

const KILLS = 6

async function backedUp(data: string, more: Partial<BackupRequest> = {}) {
  const source = { url: localDatabaseUrl(data), authToken: null, folder: data }
  return await writeBackup(source, { into: join(data, 'backups'), productVersion: '1.2.3', ...more })
}

async function changeManifest(folder: string, change: (manifest: BackupManifest) => unknown) {
  const path = join(folder, 'manifest.json')
  await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, 'utf8')))))
}

test('a backup holds the database, the uploads and the models, and says what they are; the secret only when asked for', async () => {
  const data = await dataFolder('One', ['a picture'])
  const { path, manifest, age } = await backedUp(data, { now: new Date('2026-11-23T10:00:00Z') })
  expect(path).toBe(join(data, 'backups', 'metis-2026-11-23T10-00-00.000Z'))
  const upload = sha256('a picture')
  const names = ['metis.db', 'models.yaml', `attachments/${upload.slice(0, 2)}/${upload}`]
  expect(manifest).toMatchObject({
    product_version: '1.2.3',
    created_at: '2026-11-23T10:00:00.000Z',
    copied_from: 'file',
    schema: expect.stringMatching(/^\d{4}_\w+$/),
    tables: { sessions: 1, events: 50, attachments: 1 },
    missing_uploads: [],
  })
  expect(manifest.files.map((file) => file.path)).toEqual(names)
  expect(age).toBe('current')
  expect(await checkBackup(path)).toEqual(manifest)
  expect(await rowsIn(join(path, 'metis.db'))).toEqual(await rowsIn(join(data, 'metis.db')))
  expect((await stat(path)).mode & 0o777).toBe(0o700)
  const whole = await backedUp(data, { withSecret: true })
  expect(whole.manifest.files.map((file) => file.path)).toEqual(['metis.db', 'models.yaml', 'secret', names[2]])
  expect(await readFile(join(whole.path, 'secret'), 'utf8')).toBe(SECRET)
})

test('temporary chats are in no backup, nor is what only they were given', async () => {
  const data = await dataFolder('One', ['not said yet'])
  await addTemporaryChat(data, 'zebrasecret', ['of two chats', 'a file of zebrasecret'])
  const { path, manifest } = await backedUp(data)
  expect(manifest.tables).toMatchObject({ sessions: 2, messages: 1, attachments: 2 })
  const uploads = manifest.files.flatMap(({ path, sha256 }) => (path.startsWith('attachments/') ? [sha256] : []))
  expect(uploads.sort()).toEqual([sha256('not said yet'), sha256('of two chats')].sort())
  expect((await readFile(join(path, 'metis.db'))).includes('zebrasecret')).toBe(false)
  expect(await rowsIn(join(data, 'metis.db'))).toMatchObject({ sessions: { length: 3 } })
})

test('what is written while the database is copied breaks nothing', { timeout: 60_000 }, async () => {
  const data = await dataFolder('One')
  const client = await openClient({ url: localDatabaseUrl(data) })
  const written = new AbortController()
  const writing = (async () => {
    while (!written.signal.aborted) {
      await client.execute('UPDATE events SET id = id')
      // The driver is synchronous: without a rest nothing else would have a turn.
      await sleep(2)
    }
  })()
  for (let count = 0; count < 3; count += 1) expect(await checkBackup((await backedUp(data)).path)).toBeDefined()
  written.abort()
  await writing
  client.close()
})

test('uploads of the backup before are the same files under a second name, unless they are not what they were', async () => {
  const data = await dataFolder('One', ['kept', 'rotten'])
  const first = await backedUp(data)
  const placeOf = (text: string) => join('attachments', sha256(text).slice(0, 2), sha256(text))
  await appendFile(join(first.path, placeOf('rotten')), '!')
  const second = await backedUp(data)
  const inode = async (backup: string, text: string) => (await stat(join(backup, placeOf(text)))).ino
  expect(await inode(second.path, 'kept')).toBe(await inode(first.path, 'kept'))
  expect(await inode(second.path, 'rotten')).not.toBe(await inode(first.path, 'rotten'))
  expect(await readFile(join(second.path, placeOf('rotten')), 'utf8')).toBe('rotten')
  await rm(first.path, { recursive: true })
  expect(await checkBackup(second.path)).toEqual(second.manifest)
})

test('uploads that are gone or damaged are named, and hold up nothing else', async () => {
  const data = await dataFolder('One', ['gone', 'damaged', 'whole'])
  const placeOf = (text: string) => join(data, 'attachments', sha256(text).slice(0, 2), sha256(text))
  await rm(placeOf('gone'))
  await appendFile(placeOf('damaged'), '!')
  const { path, manifest } = await backedUp(data)
  expect(manifest.missing_uploads).toEqual([sha256('gone'), sha256('damaged')].sort())
  expect(await checkBackup(path)).toEqual(manifest)
})

test('a backup that was changed afterwards is told by what differs', async () => {
  const data = await dataFolder('One', ['a picture'])
  const { path } = await backedUp(data)
  const upload = `attachments/${sha256('a picture').slice(0, 2)}/${sha256('a picture')}`
  const changes: [(folder: string) => Promise<unknown>, string][] = [
    [(folder) => appendFile(join(folder, 'models.yaml'), '#'), 'models.yaml is not what it was'],
    [(folder) => rm(join(folder, upload)), `${upload} is missing`],
    [(folder) => rm(join(folder, 'metis.db')), 'metis.db is missing'],
    [
      (folder) => changeManifest(folder, (manifest) => ({ ...manifest, tables: { ...manifest.tables, events: 51 } })),
      'has not the rows of events',
    ],
    [(folder) => changeManifest(folder, (manifest) => ({ ...manifest, version: 2 })), 'was written by a newer Metis'],
    [(folder) => changeManifest(folder, (manifest) => ({ ...manifest, files: [] })), 'metis.db is not in it'],
    [
      (folder) =>
        changeManifest(folder, ({ files: [first], ...manifest }) => ({
          ...manifest,
          files: [{ ...first, path: '../../secret' }],
        })),
      'manifest.json is damaged at files.0.path',
    ],
    [(folder) => writeFile(join(folder, 'manifest.json'), '{'), 'its manifest.json cannot be read'],
    [(folder) => rm(join(folder, 'manifest.json')), 'it has no manifest.json'],
  ]
  for (const [index, [change, words]] of changes.entries()) {
    const copy = join(data, `copy-${index}`)
    await cp(path, copy, { recursive: true })
    await change(copy)
    await expect(checkBackup(copy)).rejects.toMatchObject({
      name: 'BackupError',
      message: expect.stringContaining(words),
    })
  }
})

test('two backups are not written to one folder at once, and what a killed one left is removed by the next', async () => {
  const data = await dataFolder('One')
  const into = join(data, 'backups')
  const left = join(into, 'metis-2026-11-23T10-00-00.000Z.part')
  await mkdir(left, { recursive: true })
  const release = await claimFile(join(into, '.lock'), 0)
  await expect(backedUp(data)).rejects.toMatchObject({
    name: 'BackupError',
    message: `another backup is being written to ${into}: wait until it is done`,
  })
  release?.()
  const { path } = await backedUp(data)
  expect(await listBackups(into)).toEqual([path])
  expect((await readdir(into)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a damaged database is not taken for a backup, and nothing is left of the try', async () => {
  const data = await dataFolder('One')
  const file = await readFile(join(data, 'metis.db'))
  await writeFile(join(data, 'metis.db'), file.fill(7, 8192, 40_000))
  await expect(backedUp(data)).rejects.toMatchObject({
    name: 'StorageError',
    kind: 'damaged',
    message: expect.stringContaining(join(data, 'metis.db')),
  })
  expect((await readdir(join(data, 'backups'))).filter((name) => name.startsWith('metis'))).toEqual([])
})

test.skipIf(smallDiskMissing)(`a full disk is named, and what it needs${smallDiskMissing ?? ''}`, async () => {
  const data = await dataFolder('One', ['x'.repeat(200_000)])
  const { size } = await stat(join(data, 'metis.db'))
  for (const [room, words] of [
    [size / 2, /^the disk is too full for a backup: it needs [\d.]+ kB, and [\d.]+ kB are left in /],
    [size + 150_000, /^the disk is full: nothing more can be stored in /],
  ] as const) {
    const disk = await smallDisk(Math.ceil(room / 4096) * 4096)
    onTestFinished(disk.remove)
    await expect(backedUp(data, { into: disk.path })).rejects.toMatchObject({
      name: 'StorageError',
      kind: 'full',
      message: expect.stringMatching(words),
    })
    expect((await readdir(disk.path)).filter((name) => name.startsWith('metis'))).toEqual([])
  }
})

test('whatever has the name of a backup is whole, also when the process is killed', { timeout: 120_000 }, async () => {
  const data = await dataFolder('One', ['first', 'second', 'third'])
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = spawn(process.execPath, [program, data], { stdio: ['ignore', 'pipe', 'inherit'] })
    const exited = once(child, 'exit')
    await once(child.stdout, 'data')
    await sleep(Math.random() * 150)
    child.kill('SIGKILL')
    await exited
  }
  const backups = await listBackups(join(data, 'backups'))
  expect(backups.length).toBeGreaterThanOrEqual(KILLS)
  for (const backup of backups) expect((await checkBackup(backup)).tables.sessions).toBe(1)
})
