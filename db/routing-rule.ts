import { desc, eq, lt, sql } from 'drizzle-orm'
import { silentLogger } from '#lib/log.ts'
import type { RuleStore, StoredRules } from '#lib/store/rule-store.ts'
import { placeOf } from './client.ts'
import { isBreachOf, openDatabase, runAll } from './database.ts'
import { routingRules } from './routing-schema.ts'
import type { ServiceOptions } from './service.ts'
import { inWords } from './storage-fault.ts'
import { damageReport, readRows, storedColumns } from './stored-row.ts'

const COLUMNS = storedColumns(routingRules)

/** Where the storage fails, all throw a `StorageError`. */
export function openRules({ client, url, log = silentLogger }: ServiceOptions): RuleStore {
  const database = openDatabase(client)
  const report = damageReport(log)
  const read = (rows: Parameters<typeof readRows<typeof routingRules>>[1]) => readRows(routingRules, rows, report)
  const newest = () => database.select(COLUMNS).from(routingRules).orderBy(desc(routingRules.version)).limit(1)
  const store: RuleStore = {
    async latest() {
      return read(await newest())[0] ?? null
    },
    async version(version) {
      return read(await database.select(COLUMNS).from(routingRules).where(eq(routingRules.version, version)))[0] ?? null
    },
    async list({ before, limit }) {
      const rows = await database
        .select({ ...COLUMNS, text: sql<string>`''` })
        .from(routingRules)
        .where(before === null ? undefined : lt(routingRules.version, before))
        .orderBy(desc(routingRules.version))
        .limit(limit)
      return read(rows).map(({ text: _none, ...rules }) => rules)
    },
    async add(rules, basedOn) {
      const stored: StoredRules = { ...rules, version: basedOn + 1 }
      try {
        await runAll(database, [database.insert(routingRules).values(stored)])
        return stored
      } catch (error) {
        if (isBreachOf(error, 'UNIQUE', routingRules)) return null
        throw error
      }
    },
  }
  return inWords(store, placeOf(url))
}
