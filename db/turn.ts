import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import { assertNever } from '#lib/assert-never.ts'
import type { SessionSettings } from '#lib/canonical/session-settings.ts'
import type { Claim, Lease, TurnRecord, TurnWrite, UnrunTurns } from '#lib/store/turn-record.ts'
import type { Database, Statement } from './database.ts'
import { llmCalls, turns } from './schema.ts'
import { settingsJson, settingsOf } from './settings-column.ts'
import { type ReportDamage, readRows, type StoredRow, storedColumns } from './stored-row.ts'

/** Microseconds, of the database: the clocks of the processes that share it may differ. */
export const DATABASE_NOW = sql.raw(`CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) * 1000`)

/** As the condition of its index has it, or the index is not used. */
const IS_OPEN = sql.raw("state IN ('running', 'waiting')")

const leaseUntil = ({ ms }: Lease) => sql`${DATABASE_NOW} + ${Math.round(ms * 1000)}`

export function putTurn(database: Database, write: TurnWrite): Statement {
  switch (write.type) {
    case 'start': {
      const { lease } = write
      const leased = { lease_owner: lease.owner, lease_until: leaseUntil(lease) }
      return database.insert(turns).values({ ...rowOfTurn(write.turn), ...leased })
    }
    case 'reroute': {
      const { id, model, routing } = write
      return database.update(turns).set({ model, routing_json: routing }).where(eq(turns.id, id))
    }
    case 'end': {
      const { id, state, ended_at } = write
      return database
        .update(turns)
        .set({ state, ended_at, lease_owner: null, lease_until: null })
        .where(eq(turns.id, id))
    }
    default:
      return assertNever(write)
  }
}

/** Without a lease. */
export function rowOfTurn({ routing, settings, ...turn }: TurnRecord): typeof turns.$inferInsert {
  return { ...turn, routing_json: routing, settings_json: settingsJson(settings) }
}

const STORED = storedColumns(turns)

/** One statement: of several processes that claim a turn one gets it. */
export async function claimTurns(
  database: Database,
  lease: Lease,
  { evenLeased, session_id, except }: UnrunTurns,
  report: ReportDamage,
): Promise<Claim> {
  const isFree = evenLeased ? sql`TRUE` : sql`(lease_until IS NULL OR lease_until <= ${DATABASE_NOW})`
  const inSession = session_id === undefined ? undefined : eq(turns.session_id, session_id)
  const rows = await database
    .update(turns)
    .set({ lease_owner: lease.owner, lease_until: leaseUntil(lease) })
    .where(and(IS_OPEN, eq(turns.state, 'running'), inSession, notInArray(turns.id, [...except]), isFree))
    .returning({ ...STORED, leaf_id: LEAF, is_calling: IS_CALLING })
  const claim: Claim = { turns: [], unreadable: [] }
  for (const { leaf_id, is_calling, ...row } of rows) {
    const turn = readTurn(row, report)
    if (turn) claim.turns.push({ ...turn, leaf_id, is_calling: is_calling === 1 })
    else claim.unreadable.push(String(row.session_id))
  }
  return claim
}

export async function findTurn(
  database: Database,
  sessionId: string,
  id: string,
  report: ReportDamage,
): Promise<TurnRecord | null> {
  const [row] = await database
    .select(STORED)
    .from(turns)
    .where(and(eq(turns.id, id), eq(turns.session_id, sessionId)))
  return row ? readTurn(row, report) : null
}

/** Null for one that cannot be read. */
export function readTurn(row: StoredRow<typeof turns>, report: ReportDamage): TurnRecord | null {
  const [turn] = readRows(turns, [row], report)
  if (!turn) return null
  const { routing_json, settings_json, lease_owner: _owner, lease_until: _until, ...record } = turn
  const routing = routing_json as TurnRecord['routing']
  return { ...record, routing, settings: readSettings(turn.id, settings_json, report) }
}

/** Without them the turn is gone on with all the same. */
function readSettings(id: string, stored: unknown, report: ReportDamage): SessionSettings {
  try {
    return settingsOf(stored)
  } catch (cause) {
    report('turns', id, cause)
    return {}
  }
}

const LEAF = sql<string | null>`(
  SELECT max(id) FROM messages WHERE messages.session_id = ${turns}.session_id AND messages.id >= ${turns}.question_id
    AND (messages.turn_id = ${turns}.id OR messages.id = ${turns}.question_id)
)`

const IS_CALLING = sql<0 | 1>`(
  EXISTS (SELECT 1 FROM llm_calls WHERE llm_calls.turn_id = ${turns}.id AND outcome = 'running')
  OR EXISTS (
    SELECT 1 FROM messages WHERE messages.session_id = ${turns}.session_id AND status = 'partial'
      AND (messages.turn_id IS NULL OR messages.turn_id = ${turns}.id)
  )
)`

export async function renewLeases(database: Database, lease: Lease, turnIds: readonly string[]): Promise<string[]> {
  const renewed = await database
    .update(turns)
    .set({ lease_until: leaseUntil(lease) })
    .where(and(IS_OPEN, eq(turns.lease_owner, lease.owner), inArray(turns.id, [...turnIds])))
    .returning({ id: turns.id })
  return renewed.map(({ id }) => id)
}

/** Refuses the batch that it is in where another process has the lease of a turn in these sessions by now. */
export function assertNotTaken(
  database: Database,
  sessionIds: readonly string[],
  owner: string | undefined,
): Statement {
  return database
    .update(turns)
    .set({ state: sql`CASE WHEN ${isTaken(owner)} THEN NULL ELSE state END` })
    .where(and(IS_OPEN, inArray(turns.session_id, [...sessionIds])))
}

/** An open turn that only a person or another process goes on with; without an owner, or one that has to be claimed first. */
export function isTaken(owner: string | undefined): SQL {
  if (owner === undefined) return sql`TRUE`
  return sql`(state = 'waiting' OR (lease_until > ${DATABASE_NOW} AND lease_owner IS NOT ${owner}))`
}

/** Turns that nobody runs any more, and the calls of models that nobody waits for. */
export function endOpenTurns(database: Database, sessionIds: readonly string[], ended_at: string): Statement[] {
  const open = and(inArray(turns.session_id, [...sessionIds]), IS_OPEN)
  const ids = database.select({ id: turns.id }).from(turns).where(open)
  return [
    database
      .update(llmCalls)
      .set({ outcome: 'interrupted', cost_state: 'unknown' })
      .where(and(inArray(llmCalls.turn_id, ids), sql`outcome = 'running'`)),
    database.update(turns).set({ state: 'failed', ended_at, lease_owner: null, lease_until: null }).where(open),
  ]
}
