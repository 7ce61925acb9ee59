import { type SQL, sql } from 'drizzle-orm'
import type { Principal } from '#lib/principal.ts'
import type { ModelUse } from '#lib/store/model-use.ts'
import type { Database } from './database.ts'

interface Row {
  model: string
  id: string
  name: string | null
  is_own: 0 | 1
  total: number
}

/** Of any number of models in one query. `things`: a query of `id`, `name`, `model`, `owner_id` and `place`, by which they are in order. */
export async function listModelUses(
  database: Database,
  things: SQL,
  { id: principal }: Principal,
  models: readonly string[],
  most: number,
): Promise<ModelUse[]> {
  const rows = await database.all<Row>(sql`
    SELECT model, id, name, is_own, total FROM (
      SELECT model, id, name, owner_id = ${principal} AS is_own, count(*) OVER who AS total,
        row_number() OVER (PARTITION BY model, owner_id = ${principal} ORDER BY place DESC) AS nth
      FROM (${things}) WHERE model IN (SELECT value FROM json_each(${JSON.stringify(models)}))
      WINDOW who AS (PARTITION BY model, owner_id = ${principal})
    ) WHERE nth <= CASE is_own WHEN 1 THEN ${most} ELSE 1 END ORDER BY model, is_own DESC, nth`)
  return [...Map.groupBy(rows, ({ model }) => model)].map(([model, all]) => {
    const own = all.filter(({ is_own }) => is_own === 1)
    const others = all.find(({ is_own }) => is_own === 0)
    return {
      model,
      own: own[0]?.total ?? 0,
      others: others?.total ?? 0,
      shown: own.map(({ id, name }) => ({ id, name })),
    }
  })
}
