import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Budget, BudgetPatch } from '#lib/budgets/budget.ts'
import { parseTimestamp } from '#lib/canonical/timestamp.ts'
import { silentLogger } from '#lib/log.ts'
import type { BudgetShare, BudgetStore, Hold, Standing } from '#lib/store/budget-store.ts'
import { DAY } from '#lib/usage/time-zone.ts'
import { budgetHolds, budgets } from './budget-schema.ts'
import { placeOf } from './client.ts'
import { type Database, isBreachOf, openDatabase, runAll, type Statement } from './database.ts'
import { putAnswer } from './idempotency-key.ts'
import type { ServiceOptions } from './service.ts'
import { inWords } from './storage-fault.ts'
import { damageReport, readRows, type StoredRow, storedColumns } from './stored-row.ts'

const STORED = storedColumns(budgets)

/** A settled hold is kept so long: a call of its turn may still end. One that was never called is forgotten, too. */
const KEPT_SETTLED = DAY
const KEPT_UNCALLED = DAY / 24

/** Where the storage fails, all throw a `StorageError`. */
export function openBudgets({ client, url, log = silentLogger }: ServiceOptions): BudgetStore {
  const database = openDatabase(client)
  const report = damageReport(log)
  const read = (rows: StoredRow<typeof budgets>[]) => readRows(budgets, rows, report).map(budgetOf)
  const selectAll = database.select(STORED).from(budgets).orderBy(asc(budgets.created_at), asc(budgets.id)).prepare()
  const store: BudgetStore = {
    async list() {
      return read(await selectAll.all())
    },
    async add(budget, since, kept) {
      const answer = kept ? putAnswer(database, kept, parseTimestamp(budget.created_at)) : []
      const added = database.insert(budgets).values(rowOf(budget))
      try {
        await runAll(database, [added, ...spentSoFar(database, budget, since), ...answer])
        return 'added'
      } catch (error) {
        if (isBreachOf(error, 'UNIQUE', budgets)) return 'taken'
        throw error
      }
    },
    async change(id, patch) {
      const isOne = eq(budgets.id, id)
      const changed =
        Object.keys(patch).length === 0
          ? await database.select(STORED).from(budgets).where(isOne)
          : await database.update(budgets).set(columnsOf(patch)).where(isOne).returning(STORED)
      return read(changed)[0] ?? null
    },
    async remove(id) {
      return (await database.delete(budgets).where(eq(budgets.id, id))).rowsAffected > 0
    },
    async standings(shares) {
      return shares.length === 0
        ? []
        : standingsOf(shares, await database.all<StandingRow>(selectStandings(shares, '')))
    },
    async everybody(budget_id, starts_at, limit) {
      const rows = await database.all<StandingRow & { subject: string; count: number }>(sql`
        WITH share AS (
          SELECT subject FROM budget_spending WHERE budget_id = ${budget_id} AND starts_at = ${starts_at}
          UNION SELECT subject FROM budget_holds WHERE budget_id = ${budget_id} AND starts_at = ${starts_at} AND held_picousd > 0
        )
        SELECT subject, count(*) OVER () AS count, ${STANDING({ budget_id: sql`${budget_id}`, subject: sql`share.subject`, starts_at: sql`${starts_at}` }, '')}
        FROM share ORDER BY spent + held DESC, subject LIMIT ${limit}`)
      const standings = rows.map((row) => standingOf({ budget_id, subject: row.subject, starts_at }, row))
      return { standings, count: rows[0]?.count ?? 0 }
    },
    hold: (hold) => holdAll(database, hold),
    async release(holdIds) {
      await database.delete(budgetHolds).where(inArray(budgetHolds.hold_id, [...holdIds]))
    },
  }
  return inWords(store, placeOf(url))
}

function rowOf({ person_id, team_id, ...budget }: Budget): typeof budgets.$inferInsert {
  return { ...budget, person_id: person_id ?? '', team_id: team_id ?? '' }
}

function budgetOf({ person_id, team_id, ...row }: typeof budgets.$inferSelect): Budget {
  return { ...row, person_id: person_id || null, team_id: team_id || null }
}

function columnsOf(patch: BudgetPatch): Partial<typeof budgets.$inferInsert> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}

/**
 * What a new budget finds: whole quarters of an hour, or whole days of UTC, from the sums of usage, and of the day in which it
 * begins the calls one by one. A call that runs is settled as any other, and holds nothing. Of a team it is what those spent who
 * are in it now.
 */
function spentSoFar(database: Database, { id, scope, person_id, team_id }: Budget, since: number): Statement[] {
  const isEach = (scope === 'person' || scope === 'member') && person_id === null
  const subject = sql.raw(isEach ? 'started_by' : "''")
  const isOfTeam = sql` AND started_by IN (SELECT user_id FROM team_members WHERE team_id = ${team_id})`
  const whose = sql`${team_id === null ? sql`` : isOfTeam}${person_id === null ? sql`` : sql` AND started_by = ${person_id}`}`
  const counters = sql.raw('cost_usd * 1000000000000 + cost_picousd AS spent, unpriced_calls AS unpriced')
  const firstWhole = Math.ceil(since / DAY) * DAY
  const parts =
    scope === 'installation'
      ? sql`SELECT '' AS subject, ${counters} FROM usage_slots WHERE slot >= ${since}`
      : sql`SELECT ${subject} AS subject, ${counters} FROM usage_days WHERE day >= ${firstWhole}${whose}
          UNION ALL
          SELECT ${subject} AS subject, ${counters} FROM usage_of_calls
          WHERE started_at >= ${since} AND started_at < ${firstWhole}${whose}`
  return [
    database.run(sql`
      INSERT INTO budget_spending (budget_id, subject, starts_at, spent_picousd, uncertain_picousd, unpriced_calls)
      SELECT ${id}, subject, ${since}, sum(spent), 0, sum(unpriced) FROM (${parts}) GROUP BY subject`),
    database.run(sql`
      INSERT INTO budget_holds (hold_id, budget_id, subject, starts_at, reserved_picousd, held_picousd, held_at)
      SELECT DISTINCT coalesce(turn_id, request_id), ${id}, ${subject}, ${since}, 0, 0, ${since}
      FROM llm_calls WHERE outcome = 'running' AND started_at >= ${since}${whose}`),
  ]
}

