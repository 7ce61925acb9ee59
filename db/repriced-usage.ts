import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from './database.ts'
import { keysOf, USAGE_TABLES } from './usage-schema.ts'

// What a reprice changes of the sums of usage.

/** Which costs: `billed`, rows of `usage_of_calls`, beside `repriced`, their rows of `call_costs`. */
export interface Costed {
  from: SQL
  where: SQL
}

const DOLLAR = 1_000_000_000_000

/**
 * What a reprice adds to the counters of a call: money, and 1 where it has a price for all of it at last. In SQL, of what it
 * was billed and what it costs by the reprice.
 */
function repricedCounters(billed: Billed, repriced: { cost_picousd: string; cost_state: string }) {
  const more = `(${repriced.cost_picousd} - ${billed.cost_usd} * ${DOLLAR} - ${billed.cost_picousd})`
  return {
    repriced_usd: `${more} / ${DOLLAR}`,
    repriced_picousd: `${more} % ${DOLLAR}`,
    repriced_calls: `(${billed.unpriced_calls} - (${repriced.cost_state} = 'partial'))`,
  }
}

type Billed = Record<'cost_usd' | 'cost_picousd' | 'unpriced_calls', string>

const BILLED = {
  cost_usd: 'billed.cost_usd',
  cost_picousd: 'billed.cost_picousd',
  unpriced_calls: 'billed.unpriced_calls',
}
const ADDED = repricedCounters(BILLED, {
  cost_picousd: 'repriced.cost_picousd',
  cost_state: 'repriced.cost_state',
})
const ADDED_COUNTERS = Object.keys(ADDED) as (keyof typeof ADDED)[]

/** More or less than it was billed, or something else is known of it. */
export const CHANGES_COST = sql.raw(
  `(${Object.values(ADDED)
    .map((added) => `${added} <> 0`)
    .join(' OR ')})`,
)

const CHANGE = sql.raw(ADDED_COUNTERS.map((name) => `sum(${ADDED[name]}) AS ${name}`).join(', '))

const TABLES = USAGE_TABLES.map((table) => ({ name: getTableName(table), keys: keysOf(table) }))

/** What a call has for each key of a table. */
const ODD_KEYS: Readonly<Record<string, string>> = {
  tool: 'tools.value AS tool',
  session_id: "coalesce(billed.session_id, '') AS session_id",
}

/** Of rows of `call_costs`. */
export function costedBy(rowids: SQL): Costed {
  return {
    from: sql`call_costs AS repriced CROSS JOIN usage_of_calls AS billed ON billed.id = call_id`,
    where: sql`repriced.rowid IN (${rowids})`,
  }
}

/** As if these rows of `call_costs` had never been. */
export function removeCosts(database: Database, rowids: SQL): Statement[] {
  const removed = database.run(sql`DELETE FROM call_costs WHERE rowid IN (${rowids})`)
  return [...addToUsage(database, costedBy(rowids), -1), removed]
}

/** Every call that is there has its rows in the sums. `sign`: -1 takes back what 1 adds. */
export function addToUsage(database: Database, costed: Costed, sign: 1 | -1 = 1): Statement[] {
  return TABLES.map(({ name, keys }) => {
    const isByTool = keys.includes('tool')
    const columns = sql.raw(keys.map((key) => ODD_KEYS[key] ?? `billed.${key}`).join(', '))
    const isSame = sql.raw(keys.map((key) => `sums.${key} = change.${key}`).join(' AND '))
    const added = sql.raw(ADDED_COUNTERS.map((each) => `${each} = sums.${each} + ${sign} * change.${each}`).join(', '))
    const from = isByTool ? sql`${costed.from} CROSS JOIN json_each(billed.tools_json) AS tools` : costed.from
    return database.run(sql`UPDATE ${sql.raw(name)} AS sums SET ${added}
      FROM (SELECT ${columns}, ${CHANGE} FROM ${from} WHERE ${costed.where} GROUP BY ${byPosition(keys)}) AS change
      WHERE ${isSame}`)
  })
}

function byPosition(keys: readonly string[]): SQL {
  return sql.raw(keys.map((_, n) => n + 1).join(', '))
}
