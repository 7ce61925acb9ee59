import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ContentBlock } from '#lib/canonical/block.ts'
import { type ConversationFacts, EMPTY_CONVERSATION, foldConversation } from '#lib/canonical/conversation-facts.ts'
import { RoutingDecisionRecord } from '#lib/canonical/message.ts'
import { Role } from '#lib/canonical/role.ts'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { EVENT_PAYLOADS } from '#lib/events/catalog.ts'
import { silentLogger } from '#lib/log.ts'
import type { PastTurn, PastTurnStore } from '#lib/store/past-turn-store.ts'
import { callsOfTurns } from './billed-call.ts'
import { placeOf } from './client.ts'
import { type Database, openDatabase } from './database.ts'
import { messageOfRow } from './message-row.ts'
import { IS_THERE, messages } from './schema.ts'
import type { ServiceOptions } from './service.ts'
import { inWords } from './storage-fault.ts'
import { damageReport, type ReportDamage, storedColumns } from './stored-row.ts'

/** Where the storage fails, all throw a `StorageError`. */
export function openPastTurns({ client, url, log = silentLogger }: ServiceOptions): PastTurnStore {
  const database = openDatabase(client)
  const report = damageReport(log)
  const store: PastTurnStore = {
    latest: (limit) => latestTurns(database, limit, report),
    conversations: (turns) => conversationsOf(database, turns),
    async questions(ids) {
      const rows = await database
        .select(storedColumns(messages))
        .from(messages)
        .where(sql`${messages.id} IN (${listed(ids)})`)
      return new Map(rows.map((row) => [String(row.id), messageOfRow(row, report)]))
    },
    calls: (turnIds) => callsOfTurns(database, listed(turnIds), report),
  }
  return inWords(store, placeOf(url))
}

const listed = (ids: readonly string[]): SQL => sql`SELECT value FROM json_each(${JSON.stringify(ids)})`

/** JSON has no place for the bytes that a damaged column may hold, and what is no JSON cannot be looked into. */
const legible = (column: string) => `iif(typeof(${column}) = 'text' AND json_valid(${column}), ${column}, NULL)`

const LATEST = sql.raw(`json_object(
  'id', id, 'session_id', session_id, 'owner_id', owner_id, 'question_id', question_id, 'started_by', started_by,
  'started_at', started_at, 'routing', json(${legible('routing_json')}), 'decided', json(${legible('decided_json')}),
  'system_prompt', iif(typeof(system_prompt) = 'text', nullif(substr(ltrim(system_prompt, ' ' || char(9, 10, 13)), 1, 1), ''), NULL),
  'wants_tools', ${legible('settings_json')} ->> '$.tools',
  'folder', iif(typeof(folder) = 'text', folder, NULL))`)

const Latest = z.object({
  id: z.string(),
  session_id: z.string(),
  owner_id: z.string(),
  question_id: z.string(),
  started_by: z.string(),
  started_at: z.int().transform(formatTimestamp),
  routing: RoutingDecisionRecord,
  decided: EVENT_PAYLOADS['route.decided'].pick({ estimated_input_tokens: true, chain: true }).nullable().catch(null),
  system_prompt: z.string().nullable(),
  /** As SQLite says false. */
  wants_tools: z.unknown().transform((stored) => stored !== 0),
  folder: z.string().nullable(),
})

async function latestTurns(database: Database, limit: number, report: ReportDamage): Promise<PastTurn[]> {
  const { rows } = await database.get<{ rows: string }>(sql`
    SELECT json_group_array(${LATEST}) AS "rows" FROM (
      SELECT turns.id, session_id, owner_id, question_id, started_by, started_at, routing_json, turns.system_prompt,
        turns.settings_json, folder,
        (SELECT payload_json FROM events WHERE events.session_id = turns.session_id AND turn_id = turns.id
          AND type = 'route.decided' ORDER BY events.id LIMIT 1) AS decided_json
      FROM turns CROSS JOIN sessions ON sessions.id = session_id
      WHERE turns.state NOT IN ('running', 'waiting') AND ${IS_THERE} ORDER BY turns.id DESC LIMIT ${limit})`)
  return z
    .array(z.looseObject({ id: z.unknown() }))
    .parse(JSON.parse(rows))
    .flatMap((row) => {
      const { data, error } = Latest.safeParse(row)
      if (error) report('turns', row.id, error)
      return data ? [data as PastTurn] : []
    })
}

// Of a message only what its blocks are is read, not what they say: a chat may hold megabytes of results. A text matters where it
// is an instruction.
const blockOf = (block: string, inner: string) => `json_object('type', ${block} ->> 'type',
  'name', coalesce(${block} ->> 'name', ''), 'text', iif(role = 'system', ${block} ->> 'text', ''), 'content', ${inner})`
const RESULT = `iif(block.value ->> 'type' = 'tool_result', (
  SELECT json_group_array(json(${blockOf('inner.value', "json('[]')")})) FROM json_each(block.value, '$.content') AS inner
  WHERE inner.type = 'object'), json('[]'))`
const BLOCKS = `(SELECT json_group_array(json(${blockOf('block.value', RESULT)})) FROM json_each(content_json) AS block
  WHERE block.type = 'object' AND (role = 'system'
    OR block.value ->> 'type' NOT IN ('text', 'thinking', 'redacted_thinking')))`
const OUTLINE = sql.raw(`json_array(id, parent_id, role, iif(typeof(content_json) = 'text' AND json_valid(content_json),
  ${BLOCKS}, json('[]')))`)

const Outline = z.array(
  z.tuple([z.string(), z.string().nullable(), Role.catch('assistant'), z.array(z.looseObject({ type: z.string() }))]),
)

/** Ids grow along every path, so that each message finds what was said before it. */
async function conversationsOf(
  database: Database,
  turns: Parameters<PastTurnStore['conversations']>[0],
): Promise<Map<string, ConversationFacts>> {
  const facts = new Map<string, ConversationFacts>()
  const sessionIds = [...new Set(turns.map(({ session_id }) => session_id))]
  const { rows } = await database.get<{ rows: string }>(sql`
    SELECT json_group_array(${OUTLINE}) AS "rows" FROM messages WHERE session_id IN (${listed(sessionIds)})`)
  const outline = Outline.parse(JSON.parse(rows)).sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [id, parent_id, role, blocks] of outline) {
    const before = (parent_id === null ? undefined : facts.get(parent_id)) ?? EMPTY_CONVERSATION
    facts.set(id, foldConversation(before, { role, content: blocks as unknown as ContentBlock[] }))
  }
  return new Map(
    turns.flatMap(({ question_id }) => {
      const found = facts.get(question_id)
      return found ? [[question_id, found]] : []
    }),
  )
}
