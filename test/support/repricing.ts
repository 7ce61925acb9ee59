import { getTableName } from 'drizzle-orm'
import { openBilledCalls } from '#db/billed-call.ts'
import { openReprices } from '#db/reprice.ts'
import { openStore } from '#db/store.ts'
import { COUNTERS, USAGE_TABLES } from '#db/usage-schema.ts'
import { monotonicIds } from '#lib/canonical/id.ts'
import type { PriceTable } from '#lib/pricing/price.ts'
import { parsePriceTable } from '#lib/pricing/price-table.ts'
import type { NewReprice } from '#lib/store/reprice-store.ts'

const nextId = monotonicIds()

/** One model with a price, one that is free, and none of `demo:two`. */
export function tableOf(pricing_version: string, input_per_mtok_usd = '2.5'): PriceTable {
  const one = { input_per_mtok_usd, output_per_mtok_usd: '7.123456' }
  return parsePriceTable({ pricing_version, models: { 'demo:one': one, 'demo:three': { free: true } } })
}

export function repriceOf(fields: Partial<NewReprice> = {}): NewReprice {
  return {
    id: nextId(),
    from: '2026-05-01T00:00:00.000000Z',
    to: '2026-06-01T00:00:00.000000Z',
    pricing_version: 'second',
    reason: 'the price was wrong',
    author: 'local',
    created_at: '2026-06-02T00:00:00.000000Z',
    ...fields,
  }
}

/** What a reprice works on, over one connection. */
export async function openRepricing(url: string) {
  const store = await openStore({ url })
  const { client } = store
  return { store, client, url, reprices: openReprices({ client, url }), reader: openBilledCalls({ client, url }) }
}

type Client = Awaited<ReturnType<typeof openRepricing>>['client']

const TABLES = USAGE_TABLES.map(getTableName)

/** Every counter of the sums of usage, added up over each table. */
export async function sumsOf(client: Client) {
  const columns = COUNTERS.map((name) => `CAST(coalesce(sum(${name}), 0) AS TEXT) AS ${name}`).join(', ')
  const tables = TABLES.map(async (table) => {
    const { rows } = await client.execute(`SELECT ${columns} FROM ${table}`)
    return [table, { ...rows[0] }] as const
  })
  return Object.fromEntries(await Promise.all(tables)) as Record<string, Record<string, string>>
}

/** Every row of the sums, as it is. */
export async function rowsOf(client: Client) {
  const tables = await Promise.all(TABLES.map((table) => client.execute(`SELECT * FROM ${table}`)))
  return tables.map(({ rows }) => rows.map((row) => Object.values(row).map(String)))
}
