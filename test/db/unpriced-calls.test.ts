import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '@libsql/client'
import { expect, test } from 'vitest'
import { localDatabaseUrl, openClient } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { openStore } from '#db/store.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { temporaryFolder } from '../support/database.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'db', 'migrations')

/** The migrations as they were before the calls without a price were counted. */
async function olderVersion(folder: string): Promise<string> {
  const target = join(folder, 'older')
  await cp(FOLDER, target, { recursive: true })
  const path = join(target, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8'))
  const at = journal.entries.findIndex(({ tag }: { tag: string }) => tag.endsWith('_unpriced_calls'))
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }))
  return target
}

async function insertSession(
  client: Client,
  id: string,
  cost: string,
  metadata: readonly [status: string, json: string][],
) {
  const sql = `INSERT INTO sessions (id, workspace_path, schema_version, created_at, updated_at, state, cost_usd)
    VALUES (?, 'w', 1, 1, 1, 'idle', ?)`
  await client.execute({ sql, args: [id, cost] })
  for (const [n, [status, json]] of metadata.entries()) {
    await client.execute({
      sql: `INSERT INTO messages (id, session_id, role, content_json, metadata_json, created_at, schema_version, status)
        VALUES (?, ?, ?, '[]', ?, 1, 1, ?)`,
      args: [`${id}-${n}`, id, json === '{}' ? 'user' : 'assistant', json, status],
    })
  }
}

const usage = (cost_usd: string | null, counters: object = { input_tokens: 1, output_tokens: 2 }) =>
  JSON.stringify({ usage: { ...counters, cost_usd, pricing_version: null, latency_ms: 1 } })

test('the chats of an older version learn which of their answers had no price', async () => {
  await using folder = await temporaryFolder()
  const address = { url: localDatabaseUrl(folder.path), authToken: null }
  const client = await openClient(address)
  const place = { path: join(folder.path, 'metis.db') }
  await migrateDatabase(client, { place, folder: await olderVersion(folder.path) })
  await insertSession(client, 'empty', '0', [])
  await insertSession(client, 'priced', '0.3', [
    ['complete', '{}'],
    ['complete', usage('0.3')],
  ])
  await insertSession(client, 'unpriced', '0', [
    ['complete', '{}'],
    ['complete', usage(null)],
    ['error', usage(null, { output_tokens: 1 })],
    ['cancelled', usage(null, { cached_input_tokens: 1 })],
    ['error', usage(null, { cache_creation_input_tokens: 1 })],
  ])
  await insertSession(client, 'mixed', '0.1', [
    ['complete', usage('0.1')],
    ['complete', usage(null, { input_tokens: 0 })],
    ['error', usage(null, { input_tokens: 0 })],
    ['error', '{"error":{"error_class":"other","message":"x"}}'],
    ['complete', 'damaged'],
  ])
  client.close()

  const store = await openStore(address)
  const { items } = await store.sessions(LOCAL_OWNER, { limit: 10 })
  expect(items.map(({ id, cost_usd, unpriced_calls }) => [id, cost_usd, unpriced_calls]).sort()).toEqual([
    ['empty', '0', 0],
    ['mixed', '0.1', 1],
    ['priced', '0.3', 0],
    ['unpriced', null, 4],
  ])
  await store.close()
})
