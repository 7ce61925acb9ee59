import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { parseTimestamp } from '#lib/canonical/timestamp.ts'
import { silentLogger } from '#lib/log.ts'
import type { CostState } from '#lib/pricing/call-cost.ts'
import type { CallPlace, NewReprice, Reprice, RepricedPage, RepriceStore } from '#lib/store/reprice-store.ts'
import type { KeptAnswer } from '#lib/store/store.ts'
import { placeOf } from './client.ts'
import { type Database, isBreachOf, openDatabase, runAll } from './database.ts'
import { putAnswer } from './idempotency-key.ts'
import { addToUsage, CHANGES_COST, type Costed, costedBy, removeCosts } from './repriced-usage.ts'
import type { ServiceOptions } from './service.ts'
import { inWords } from './storage-fault.ts'
import { damageReport, readRows, type StoredRow, storedColumns } from './stored-row.ts'
import { callCosts, reprices } from './usage-schema.ts'

// Statements name the order of their tables (CROSS JOIN): the index of a reprice holds a million costs, and the planner
// takes it for the better way to the thousand of a page.

/** Where the storage fails, all throw a `StorageError`. */
export function openReprices({ client, url, log = silentLogger }: ServiceOptions): RepriceStore {
  const database = openDatabase(client)
  const report = damageReport(log)
  const read = (rows: StoredRow<typeof reprices>[]) => readRows(reprices, rows, report).map(repriceOf)
  const select = () => database.select(storedColumns(reprices)).from(reprices)
  const find = async (id: string) => read(await select().where(eq(reprices.id, id)))[0] ?? null
  const store: RepriceStore = {
    async list() {
      return read(await select().orderBy(desc(reprices.created_at), desc(reprices.id)))
    },
    find,
    async unfinished() {
      const isUnfinished = inArray(reprices.state, ['applying', 'reverting'])
      return read(await select().where(isUnfinished).orderBy(asc(reprices.created_at), asc(reprices.id)))
    },
    begin: (reprice, kept) => begin(database, reprice, kept),
    apply: (page) => apply(database, page),
    async beginRevert(id) {
      const isHeld = inArray(reprices.state, ['applying', 'applied'])
      const reverting = { state: 'reverting', ended_at: null } as const
      await database
        .update(reprices)
        .set(reverting)
        .where(and(eq(reprices.id, id), isHeld))
      return await find(id)
    },
    revertPage: (id, limit, ended_at) => revertPage(database, { id, limit, ended_at }),
    async costOf(callId) {
      const rows = await database.select(storedColumns(callCosts)).from(callCosts).where(eq(callCosts.call_id, callId))
      const [cost] = readRows(callCosts, rows.map(withoutPicoDollars), report)
      const reprice = cost && (await find(cost.reprice_id))
      return cost && reprice ? { cost_usd: cost.cost_usd, cost_state: cost.cost_state as CostState, reprice } : null
    },
  }
  return inWords(store, placeOf(url))
}

/** They are for sums alone, and may be more than a number holds. */
function withoutPicoDollars(row: StoredRow<typeof callCosts>): StoredRow<typeof callCosts> {
  return { ...row, cost_picousd: '0' }
}

function repriceOf({ from_at, to_at, reached_at, reached_id, ...reprice }: typeof reprices.$inferSelect): Reprice {
  const reached = { at: parseTimestamp(reached_at ?? from_at), id: reached_id ?? '' }
  return { ...reprice, from: from_at, to: to_at, reached }
}

async function begin(database: Database, { from, to, ...reprice }: NewReprice, kept: KeptAnswer | undefined) {
  const conflict = conflictOf({ from, to, pricing_version: reprice.pricing_version })
  // One statement asks and writes: of two at once, one comes second. Without a state there is no row.
  const state = sql<'applying'>`CASE WHEN NOT EXISTS (${conflict}) THEN 'applying' END`
  const row = { ...reprice, from_at: from, to_at: to, reached_at: from, reached_id: '', state: state as never }
  const answer = kept ? putAnswer(database, kept, parseTimestamp(reprice.created_at)) : []
  try {
    await runAll(database, [database.insert(reprices).values(row), ...answer])
    return { begun: true } as const
  } catch (error) {
    if (!isBreachOf(error, 'NOT NULL', reprices)) throw error
    const found = await database.get<{ id: string } | undefined>(conflict)
    return { begun: false, conflict: found?.id ?? '' } as const
  }
}

