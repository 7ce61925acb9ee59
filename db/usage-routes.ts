import { type SQL, sql } from 'drizzle-orm'
import { parseTimestamp } from '#lib/canonical/timestamp.ts'
import type { PersistedEvent } from '#lib/events/catalog.ts'
import type { RouteCount, UsageStore } from '#lib/store/usage-store.ts'
import { DAY } from '#lib/usage/time-zone.ts'
import type { Database, Statement } from './database.ts'

// What routing decided, added up. Of events that are stored a trigger of the database does the same.

const QUARTER = DAY / 96

/** A decision that is no event of the store. */
export function addDecision(
  database: Database,
  { timestamp, payload }: PersistedEvent & { type: 'route.decided' },
): Statement {
  const at = parseTimestamp(timestamp)
  const rows = payload.chain.map(({ policy, verdict, model = '', rejection = '' }) => [
    policy,
    verdict,
    model,
    rejection,
  ])
  return addToRoutes(
    database,
    sql`(SELECT ${at - (at % QUARTER)} AS slot, value ->> 0 AS policy, value ->> 1 AS verdict, value ->> 2 AS model,
      value ->> 3 AS rejection FROM json_each(${JSON.stringify(rows)})) WHERE true`,
    1,
  )
}

/** `links`: a row for each, and a condition. `sign`: -1 takes back what 1 adds. */
export function addToRoutes(database: Database, links: SQL, sign: 1 | -1): Statement {
  const keys = sql.raw('slot, policy, verdict, model, rejection')
  return database.run(sql`
    INSERT INTO usage_routes (${keys}, decisions) SELECT ${keys}, ${sql.raw(`${sign} * count(*)`)} FROM ${links}
    GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT DO UPDATE SET decisions = decisions + excluded.decisions`)
}

export async function routesOf(
  database: Database,
  { from, to, model, limit }: Parameters<UsageStore['routes']>[0],
): Promise<RouteCount[]> {
  const first = from - (from % QUARTER)
  return await database.all<RouteCount>(sql`
    SELECT policy, verdict, nullif(model, '') AS model, nullif(rejection, '') AS rejection, sum(decisions) AS decisions FROM usage_routes
    WHERE slot >= ${sql.raw(String(first))} AND slot < ${sql.raw(String(to))}
      ${model === undefined ? sql`` : sql`AND model = ${model}`}
    GROUP BY 1, 2, 3, 4 HAVING sum(decisions) > 0 ORDER BY decisions DESC, 1, 2, 3, 4 LIMIT ${limit}`)
}
