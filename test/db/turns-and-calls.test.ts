import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localDatabaseUrl, openClient } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import type { Usage } from '#lib/canonical/usage.ts'
import { END_OF_TURN } from '#lib/events/catalog.ts'
import { addCost } from '#lib/pricing/bill.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { temporaryFolder } from '../support/database.ts'
import { loadDump } from '../support/database-dump.ts'
import { llmCallOf } from '../support/session-builder.ts'

const FIXTURES = join(import.meta.dirname, 'fixtures')

/** A database of an older version, changed before this one opens it. */
async function opened(folder: string, tag: string, change: string[] = []) {
  const url = localDatabaseUrl(folder)
  const old = await openClient({ url })
  await loadDump(old, readFileSync(join(FIXTURES, `${tag}.sql`), 'utf8'))
  if (change.length > 0) await old.migrate(change)
  old.close()
  return openStore({ url })
}

const TAGS = ['0000_foundation', '0001_answered_keys_and_unpriced_calls']

test.each(TAGS)(
  'in a database of schema %s each answer becomes a call, and their sum is what the session cost',
  async (tag) => {
    await using folder = await temporaryFolder()
    await using store = await disposable(opened(folder.path, tag))
    const { items } = await store.sessions(LOCAL_OWNER, { limit: 10 })
    const withCalls = items.filter(({ title }) => title !== 'Rare')
    expect(withCalls).toHaveLength(2)
    for (const { id, cost_usd, unpriced_calls } of withCalls) {
      const calls = await store.llmCalls(id)
      const answers = (await store.client.execute({ sql: ANSWERS, args: [id] })).rows.map((row) => String(row.id))
      expect(calls.map(({ message_id }) => message_id).sort()).toEqual(answers)
      const [failed, ...more] = calls.filter(({ outcome }) => outcome !== 'completed')
      expect(more).toEqual([])
      expect(failed).toMatchObject({ outcome: 'failed', error_class: 'network', usage: { estimated: true } })
      expect(calls.filter(({ cost_usd }) => cost_usd === null)).toEqual([])
      // One more call, and the sum is made of all of them.
      const { session: spent } = await store.commit({
        session_id: id,
        llm_calls: [llmCallOf({ id }, { cost_usd: '0' })],
      })
      expect(spent).toMatchObject({ cost_usd, unpriced_calls })
    }
  },
)

const ANSWERS = "SELECT id FROM messages WHERE session_id = ? AND role = 'assistant' ORDER BY id"

test.each(TAGS)('in a database of schema %s each turn took what its answers say', async (tag) => {
  await using folder = await temporaryFolder()
  await using store = await disposable(opened(folder.path, tag))
  const { rows } = await store.client.execute('SELECT id, session_id FROM turns ORDER BY id')
  for (const { id, session_id } of rows) {
    const { rows: answers } = await store.client.execute({
      sql: "SELECT metadata_json FROM messages WHERE session_id = ? AND turn_id = ? AND role = 'assistant'",
      args: [String(session_id), String(id)],
    })
    const usages = answers.map(({ metadata_json }) => JSON.parse(String(metadata_json)).usage as Usage)
    const sum = (counter: 'input_tokens' | 'output_tokens') =>
      usages.reduce((total, usage) => total + usage[counter], 0)
    const [total, ...more] = await store.turnTotals(String(session_id), [String(id)])
    expect(more).toEqual([])
    expect(total).toMatchObject({
      turn_id: id,
      calls: usages.length,
      input_tokens: sum('input_tokens'),
      output_tokens: sum('output_tokens'),
      cost_usd: usages.reduce((cost, { cost_usd }) => addCost(cost, cost_usd), '0'),
      unpriced_calls: 0,
      estimated: usages.some(({ estimated }) => estimated === true),
    })
  }
})

test.each(TAGS)('in a database of schema %s each turn has the end that its events tell', async (tag) => {
  await using folder = await temporaryFolder()
  await using store = await disposable(opened(folder.path, tag))
  const { rows } = await store.client.execute('SELECT * FROM turns ORDER BY id')
  expect(rows).toHaveLength(14)
  for (const { id, session_id, state, model, routing_json, question_id } of rows) {
    const [end] = await store.events(String(session_id), { turn_id: String(id), types: END_OF_TURN })
    expect(end?.type).toBe(`turn.${state}`)
    const path = await store.path(String(session_id), String(question_id))
    expect(path.at(-1)).toMatchObject({ role: 'user', metadata: { turn_id: id } })
    const { rows: answers } = await store.client.execute({
      sql: "SELECT metadata_json FROM messages WHERE session_id = ? AND turn_id = ? AND role = 'assistant'",
      args: [String(session_id), String(id)],
    })
    for (const { metadata_json } of answers) {
      const { routing } = JSON.parse(String(metadata_json))
      expect(JSON.parse(String(routing_json))).toEqual(routing)
      expect(model).toBe(routing.chosen_model)
    }
  }
})

test('what was running when the older version was stopped is open, and what cannot be read stops nothing', async () => {
  await using folder = await temporaryFolder()
  const cut = "(SELECT turn_id FROM events WHERE type = 'turn.completed' ORDER BY id DESC LIMIT 1)"
  await using store = await disposable(
    opened(folder.path, '0001_answered_keys_and_unpriced_calls', [
      `UPDATE sessions SET state = 'running' WHERE id = (SELECT session_id FROM events WHERE turn_id = ${cut})`,
      `UPDATE messages SET status = 'partial', metadata_json = '{"status":"partial"}' WHERE role = 'assistant' AND turn_id = ${cut}`,
      `DELETE FROM events WHERE type IN ('turn.completed', 'llm.call_completed') AND turn_id = ${cut}`,
      "UPDATE events SET payload_json = 'damaged' WHERE id = (SELECT min(id) FROM events WHERE type = 'llm.call_completed')",
      "UPDATE messages SET metadata_json = 'damaged' WHERE id = (SELECT min(id) FROM messages WHERE status = 'error')",
    ]),
  )
  const { rows } = await store.client.execute(
    "SELECT turns.id, lease_owner, outcome FROM turns JOIN llm_calls ON turn_id = turns.id WHERE turns.state = 'running'",
  )
  expect(rows.map(({ lease_owner, outcome }) => ({ lease_owner, outcome }))).toEqual([
    { lease_owner: null, outcome: 'running' },
  ])
})

async function disposable<T extends { close: () => Promise<void> }>(opening: Promise<T>) {
  const store = await opening
  return Object.assign(store, { [Symbol.asyncDispose]: () => store.close() })
}
