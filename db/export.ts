import { and, asc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { messageHash } from '#lib/canonical/hash.ts'
import { type Logger, silentLogger } from '#lib/log.ts'
import type { CostState } from '#lib/pricing/call-cost.ts'
import type { Principal } from '#lib/principal.ts'
import type { ChatOwner, ChatRecords, CostedCall, ExportStore, OutlinedRecord } from '#lib/store/export-store.ts'
import { placeOf } from './client.ts'
import { type Database, openDatabase } from './database.ts'
import { readEvents } from './event.ts'
import { CALL_COLUMNS, readCall } from './llm-call.ts'
import { placedOfRow } from './message-row.ts'
import { users } from './people-schema.ts'
import { findPersonSettings } from './person-settings.ts'
import { openPresets } from './preset.ts'
import { readProjections } from './projection.ts'
import { events, IS_LISTED, IS_THERE, llmCalls, messages, projections, sessions, toolCalls, turns } from './schema.ts'
import type { ServiceOptions } from './service.ts'
import { SESSION_COLUMNS } from './session-column.ts'
import { sessionOfRow } from './session-row.ts'
import { inWords } from './storage-fault.ts'
import { damageReport, type ReportDamage, readRows, storedColumns } from './stored-row.ts'
import { readTurn } from './turn.ts'
import { callCosts } from './usage-schema.ts'

/** Where the storage fails, all throw a `StorageError`. */
export function openExports({ client, url, log = silentLogger }: ServiceOptions): ExportStore {
  const database = openDatabase(client)
  const report = damageReport(log)
  const presets = openPresets({ client, url, log })
  const store: ExportStore = {
    owners: () => listOwners(database),
    chats: (ownerId) =>
      database
        .select({ id: sessions.id, messages: MESSAGES })
        .from(sessions)
        .where(and(eq(sessions.owner_id, ownerId), sql`${IS_LISTED} = 1`))
        .orderBy(asc(sessions.id)),
    records: (ownerId, sessionIds) => readRecords(database, { ownerId, sessionIds }, { log, report }),
    async messages(ids) {
      const rows = await database
        .select(storedColumns(messages))
        .from(messages)
        .where(inArray(messages.id, listed(ids)))
        .orderBy(asc(messages.id))
      return rows.map((row) => {
        const placed = placedOfRow(row, report)
        return { ...placed, hash: messageHash(placed.message) }
      })
    },
    async person(ownerId) {
      const owner: Principal = { id: ownerId, role: 'member', teams: [] }
      const [settings, ownPresets] = await Promise.all([
        findPersonSettings(database, owner, report),
        presets.list(owner),
      ])
      return { settings, presets: ownPresets }
    },
    async callsBeside(ownerId, { after, limit }) {
      const isElsewhere = sql`NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.id = ${llmCalls.session_id}
        AND sessions.owner_id = ${ownerId} AND ${IS_LISTED} = 1)`
      const isNext = sql`${llmCalls.id} > ${after}`
      const rows = await selectCalls(database)
        .where(and(isNext, eq(llmCalls.started_by, ownerId), isElsewhere))
        .orderBy(asc(llmCalls.id))
        .limit(limit)
      return rows.flatMap((row) => costedCall(row, report) ?? [])
    },
  }
  return inWords(store, placeOf(url))
}

const MESSAGES = sql<number>`(SELECT count(*) FROM messages WHERE messages.session_id = ${sessions}.id)`

/** A parameter for each would be too many. */
const listed = (ids: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`

async function listOwners(database: Database): Promise<ChatOwner[]> {
  return await database
    .select({ id: sessions.owner_id, email: users.email, chats: sql<number>`count(*)` })
    .from(sessions)
    .leftJoin(users, and(eq(users.id, sessions.owner_id), isNull(users.removed_at)))
    .where(sql`${IS_LISTED} = 1`)
    .groupBy(sessions.owner_id)
    .orderBy(asc(sessions.owner_id))
}

const OUTLINE = {
  session_id: messages.session_id,
  id: messages.id,
  parent_id: messages.parent_id,
  // The length that SQLite keeps of a value: no content is read for it.
  size: sql<number>`octet_length(content_json) + octet_length(metadata_json)`,
}

/** One batch, which is one moment of the database: no call of a tool is there without its message. */
async function readRecords(
  database: Database,
  { ownerId, sessionIds }: { ownerId: string; sessionIds: readonly string[] },
  { log, report }: { log: Logger; report: ReportDamage },
): Promise<ChatRecords[]> {
  const ids = listed(sessionIds)
  const isOwn = and(inArray(sessions.id, ids), eq(sessions.owner_id, ownerId), IS_THERE)
  const [found, outline, turnRows, toolCallRows, eventRows, projectionRows, callRows] = await database.batch([
    database.select(SESSION_COLUMNS).from(sessions).where(isOwn).orderBy(asc(sessions.id)),
    database.select(OUTLINE).from(messages).where(inArray(messages.session_id, ids)).orderBy(asc(messages.id)),
    database.select(storedColumns(turns)).from(turns).where(inArray(turns.session_id, ids)).orderBy(asc(turns.id)),
    database
      .select(storedColumns(toolCalls))
      .from(toolCalls)
      .where(inArray(toolCalls.session_id, ids))
      .orderBy(asc(toolCalls.message_id), sql`rowid`),
    database.select(storedColumns(events)).from(events).where(inArray(events.session_id, ids)).orderBy(asc(events.id)),
    database
      .select(storedColumns(projections))
      .from(projections)
      .where(inArray(projections.session_id, ids))
      .orderBy(asc(projections.id)),
    selectCalls(database)
      .where(inArray(llmCalls.session_id, ids))
      .orderBy(asc(llmCalls.started_at), sql`${llmCalls}.rowid`),
  ])
  const ofSession = {
    outline: bySession(outline),
    turns: bySession(turnRows.flatMap((row) => readTurn(row, report) ?? [])),
    tool_calls: bySession(readRows(toolCalls, toolCallRows, report)),
    events: bySession(readEvents(eventRows, { log, report })),
    projections: bySession(readProjections(projectionRows, report)),
    calls: bySession(callRows.flatMap((row) => costedCall(row, report) ?? [])),
  }
  return found.map((row) => {
    const session = sessionOfRow(row, report)
    const { id } = session
    return {
      session,
      head_id: typeof row.head_id === 'string' ? row.head_id : null,
      outline: (ofSession.outline.get(id) ?? []).map(
        ({ session_id: _its, ...outlined }): OutlinedRecord => ({ ...outlined, size: Number(outlined.size) }),
      ),
      turns: ofSession.turns.get(id) ?? [],
      tool_calls: ofSession.tool_calls.get(id) ?? [],
      events: ofSession.events.get(id) ?? [],
      projections: ofSession.projections.get(id) ?? [],
      calls: ofSession.calls.get(id) ?? [],
    }
  })
}

function bySession<T extends { session_id: string | null }>(rows: readonly T[]): Map<string | null, T[]> {
  return Map.groupBy(rows, ({ session_id }) => session_id)
}

/** As text, so that nothing is asked of its amount but to be read. */
const { cost_usd, cost_state, pricing_version, reprice_id } = getTableColumns(callCosts)
const REPRICED = {
  repriced_usd: sql<string | null>`${cost_usd}`.as('repriced_usd'),
  repriced_state: sql<string | null>`${cost_state}`.as('repriced_state'),
  repriced_version: sql<string | null>`${pricing_version}`.as('repriced_version'),
  reprice_id: sql<string | null>`${reprice_id}`.as('reprice_id'),
}

function selectCalls(database: Database) {
  return database
    .select({ ...CALL_COLUMNS, ...REPRICED })
    .from(llmCalls)
    .leftJoin(callCosts, eq(callCosts.call_id, llmCalls.id))
    .$dynamic()
}

type CostedRow = Awaited<ReturnType<typeof selectCalls>>[number]

function costedCall(
  { repriced_usd, repriced_state, repriced_version, reprice_id: by, ...row }: CostedRow,
  report: ReportDamage,
): CostedCall | null {
  const call = readCall(row, report)
  if (!call) return null
  const isRepriced = repriced_usd !== null && repriced_version !== null && by !== null
  return {
    ...call,
    repriced: isRepriced
      ? {
          cost_usd: repriced_usd,
          cost_state: repriced_state as CostState,
          pricing_version: repriced_version,
          reprice_id: by,
        }
      : null,
  }
}
