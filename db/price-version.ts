import { asc, eq, sql } from 'drizzle-orm'
import { parseTimestamp } from '#lib/canonical/timestamp.ts'
import { silentLogger } from '#lib/log.ts'
import { PriceTable } from '#lib/pricing/price.ts'
import type { PricedVersion } from '#lib/pricing/price-book.ts'
import type { PriceStore } from '#lib/store/price-store.ts'
import { placeOf } from './client.ts'
import { isBreachOf, openDatabase, runAll } from './database.ts'
import { putAnswer } from './idempotency-key.ts'
import { priceVersions } from './schema.ts'
import type { ServiceOptions } from './service.ts'
import { inWords } from './storage-fault.ts'
import { damageReport, decode, readRows, storedColumns } from './stored-row.ts'

const { table_json, ...LISTED } = storedColumns(priceVersions)

/** Where the storage fails, all throw a `StorageError`. */
export function openPrices({ client, url, log = silentLogger }: ServiceOptions): PriceStore {
  const database = openDatabase(client)
  const report = damageReport(log)
  const store: PriceStore = {
    async list() {
      const { effective_from, pricing_version } = priceVersions
      const rows = await database.select(LISTED).from(priceVersions).orderBy(asc(effective_from), asc(pricing_version))
      const whole = rows.map((row) => ({ ...row, table_json: 'null' }))
      return readRows(priceVersions, whole, report).map(({ table_json: _none, ...version }) => version)
    },
    async table(pricingVersion) {
      const ofVersion = eq(priceVersions.pricing_version, pricingVersion)
      const row = await database.select({ table_json }).from(priceVersions).where(ofVersion).get()
      if (!row) return null
      try {
        return PriceTable.parse(decode(priceVersions.table_json, row.table_json))
      } catch (cause) {
        // What it says of one model is no more to be trusted than what it says of the next.
        report('price_versions', pricingVersion, cause)
        return null
      }
    },
    async addShipped(versions, created_at) {
      const rows = versions.map((version) => rowOf({ ...version, created_at }))
      if (rows.length > 0) await database.insert(priceVersions).values(rows).onConflictDoNothing()
    },
    async publish(version, { basedOn, kept }) {
      const { pricing_version, ...rest } = rowOf(version)
      // One statement asks and writes: of two at once, one comes second. Without a name there is no row.
      const latest = sql`(SELECT pricing_version FROM price_versions WHERE origin = 'published' ORDER BY created_at DESC LIMIT 1)`
      const named =
        basedOn === undefined ? pricing_version : sql`CASE WHEN ${latest} IS ${basedOn} THEN ${pricing_version} END`
      const added = database.insert(priceVersions).values({ ...rest, pricing_version: named as string })
      const answer = kept ? putAnswer(database, kept, parseTimestamp(version.created_at)) : []
      try {
        await runAll(database, [added, ...answer])
        return 'published'
      } catch (error) {
        if (isBreachOf(error, 'NOT NULL', priceVersions)) return 'superseded'
        if (isBreachOf(error, 'UNIQUE', priceVersions)) return 'instant_taken'
        throw error
      }
    },
  }
  return inWords(store, placeOf(url))
}

function rowOf({ table, ...version }: PricedVersion & { created_at: string }): typeof priceVersions.$inferInsert {
  return { ...version, models: Object.keys(table.models).length, table_json: table }
}
