import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { silentLogger } from '#lib/log.ts'
import type { CostState } from '#lib/pricing/call-cost.ts'
import type {
  BilledCall,
  BilledCallReader,
  CallPlace,
  ProviderBilledCall,
  ProviderBilledReader,
} from '#lib/store/reprice-store.ts'
import { placeOf } from './client.ts'
import { type Database, openDatabase } from './database.ts'
import { usageOf } from './llm-call.ts'
import { llmCalls } from './schema.ts'
import type { ServiceOptions } from './service.ts'
import { inWords } from './storage-fault.ts'
import { damageReport, type ReportDamage } from './stored-row.ts'

/** Calls of models to be read by the million. Where the storage fails, it throws a `StorageError`. */
export function openBilledCalls({
  client,
  url,
  log = silentLogger,
}: ServiceOptions): BilledCallReader & ProviderBilledReader {
  const database = openDatabase(client)
  const report = damageReport(log)
  const reader: BilledCallReader & ProviderBilledReader = {
    async page(after, before, limit) {
      const calls = sql`SELECT * FROM ${llmCalls} WHERE ${isBetween(after, before)} AND outcome <> 'running'
        ORDER BY started_at, id LIMIT ${limit}`
      const { rows, next } = await rowsOf(database, calls, limit)
      return { calls: rows.flatMap((row) => billedCall(row, report) ?? []), next }
    },
    async providerBilled(from, { at, id }, limit) {
      const calls = sql`SELECT * FROM ${llmCalls}
        WHERE started_at >= ${sql.raw(String(from))} AND (started_at, id) < (${at}, ${id}) AND ${IS_PROVIDER_BILLED}
        ORDER BY started_at DESC, id DESC LIMIT ${limit}`
      const { rows, next } = await rowsOf(database, calls, limit)
      return { calls: rows.flatMap((row) => providerBilledCall(row, report) ?? []), next }
    },
    async countProviderBilled({ from, to }) {
      const counted = await database.get<{ calls: number }>(sql`SELECT count(*) AS calls FROM ${llmCalls}
        WHERE started_at >= ${sql.raw(String(from))} AND started_at < ${sql.raw(String(to))} AND ${IS_PROVIDER_BILLED}`)
      return counted.calls
    },
  }
  return inWords(reader, placeOf(url))
}

/** Written as the index has it, or SQLite would not use that. */
const IS_PROVIDER_BILLED = sql.raw("billed_usd IS NOT NULL AND outcome <> 'running' AND usage_source <> 'none'")

/** All that `turns`, a query, names, by turn and in the order in which they were begun. */
export async function callsOfTurns(
  database: Database,
  turns: SQL,
  report: ReportDamage,
): Promise<Map<string, BilledCall[]>> {
  const calls = sql`SELECT * FROM ${llmCalls} WHERE turn_id IN (${turns}) AND outcome <> 'running' ORDER BY started_at, id`
  const { rows } = await rowsOf(database, calls, Number.POSITIVE_INFINITY)
  const byTurn = Map.groupBy(rows, ({ turn_id }) => String(turn_id))
  return new Map([...byTurn].map(([id, own]) => [id, own.flatMap((row) => billedCall(row, report) ?? [])]))
}

async function rowsOf(database: Database, calls: SQL, limit: number) {
  const page = await database.get<{ rows: string }>(sql`SELECT json_group_array(${ROW}) AS "rows" FROM (${calls})`)
  const rows = z.array(Row).parse(JSON.parse(page.rows))
  const last = rows.length === limit ? rows.at(-1) : undefined
  return { rows, next: last ? { at: last.started_at, id: last.id } : null }
}

/** By the index of `started_at`; every id sorts behind a place without one. */
function isBetween(after: CallPlace, before: CallPlace): SQL {
  return sql`(started_at, id) > (${after.at}, ${after.id}) AND (started_at, id) <= (${before.at}, ${before.id})`
}

const INTEGERS = {
  started_at: z.int(),
  by_own_server: z.int().nullable(),
  input_tokens: z.int().nonnegative(),
  output_tokens: z.int().nonnegative(),
  cached_input_tokens: z.int().nonnegative(),
  cache_creation_input_tokens: z.int().nonnegative(),
  cache_creation_1h_input_tokens: z.int().nonnegative().nullable(),
}
const TEXTS = {
  id: z.string(),
  session_id: z.string().nullable(),
  turn_id: z.string().nullable(),
  started_by: z.string(),
  model_asked: z.string(),
  model_served: z.string().nullable(),
  usage_source: z.enum(['reported', 'estimated', 'none']),
  service_tier: z.string().nullable(),
  tool_uses_json: z.string().nullable(),
  cost_state: z.string().nullable(),
  pricing_version: z.string().nullable(),
  billed_usd: z.string().nullable(),
}
const Counted = z.object({ ...INTEGERS, ...TEXTS, cost_picousd: z.string().regex(/^\d+$/).nullable() })

/** What a row must have that there is a place behind it. */
const Row = z.looseObject({ id: TEXTS.id, started_at: INTEGERS.started_at })

// A page is one JSON text: as a result of rows and columns it takes the driver many times as long. JSON has no place for the
// bytes that a damaged column may hold: they become a value of another type than the column's. A cost may be more than a
// number of JavaScript holds.
const ROW = sql.raw(
  `json_object(${[
    ...Object.keys(INTEGERS).map((name) => `'${name}', iif(typeof(${name}) = 'blob', '', ${name})`),
    ...Object.keys(TEXTS).map((name) => `'${name}', iif(typeof(${name}) = 'blob', 0, ${name})`),
    `'cost_picousd', CAST(cost_picousd AS TEXT)`,
  ]})`,
)

const ToolUses = z.record(z.string(), z.int().nonnegative())

function billedCall(row: z.infer<typeof Row>, report: ReportDamage): BilledCall | null {
  try {
    const {
      tool_uses_json,
      started_at,
      by_own_server,
      cost_picousd,
      cost_state,
      billed_usd: _billed,
      turn_id: _turn,
      ...call
    } = Counted.parse(row)
    const { id, session_id, started_by, model_asked, model_served, pricing_version } = call
    const tool_uses = tool_uses_json === null ? null : ToolUses.parse(JSON.parse(tool_uses_json))
    return {
      id,
      session_id,
      started_by,
      started_at: formatTimestamp(started_at),
      model_asked,
      model_served,
      by_own_server: by_own_server === null ? null : by_own_server === 1,
      usage: usageOf({ ...call, tool_uses_json: tool_uses }),
      cost_picousd: cost_picousd === null ? null : BigInt(cost_picousd),
      cost_state: cost_state as CostState | null,
      pricing_version,
    }
  } catch (cause) {
    report('llm_calls', row.id, cause)
    return null
  }
}

const ProviderBill = z.looseObject({ billed_usd: z.string().regex(/^\d+(\.\d+)?$/) })

function providerBilledCall(row: z.infer<typeof Row>, report: ReportDamage): ProviderBilledCall | null {
  const call = billedCall(row, report)
  const bill = ProviderBill.safeParse(row)
  return call && bill.success ? { ...call, provider_usd: bill.data.billed_usd } : null
}
