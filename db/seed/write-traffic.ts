import type { ResultSet } from '@libsql/client'
import { getTableName, sql } from 'drizzle-orm'
import { monotonicIds } from '#lib/canonical/id.ts'
import { type Message, SCHEMA_VERSION } from '#lib/canonical/message.ts'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import type { CopiedPath, Store } from '#lib/store/store.ts'
import type { LlmCall } from '#lib/store/turn-record.ts'
import type { SharedClient } from '../client.ts'
import { type Database, openDatabase, runAll, type Statement } from '../database.ts'
import { putCalls } from '../llm-call.ts'
import { removeCosts } from '../repriced-usage.ts'
import { addToRoutes } from '../usage-routes.ts'
import { USAGE_TABLES, usageLatencies, usageTurns } from '../usage-schema.ts'
import { decisionsOf } from './decisions.ts'
import { SAMPLE, type SampleChat } from './traffic.ts'

/** The first name behind all that begin with the mark. */
const AFTER_SAMPLE = `${SAMPLE.slice(0, -1)}\``

/** In one transaction. */
const CALLS_AT_ONCE = 5_000

/** The others are as chats that were deleted: what they cost stays. */
const MOST_TRANSCRIPTS = 300

/** Stores them; those of the last days with what was said in them. Returns how many calls there were. */
export async function writeTraffic(
  chats: Iterable<SampleChat>,
  {
    store,
    keepsFrom,
    report,
  }: {
    store: Store & { readonly client: SharedClient }
    /** Microseconds: chats that begin later have a transcript, up to some hundred. */
    keepsFrom: number
    report: (calls: number) => void
  },
): Promise<number> {
  const database = openDatabase(store.client)
  let waiting: LlmCall[] = []
  let [written, transcripts] = [0, 0]
  const flush = async () => {
    if (waiting.length > 0) await runAll(database, putCalls(database, waiting))
    written += waiting.length
    waiting = []
    report(written)
  }
  for (const chat of chats) {
    const isKept =
      chat.owner_id === 'local' && (chat.isLong || (transcripts < MOST_TRANSCRIPTS && chat.begun >= keepsFrom))
    if (isKept) {
      transcripts += 1
      await writeChat(chat, store)
      written += chat.calls.length
    } else {
      waiting.push(...chat.calls)
    }
    if (waiting.length >= CALLS_AT_ONCE) await flush()
  }
  await flush()
  return written
}

async function writeChat(chat: SampleChat, store: Store): Promise<void> {
  const { id, owner_id, title, model, begun, ended, calls } = chat
  const session = {
    id,
    owner_id,
    title,
    active_model: model,
    system_prompt: null,
    settings: {},
    title_origin: null,
    pinned: false,
    archived: false,
    folder: null,
    tags: ['sample'],
    temporary: false,
    turn: null,
    state: 'idle' as const,
    cost_usd: '0',
    unpriced_calls: 0,
    created_at: formatTimestamp(Math.round(begun)),
    updated_at: formatTimestamp(Math.round(ended)),
  }
  await store.createSession(session, decisionsOf(chat), undefined, transcriptOf(chat))
  await store.commit({ session_id: id, llm_calls: calls, patch: { updated_at: session.updated_at } })
}

/** A question and an answer for each call that was answered. */
function transcriptOf({ id, model, calls }: SampleChat): CopiedPath | undefined {
  const nextId = monotonicIds(() => Date.parse(calls[0]?.started_at ?? ''))
  const messages: CopiedPath['messages'] = []
  for (const call of calls) {
    const { usage, cost_usd, pricing_version, latency_ms, started_at, turn_id, provider } = call
    if (!usage || turn_id === null) continue
    const common = { session_id: id, created_at: started_at, schema_version: SCHEMA_VERSION }
    const question: Message = {
      ...common,
      id: nextId(),
      role: 'user',
      content: [{ type: 'text', text: 'A question of the sample traffic.' }],
      metadata: { turn_id },
    }
    const routing = {
      mode: 'default',
      chosen_model: model,
      reason: 'sample traffic',
      alternatives_considered: [],
    } as const
    const answer: Message = {
      ...common,
      id: nextId(),
      role: 'assistant',
      content: [{ type: 'text', text: 'An answer of the sample traffic, which no model wrote.' }],
      metadata: {
        model,
        provider,
        routing: { ...routing, alternatives_considered: [] },
        usage: { ...usage, cost_usd, pricing_version, latency_ms: latency_ms ?? 0 },
        status: 'complete',
        stop_reason: 'end_turn',
        turn_id,
      },
    }
    for (const message of [question, answer]) {
      messages.push({ message, parent_id: messages.at(-1)?.message.id ?? null })
    }
  }
  const head = messages.at(-1)?.message.id
  // No call of it may have been answered.
  return head === undefined ? undefined : { messages, tool_calls: [], head_id: head }
}

/** Removes every trace of it. Returns how many calls there were. */
export async function removeTraffic({ client }: { readonly client: SharedClient }): Promise<number> {
  const database = openDatabase(client)
  const isSample = sql.raw(`id >= '${SAMPLE}' AND id < '${AFTER_SAMPLE}'`)
  await runAll(database, [forgetDecisions(database), database.run(sql`DELETE FROM sessions WHERE ${isSample}`)])
  const some = sql`SELECT id FROM llm_calls WHERE ${isSample} ORDER BY id LIMIT ${CALLS_AT_ONCE}`
  let removed = 0
  for (;;) {
    const results = await runAll(database, [
      ...removeCosts(database, sql`SELECT rowid FROM call_costs WHERE call_id IN (${some})`),
      database.run(sql`DELETE FROM llm_calls WHERE id IN (${some})`),
    ])
    const { rowsAffected } = results.at(-1) as ResultSet
    if (rowsAffected === 0) break
    removed += rowsAffected
  }
  const emptied = [...USAGE_TABLES, usageLatencies, usageTurns].map(getTableName)
  await client.batch(
    [...emptied.map((table) => `DELETE FROM ${table} WHERE calls = 0`), 'DELETE FROM usage_routes WHERE decisions = 0'],
    'write',
  )
  return removed
}

/** What routing decided stays when a chat goes, but not that of sample traffic. */
function forgetDecisions(database: Database): Statement {
  const ofSample = sql`usage_routes_of_events WHERE session_id >= ${SAMPLE} AND session_id < ${AFTER_SAMPLE}`
  return addToRoutes(database, ofSample, -1)
}
