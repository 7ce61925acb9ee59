import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { stagedAt } from '#db/backup/restore-plan.ts'
import { readSource, stageRestore } from '#db/backup/stage.ts'
import { writeBackup } from '#db/backup/write.ts'
import { claimFile } from '#db/claim.ts'
import { localDatabaseUrl, openClient } from '#db/client.ts'
import { lockDatabase } from '#db/lock.ts'
import { openStore } from '#db/store.ts'
import { memoryLogger } from '#lib/log.ts'
import { dataFolder, rowsIn } from '#test/support/backup-data.ts'
import { sha256 } from '#test/support/exportable.ts'
import { laterMigrations } from '#test/support/migrations.ts'
import { program } from '#test/support/restore-loop.ts?program'

async function backupOf(data: string, { withSecret = false } = {}): Promise<string> {
  const source = { url: localDatabaseUrl(data), authToken: null, folder: data }
  return (await writeBackup(source, { into: join(dirname(data), 'backups'), productVersion: '1', withSecret })).path
}

async function stage(backup: string, data: string) {
  return await stageRestore(await readSource(backup), { url: localDatabaseUrl(data), folder: data })
}

/** What whoever claims the database does. */
async function claim(data: string) {
  const log = memoryLogger()
  const unlock = await lockDatabase(localDatabaseUrl(data), { log })
  unlock()
  return log.entries.map(({ fields }) => fields as { restored_from: string; replaced: string })
}

const titlesIn = async (path: string) => (await rowsIn(path)).sessions?.map(({ title }) => title)

test('a backup takes the place of what is there, and that is set aside, whole', async () => {
  const data = await dataFolder('New', ['a picture'])
  const backup = await backupOf(await dataFolder('Old', ['another picture']), { withSecret: true })
  await writeFile(join(data, 'secret'), 'the secret of now\n')
  await writeFile(join(data, 'last-audit'), '01M8\n')
  const { replaced_at } = await stage(backup, data)
  const [restored] = await claim(data)
  expect(restored).toEqual({ restored_from: backup, replaced: replaced_at })

  expect(await titlesIn(join(data, 'metis.db'))).toEqual(['Old'])
  const uploads = ['a picture', 'another picture'].map((text) =>
    join('attachments', sha256(text).slice(0, 2), sha256(text)),
  )
  expect(uploads.map((name) => existsSync(join(data, name)))).toEqual([true, true])
  expect(await readFile(join(data, 'models.yaml'), 'utf8')).toBe('# Old\n')
  expect(await readFile(join(data, 'secret'), 'utf8')).not.toBe('the secret of now\n')
  // Whoever was signed in is not any more.
  expect(await readFile(join(data, 'last-audit'), 'utf8')).not.toContain('01M8')

  expect((await readdir(replaced_at)).sort()).toEqual(['metis.db', 'models.yaml', 'secret'])
  expect(await titlesIn(join(replaced_at, 'metis.db'))).toEqual(['New'])
  expect(await readFile(join(replaced_at, 'models.yaml'), 'utf8')).toBe('# New\n')
  expect(await readFile(join(replaced_at, 'secret'), 'utf8')).toBe('the secret of now\n')
  expect((await readdir(data)).filter((name) => name.includes('.restore'))).toEqual(['metis.db.restore.lock'])
  expect(await claim(data)).toEqual([])
})

test('what a restore has set aside, and the copy from before an update, can be restored by themselves', async () => {
  const data = await dataFolder('New')
  const copy = join(data, 'metis.db.2026-11-22T10-00-00.000Z.0018_x.backup')
  await cp(join(await dataFolder('Old'), 'metis.db'), copy)
  await stage(copy, data)
  await claim(data)
  expect(await readFile(join(data, 'models.yaml'), 'utf8')).toBe('# New\n')
  const there = await dataFolder('Middle')
  await stage(copy, there)
  const [restored] = await claim(there)
  expect(await titlesIn(join(there, 'metis.db'))).toEqual(['Old'])
  const back = await dataFolder('Elsewhere')
  await stage(join(restored?.replaced ?? '', 'metis.db'), back)
  await claim(back)
  expect(await titlesIn(join(back, 'metis.db'))).toEqual(['Middle'])
})

test('a folder with nothing in it, and one whose database is damaged or lost, are restored to as well', async () => {
  const backup = await backupOf(await dataFolder('Old', ['a picture']))
  const [empty, damaged, lost] = [
    join(await dataFolder('New'), 'empty'),
    await dataFolder('New'),
    await dataFolder('New'),
  ]
  await writeFile(join(damaged, 'metis.db'), 'no database')
  await rm(join(lost, 'metis.db'))
  await writeFile(join(lost, 'metis.db-wal'), 'a log without its database')
  for (const data of [empty, damaged, lost]) {
    await stage(backup, data)
    const [restored] = await claim(data)
    expect(await titlesIn(join(data, 'metis.db'))).toEqual(['Old'])
    const kept = data === empty ? [] : [data === damaged ? 'metis.db' : 'metis.db-wal']
    expect(await readdir(restored?.replaced ?? '')).toEqual(expect.arrayContaining(kept))
  }
})