async function holdAll(database: Database, hold: Hold): Promise<Awaited<ReturnType<BudgetStore['hold']>>> {
  const { hold_id, at, amount, shares } = hold
  if (shares.length === 0) return { held: true, standings: [] }
  const asked = sql`json_each(${JSON.stringify(
    shares.map(({ budget_id, subject, starts_at, limit, passes }) => {
      return { budget_id, subject, starts_at, limit: String(limit), passes: Number(passes) }
    }),
  )})`
  const share = {
    budget_id: sql`value ->> 'budget_id'`,
    subject: sql`value ->> 'subject'`,
    starts_at: sql`value ->> 'starts_at'`,
  }
  const isOver = sql`SELECT 1 FROM ${asked} WHERE value ->> 'passes' = 0
    AND ${SPENT(share)} + ${HELD(share, hold_id)} + ${amount} > CAST(value ->> 'limit' AS INTEGER)`
  const [, standings, held] = await runAll(database, [
    database.run(sql`DELETE FROM budget_holds WHERE held_at < ${at - KEPT_UNCALLED} AND CASE WHEN held_picousd = 0
      THEN held_at < ${at - KEPT_SETTLED}
      ELSE NOT EXISTS (SELECT 1 FROM turns WHERE turns.id = hold_id AND state IN ('running', 'waiting')) END`),
    database.all(selectStandings(shares, hold_id)),
    database.all(sql`
      INSERT INTO budget_holds (hold_id, budget_id, subject, starts_at, reserved_picousd, held_picousd, held_at)
      SELECT ${hold_id}, ${share.budget_id}, ${share.subject}, ${share.starts_at}, ${amount}, ${amount}, ${at}
      FROM ${asked} WHERE NOT EXISTS (${isOver})
      ON CONFLICT DO UPDATE SET subject = excluded.subject, starts_at = excluded.starts_at,
        reserved_picousd = excluded.reserved_picousd, held_picousd = excluded.held_picousd, held_at = excluded.held_at
      RETURNING budget_id`),
  ])
  return {
    held: (held as unknown[]).length === shares.length,
    standings: standingsOf(shares, standings as StandingRow[]),
  }
}

type ShareColumns = Record<'budget_id' | 'subject' | 'starts_at', SQL>

const ofShare = ({ budget_id, subject, starts_at }: ShareColumns, table: string) => {
  const of = (column: string) => sql.raw(`${table}.${column}`)
  return sql`${of('budget_id')} = ${budget_id} AND ${of('subject')} = ${subject} AND ${of('starts_at')} = ${starts_at}`
}

const SPENT = (share: ShareColumns, column = 'spent_picousd') =>
  sql`coalesce((SELECT ${sql.raw(column)} FROM budget_spending WHERE ${ofShare(share, 'budget_spending')}), 0)`

const HELD = (share: ShareColumns, except: string) =>
  sql`coalesce((SELECT sum(held_picousd) FROM budget_holds WHERE ${ofShare(share, 'budget_holds')} AND hold_id <> ${except}), 0)`

/** Amounts as text: they may be more than a number holds. */
interface StandingRow {
  spent: string
  uncertain: string
  held: string
  unpriced_calls: number
}

const STANDING = (share: ShareColumns, except: string) => sql`
  CAST(${SPENT(share)} AS TEXT) AS spent, CAST(${SPENT(share, 'uncertain_picousd')} AS TEXT) AS uncertain,
  CAST(${HELD(share, except)} AS TEXT) AS held, ${SPENT(share, 'unpriced_calls')} AS unpriced_calls`

function selectStandings(shares: readonly BudgetShare[], except: string): SQL {
  const asked = JSON.stringify(shares.map(({ budget_id, subject, starts_at }) => [budget_id, subject, starts_at]))
  const share = { budget_id: sql`value ->> 0`, subject: sql`value ->> 1`, starts_at: sql`value ->> 2` }
  return sql`SELECT ${STANDING(share, except)} FROM json_each(${asked}) ORDER BY key`
}

function standingsOf(shares: readonly BudgetShare[], rows: readonly StandingRow[]): Standing[] {
  return shares.map((share, n) => standingOf(share, rows[n]))
}

function standingOf({ budget_id, subject, starts_at }: BudgetShare, row: StandingRow | undefined): Standing {
  const { spent = '0', uncertain = '0', held = '0', unpriced_calls = 0 } = row ?? {}
  const amounts = { spent: BigInt(spent), uncertain: BigInt(uncertain), held: BigInt(held) }
  return { budget_id, subject, starts_at, ...amounts, unpriced_calls }
}