/** What must be gone first: of another version, or on its way out, over calls of this time. */
function conflictOf({ from, to, pricing_version }: Pick<NewReprice, 'from' | 'to' | 'pricing_version'>): SQL {
  const [begin, end] = [parseTimestamp(from), parseTimestamp(to)]
  return sql`SELECT held.id FROM reprices AS held
    WHERE held.state <> 'reverted' AND (held.pricing_version <> ${pricing_version} OR held.state = 'reverting')
      AND (held.state = 'applying' OR EXISTS (SELECT 1 FROM call_costs WHERE reprice_id = held.id))
      AND EXISTS (SELECT 1 FROM llm_calls WHERE outcome <> 'running'
        AND started_at >= max(held.from_at, ${begin}) AND started_at < min(held.to_at, ${end}))
    ORDER BY held.created_at LIMIT 1`
}

async function apply(database: Database, page: RepricedPage): Promise<boolean> {
  const { id, after, reached, calls, costs, ended_at } = page
  const isOurs = eq(reprices.id, id)
  const costed = changesOf(page)
  const moved = database
    .update(reprices)
    .set({
      // Nobody else may have come before: without a state the database refuses the whole page.
      state: sql`CASE WHEN state = 'applying' AND ${isAt(after)} THEN ${ended_at === null ? 'applying' : 'applied'} END`,
      reached_at: sql`${reached.at}`,
      reached_id: reached.id,
      calls: sql`calls + ${calls}`,
      ended_at,
    })
    .where(isOurs)
  const changed = sql`changed_calls + (SELECT count(*) FROM ${costed.from} WHERE ${costed.where} AND ${CHANGES_COST})`
  const written =
    costs.length === 0
      ? []
      : [
          database.run(insertCosts(page)),
          ...addToUsage(database, costed),
          database.update(reprices).set({ changed_calls: changed }).where(isOurs),
        ]
  return await isStillOurs(() => runAll(database, [moved, ...written]))
}

/** A call that has a cost of a reprice already keeps it. */
function insertCosts({ id, pricing_version, costs }: RepricedPage): SQL {
  const rows = costs.map(({ call_id, cost_usd, cost_picousd, cost_state }) => {
    return [call_id, cost_usd, String(cost_picousd), cost_state]
  })
  return sql`INSERT INTO call_costs (call_id, pricing_version, reprice_id, cost_usd, cost_picousd, cost_state)
    SELECT value ->> 0, ${pricing_version}, ${id}, value ->> 1, CAST(value ->> 2 AS INTEGER), value ->> 3
    FROM json_each(${JSON.stringify(rows)})
    WHERE NOT EXISTS (SELECT 1 FROM call_costs WHERE call_id = value ->> 0)`
}

/** Of those that this page has written; a cost that is as it was billed changes no sum. */
function changesOf({ id, pricing_version, costs }: RepricedPage): Costed {
  const ids = JSON.stringify(costs.flatMap(({ call_id, is_other }) => (is_other ? [call_id] : [])))
  return {
    from: sql`json_each(${ids}) AS other
      CROSS JOIN call_costs AS repriced ON call_id = other.value AND repriced.pricing_version = ${pricing_version}
      CROSS JOIN usage_of_calls AS billed ON billed.id = call_id`,
    // With the sign its index is left alone: it has every cost of the reprice, and a page has few.
    where: sql`+reprice_id = ${id}`,
  }
}

async function revertPage(
  database: Database,
  { id, limit, ended_at }: { id: string; limit: number; ended_at: string },
): Promise<boolean> {
  const isOurs = eq(reprices.id, id)
  const last = sql`SELECT rowid FROM call_costs WHERE reprice_id = ${id} ORDER BY rowid DESC LIMIT ${limit}`
  const costed = costedBy(last)
  const isNoneLeft = sql`NOT EXISTS (SELECT 1 FROM call_costs WHERE reprice_id = ${id})`
  let isLast = false
  const wasOurs = await isStillOurs(async () => {
    const results = await runAll(database, [
      database
        .update(reprices)
        .set({
          state: sql`CASE WHEN state = 'reverting' THEN state END`,
          reached_at: sql`coalesce((SELECT min(started_at) FROM ${costed.from} WHERE ${costed.where}), from_at)`,
          reached_id: '',
        })
        .where(isOurs),
      ...removeCosts(database, last),
      database
        .update(reprices)
        .set({ state: 'reverted', ended_at, reached_at: sql`from_at` })
        .where(and(isOurs, isNoneLeft))
        .returning({ id: reprices.id }),
    ])
    isLast = (results.at(-1) as unknown[]).length > 0
  })
  return wasOurs && !isLast
}

function isAt({ at, id }: CallPlace): SQL {
  return sql`reached_at = ${at} AND reached_id = ${id}`
}

/** False where the statement that looks after that found that another process was here, and nothing was stored. */
async function isStillOurs(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isBreachOf(error, 'NOT NULL', reprices)) return false
    throw error
  }
}