test('what is no whole backup, or of a newer version, is refused, and nothing is changed', async () => {
  const data = await dataFolder('New')
  const before = await readdir(data)
  const changed = await backupOf(await dataFolder('Old', ['a picture']))
  await appendFile(join(changed, 'models.yaml'), '#')
  const newer = await dataFolder('Newer')
  const migrations = await laterMigrations(dirname(newer), ['CREATE TABLE later (x)'])
  await openStore({ url: localDatabaseUrl(newer), migrations }).then((store) => store.close())
  const empty = join(newer, 'nothing')
  await mkdir(empty)
  for (const [path, words] of [
    [changed, 'models.yaml is not what it was'],
    [await backupOf(newer), 'was written by a newer Metis, whose schema this one does not know'],
    [empty, 'is no backup of Metis'],
    [join(empty, 'nowhere'), 'is not there'],
    [join(data, 'models.yaml'), 'is not a database'],
    [join(data, 'attachments'), 'is not there'],
  ] as const) {
    await expect(stage(path, data)).rejects.toMatchObject({ message: expect.stringContaining(words) })
  }
  expect(await readdir(data)).toEqual(before)
})

test('of two restores at once one is made, and the other says that one waits', async () => {
  const data = await dataFolder('New')
  const backup = await backupOf(await dataFolder('Old'))
  const release = await claimFile(`${stagedAt(join(data, 'metis.db'))}.lock`, 0)
  await expect(stage(backup, data)).rejects.toMatchObject({ message: expect.stringContaining('another restore of') })
  release?.()
  await stage(backup, data)
  await expect(stage(backup, data)).rejects.toMatchObject({ message: expect.stringContaining('waits to be restored') })
})

test('a backup of an older schema is brought to this one when it is opened, as by an update', async () => {
  const data = await dataFolder('New')
  const backup = await backupOf(await dataFolder('Old'))
  await stage(backup, data)
  await claim(data)
  const migrations = await laterMigrations(dirname(data), ['CREATE TABLE later (x)'])
  await openStore({ url: localDatabaseUrl(data), migrations }).then((store) => store.close())
  expect(Object.keys(await rowsIn(join(data, 'metis.db')))).toContain('later')
  expect(await titlesIn(join(data, 'metis.db'))).toEqual(['Old'])
})

test('nothing is replaced while another program has the database open', async () => {
  const data = await dataFolder('New')
  await stage(await backupOf(await dataFolder('Old')), data)
  const client = await openClient({ url: localDatabaseUrl(data) })
  await expect(claim(data)).rejects.toMatchObject({
    name: 'DatabaseError',
    message: expect.stringContaining('another program has it open: close it'),
  })
  client.close()
  expect(await titlesIn(join(data, 'metis.db'))).toEqual(['New'])
})

test('a restore that is killed before any of its steps leaves what was there, or what was restored', {
  timeout: 300_000,
}, async () => {
  const original = await dataFolder('New', ['a picture'])
  // The driver lets go of a file some time after it is closed: what is copied below is never opened here.
  const looked = join(dirname(original), 'looked-at')
  await cp(original, looked, { recursive: true })
  const [before, backup] = [
    await rowsIn(join(looked, 'metis.db')),
    await backupOf(await dataFolder('Old', ['another'])),
  ]
  const after = await rowsIn(join(backup, 'metis.db'))
  const ends: string[] = []
  for (let steps = 0; ends.at(-1) !== 'done'; steps += 1) {
    const data = join(dirname(original), `killed-${steps}`)
    await cp(original, data, { recursive: true })
    const child = spawn(process.execPath, [program, data, backup, String(steps)], { stdio: 'inherit' })
    const [code, signal] = await once(child, 'exit')
    expect(code === 0 || signal === 'SIGKILL').toBe(true)
    const wasStaged = existsSync(stagedAt(join(data, 'metis.db')))
    const restored = [...(await claim(data))]
    const rows = await rowsIn(join(data, 'metis.db'))
    const isNew = rows.sessions?.[0]?.title === 'Old'
    ends.push(code === 0 ? 'done' : isNew ? 'restored' : 'as before')
    expect(rows).toEqual(isNew ? after : before)
    expect(await readFile(join(data, 'models.yaml'), 'utf8')).toBe(isNew ? '# Old\n' : '# New\n')
    // The claim ends what was begun.
    if (wasStaged) expect(isNew).toBe(true)
    for (const { replaced } of restored) expect(await rowsIn(join(replaced, 'metis.db'))).toEqual(before)
    if (isNew) {
      const upload = join(data, 'attachments', sha256('another').slice(0, 2), sha256('another'))
      expect(await readFile(upload, 'utf8')).toBe('another')
    }
    await rm(data, { recursive: true })
  }
  const turn = ends.indexOf('restored')
  expect(turn).toBeGreaterThan(5)
  expect(ends.slice(0, turn)).toEqual(ends.slice(0, turn).fill('as before'))
  expect(ends.slice(turn, -1)).toEqual(ends.slice(turn, -1).fill('restored'))
})
