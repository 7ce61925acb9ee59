import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { localDatabaseUrl, openClient } from '#db/client.ts'
import { lockDatabase } from '#db/lock.ts'
import { openStore } from '#db/store.ts'
import { listUpdateCopies } from '#db/update-copy.ts'
import { program } from '#test/support/update-loop.ts?program'
import { temporaryFolder } from '../support/database.ts'
import { readAllRows } from '../support/database-dump.ts'
import { laterMigrations } from '../support/migrations.ts'
import { eventOf, session } from '../support/session-builder.ts'

const KILLS = 6

/** Takes its time, and leaves its trace in every row. */
const SLOW = ['ALTER TABLE events ADD COLUMN later TEXT', `UPDATE events SET later = hex(randomblob(200))`]

test('an update that is killed at any moment leaves the old or the new schema, with every row', {
  timeout: 240_000,
}, async () => {
  await using folder = await temporaryFolder()
  const original = join(folder.path, 'original')
  await fill(original)
  const before = await rowsOf(original)
  const migrations = await laterMigrations(folder.path, [SLOW.join(';\n--> statement-breakpoint\n')])

  const whole = join(folder.path, 'whole')
  const took = await update(await copyOf(original, whole), migrations, null)
  const ends = new Set<string>()
  for (let kill = 0; kill < KILLS; kill += 1) {
    const data = await copyOf(original, join(folder.path, `killed-${kill}`))
    await update(data, migrations, (took * (kill + Math.random())) / KILLS)
    const unlock = await lockDatabase(localDatabaseUrl(data), { patienceMs: 0 })
    unlock()
    expect((await readdir(data)).filter((name) => name.includes('draft'))).toEqual([])

    const rows = await rowsOf(data)
    const isNew = rows.events?.some((row) => 'later' in row)
    ends.add(isNew ? 'new' : 'old')
    if (isNew) expect(rows.events?.every(({ later }) => typeof later === 'string')).toBe(true)
    expect(withoutLater(rows)).toEqual(before)
    // Whatever has the name of a copy is whole.
    for (const backup of await listUpdateCopies(join(data, 'metis.db'))) {
      const restored = join(data, 'restored')
      await mkdir(restored, { recursive: true })
      await copyFile(backup, join(restored, 'metis.db'))
      expect(await rowsOf(restored)).toEqual(before)
    }
    // The next start ends what this one began.
    await openStore({ url: localDatabaseUrl(data), migrations }).then((store) => store.close())
    expect(withoutLater(await rowsOf(data))).toEqual(before)
    await rm(data, { recursive: true })
  }
  expect(ends).toContain('old')
})

async function fill(data: string): Promise<void> {
  const store = await openStore({ url: localDatabaseUrl(data) })
  const owner = session()
  const events = Array.from({ length: 3000 }, () =>
    eventOf(owner, 'session.created', { active_model: 'x'.repeat(100) }),
  )
  await store.createSession(owner, events)
  await store.close()
}

async function copyOf(original: string, data: string): Promise<string> {
  await mkdir(data)
  await copyFile(join(original, 'metis.db'), join(data, 'metis.db'))
  return data
}

/** Milliseconds from the beginning of the update to its end; killed so many after its beginning. */
async function update(data: string, migrations: string, killAfter: number | null): Promise<number> {
  const child = spawn(process.execPath, [program, localDatabaseUrl(data), migrations], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  await once(child.stdout, 'data')
  const began = performance.now()
  if (killAfter !== null) {
    await sleep(killAfter)
    child.kill('SIGKILL')
  }
  await exited
  return performance.now() - began
}

async function rowsOf(data: string) {
  const client = await openClient({ url: localDatabaseUrl(data) })
  const { rows } = await client.execute('PRAGMA integrity_check')
  expect(rows[0]?.integrity_check).toBe('ok')
  const all = await readAllRows(client)
  client.close()
  return all
}

function withoutLater({ events = [], ...tables }: Awaited<ReturnType<typeof rowsOf>>) {
  return { ...tables, events: events.map(({ later: _later, ...row }) => row) }
}
