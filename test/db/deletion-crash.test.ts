import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { localDatabaseUrl, type SharedClient } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { parseSearch } from '#lib/search/search-query.ts'
import type { Store } from '#lib/store/store.ts'
import { program } from '#test/support/deletion-loop.ts?program'
import { temporaryFolder } from '../support/database.ts'
import { readAllRows } from '../support/database-dump.ts'
import { ANSWERED, chain, eventOf, messageOf, NOON, session, toolCallOf, turnOf } from '../support/session-builder.ts'

/** A chat of so many messages that writing what becomes of them takes longer than anything else that the process does. */
const TURNS = 80

test.each(['message', 'branch'] as const)(
  'a process that is killed while it deletes and brings back (a %s) leaves the one or the other, and nothing by halves',
  { timeout: 60_000 },
  async (extent) => {
    await using folder = await temporaryFolder()
    const url = localDatabaseUrl(folder.path)
    const setup = await openStore({ url })
    const chat = await fill(setup)
    const whole = await stateOf(setup.client)
    const first = await setup.deleteMessages(chat.id, chat.deleted, extent)
    const deleted = await stateOf(setup.client)
    await setup.restoreMessages(chat.id, first?.deletion_id ?? '')
    expect(await stateOf(setup.client)).toEqual(whole)
    await setup.close()

    await killInTheMiddle([url, chat.id, chat.deleted, extent])
    const store = await openStore({ url })
    const { rows } = await store.client.execute('PRAGMA integrity_check')
    expect(rows[0]?.integrity_check).toBe('ok')
    const left = await stateOf(store.client)
    const isDeleted = (left.deletions ?? []).length > 0
    expect(left).toEqual(isDeleted ? deleted : whole)

    // Whichever it is, it can be gone on from.
    const again = isDeleted
      ? await latest(store.client)
      : (await store.deleteMessages(chat.id, chat.deleted, extent))?.deletion_id
    expect(await stateOf(store.client)).toEqual(deleted)
    await store.restoreMessages(chat.id, again ?? '')
    expect(await stateOf(store.client)).toEqual(whole)
    while (await store.indexPending());
    expect(await hits(store, `word${TURNS / 2}`)).toEqual([chat.deleted])
    await store.close()
  },
)

async function fill(store: Store) {
  const owner = session({ title: 'Fruit' })
  await store.createSession(owner, [])
  const questions = Array.from({ length: TURNS }, (_, n) =>
    messageOf(owner, { content: [{ type: 'text', text: `word${n}` }], metadata: { turn_id: `${owner.id}-${n}` } }),
  )
  const answers = questions.map(({ metadata }) =>
    messageOf(owner, { role: 'assistant', metadata: { ...ANSWERED, turn_id: metadata.turn_id } }),
  )
  // Ids are in the order in which messages stand.
  const ids = [...questions, ...answers].map(({ id }) => id)
  const path = questions.flatMap((question, n) => [question, answers[n] ?? question])
  for (const [n, message] of path.entries()) message.id = ids[n] ?? message.id
  const deleted = questions[TURNS / 2] ?? questions[0]
  const answer = answers[TURNS / 2] ?? answers[0]
  await store.commit({
    session_id: owner.id,
    messages: chain(path),
    tool_calls: answers.map((message) => toolCallOf(message)),
    events: questions.map((question) =>
      eventOf(
        owner,
        'turn.started',
        { message_id: question.id, content_hash: 'hash' },
        { turn_id: question.metadata.turn_id ?? null },
      ),
    ),
    patch: { head_id: path.at(-1)?.id ?? null },
  })
  const turn = deleted && turnOf(deleted, { id: deleted.metadata.turn_id ?? '' })
  if (!turn || !answer) throw new Error('no turn')
  await store.commit({ session_id: owner.id, turn: { type: 'start', turn, lease: { owner: 'test', ms: 1_000 } } })
  await store.commit({ session_id: owner.id, turn: { type: 'end', id: turn.id, state: 'completed', ended_at: NOON } })
  return { id: owner.id, deleted: deleted.id }
}

/** Every row but those of the index, whose order and numbers say nothing; when and under which id it was deleted neither. */
async function stateOf(client: SharedClient) {
  const all = await readAllRows(client)
  return Object.fromEntries(
    Object.entries(all)
      .filter(([table]) => !table.startsWith('search_'))
      .map(([table, rows]) => [table, rows.map((row) => JSON.stringify(row, timeless(table))).sort()]),
  )
}

const timeless = (table: string) => (key: string, value: unknown) =>
  key === 'deletion_id' || key === 'deleted_at' || key === 'updated_at' || (table === 'deletions' && key === 'id')
    ? undefined
    : value

async function latest(client: SharedClient): Promise<string> {
  return String((await client.execute('SELECT id FROM deletions')).rows[0]?.id)
}

async function hits(store: Store, q: string) {
  return (await store.search(LOCAL_OWNER, parseSearch(q), { limit: 10 })).items.map(({ message_id }) => message_id)
}

async function killInTheMiddle(args: string[]): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  await once(lines, 'line')
  await sleep(Math.random() * 50)
  child.kill('SIGKILL')
  await once(child, 'exit')
}
