import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localDatabaseUrl, openClient, type SharedClient } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import { memoryLogger } from '#lib/log.ts'
import { temporaryFolder } from '../support/database.ts'
import { dumpDatabase, loadDump, type Rows, readAllRows } from '../support/database-dump.ts'
import { fillDatabase } from './fixtures/write.ts'

const FIXTURES = join(import.meta.dirname, 'fixtures')
const JOURNAL = join(import.meta.dirname, '..', '..', 'db', 'migrations', 'meta', '_journal.json')
const SCHEMAS: string[] = JSON.parse(readFileSync(JOURNAL, 'utf8')).entries.map(({ tag }: { tag: string }) => tag)
const RELEASED = readdirSync(FIXTURES).flatMap((name) => (name.endsWith('.sql') ? name.slice(0, -4) : []))

test('every schema that a migration starts from has a fixture, and there is no other', () => {
  // The newest may have one already, or get it with the migration that comes after it.
  expect(SCHEMAS.slice(0, -1).filter((tag) => !RELEASED.includes(tag))).toEqual([])
  expect(RELEASED.filter((tag) => !SCHEMAS.includes(tag))).toEqual([])
})

test.each(RELEASED)('a database of schema %s has every row as it was when it is at the newest', async (tag) => {
  await using folder = await temporaryFolder()
  const url = localDatabaseUrl(folder.path)
  const old = await openClient({ url })
  await loadDump(old, readFileSync(join(FIXTURES, `${tag}.sql`), 'utf8'))
  const before = await readAllRows(old)
  old.close()

  const log = memoryLogger()
  const store = await openStore({ url, log, now: () => momentOf(before) })
  const after = await readAllRows(store.client)
  for (const [table, rows] of Object.entries(before)) {
    if (MADE_ANEW.has(table)) continue
    expect(columnsOf(rows, after[table] ?? []), table).toEqual(rows)
  }
  expect(await routedBy(store.client)).toBe(linksOf([...(before.events ?? []), ...(before.deleted_events ?? [])]))
  expect((await store.client.execute('PRAGMA foreign_key_check')).rows).toEqual([])
  for (const { id } of before.sessions ?? []) {
    const path = await store.path(String(id))
    expect(path.length).toBeGreaterThan(0)
    expect(await store.session(String(id))).not.toBeNull()
    await store.events(String(id))
    await store.toolCalls(String(id))
  }
  expect(log.entries.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
  await store.close()
})

test('what the product stores today comes back equal from a dump, so the next fixture will', async () => {
  await using folder = await temporaryFolder()
  await fillDatabase(folder.path)
  const filled = await openClient({ url: localDatabaseUrl(folder.path) })
  const copy = await openClient({ url: localDatabaseUrl(join(folder.path, 'copy')) })
  await loadDump(copy, await dumpDatabase(filled))
  expect(await readAllRows(copy)).toEqual(await readAllRows(filled))
  for (const rows of Object.values(await readAllRows(filled))) expect(rows).not.toEqual([])
  copy.close()
  filled.close()
})

/**
 * 0014 tells these sums apart by person and model too, 0017 by way to the model and error, and adds them up of the calls;
 * `usage.test.ts` says what they are.
 */
const MADE_ANEW = new Set(['usage_days', 'usage_people', 'usage_hours', 'usage_sessions', 'usage_tools', 'usage_turns'])

/** How many links of chains are in the sums by slot. */
async function routedBy(client: SharedClient): Promise<number> {
  const { rows } = await client.execute('SELECT coalesce(sum(decisions), 0) AS links FROM usage_routes')
  return Number(rows[0]?.links)
}

function linksOf(events: Rows): number {
  const decisions = events.filter(({ type }) => type === 'route.decided')
  return decisions.reduce((sum, { payload_json }) => sum + chainOf(payload_json).length, 0)
}

function chainOf(payload: unknown): unknown[] {
  return (typeof payload === 'string' ? JSON.parse(payload) : (payload as { chain: unknown[] })).chain
}

/** When its keys of requests were still known: they are forgotten a day later. Milliseconds. */
function momentOf({ idempotency_keys = [] }: Record<string, Rows>): number {
  return Math.min(Date.now(), ...idempotency_keys.map(({ created_at }) => Number(created_at) / 1_000))
}

/** A newer schema may know more of a row, never less. */
function columnsOf(rows: Rows, newer: Rows): Rows {
  const columns = Object.keys(rows[0] ?? {})
  return newer.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))
}
