import { and, asc, desc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type Logger, silentLogger } from '#lib/log.ts'
import {
  BUSY_STATES,
  ImportBusyError,
  type ImportItem,
  type ImportPatch,
  type ImportRecord,
  type ImportStore,
  type ItemsAsked,
} from '#lib/store/import-store.ts'
import { placeOf } from './client.ts'
import { type Database, isBreachOf, openDatabase } from './database.ts'
import { appliedItems } from './import-apply.ts'
import { importItems, imports } from './import-schema.ts'
import { undoneItems } from './import-undo.ts'
import { IS_THERE, sessions } from './schema.ts'
import type { ServiceOptions } from './service.ts'
import { inWords } from './storage-fault.ts'
import { damageReport } from './stored-row.ts'

/** Where the storage fails, all throw a `StorageError`. */
export function openImports({ client, url, log = silentLogger }: ServiceOptions & { log?: Logger }): ImportStore {
  const database = openDatabase(client)
  const report = damageReport(log)
  const store: ImportStore = {
    async begin(record) {
      try {
        await database.insert(imports).values(rowOf(record))
        return true
      } catch (error) {
        if (isBreachOf(error, 'UNIQUE', imports)) return false
        throw error
      }
    },
    async find(ownerId, id) {
      const own = and(eq(imports.id, id), eq(imports.owner_id, ownerId))
      return (await database.select().from(imports).where(own)).map(recordOf)[0] ?? null
    },
    async list(ownerId) {
      const own = eq(imports.owner_id, ownerId)
      return (await database.select().from(imports).where(own).orderBy(desc(imports.id))).map(recordOf)
    },
    async unfinished() {
      const isToGoOn = sql`${imports.state} = 'failed' AND failure_json ->> '$.during' = 'applying'`
      const isOpen = or(inArray(imports.state, [...BUSY_STATES, 'ready']), isToGoOn)
      return (await database.select().from(imports).where(isOpen).orderBy(asc(imports.id))).map(recordOf)
    },
    async change(id, from, patch) {
      const isIn = and(eq(imports.id, id), inArray(imports.state, [...from]))
      try {
        const changed = await database.update(imports).set(columnsOf(patch)).where(isIn).returning()
        return changed.map(recordOf)[0] ?? null
      } catch (error) {
        if (isBreachOf(error, 'UNIQUE', imports)) throw new ImportBusyError()
        throw error
      }
    },
    async remove(id) {
      await database.delete(imports).where(eq(imports.id, id))
    },
    async addItems(importId, items) {
      if (items.length > 0) await database.insert(importItems).values(items.map((item) => itemRow(importId, item)))
    },
    async clearItems(importId) {
      await database.delete(importItems).where(eq(importItems.import_id, importId))
    },
    async items(importId, { after, limit, which = {} }) {
      const isNext = and(eq(importItems.import_id, importId), gt(importItems.position, after), ...asked(which))
      const rows = await database
        .select()
        .from(importItems)
        .where(isNext)
        .orderBy(asc(importItems.position))
        .limit(limit)
      return rows.map(itemOf)
    },
    tally: (importId) =>
      database
        .select({ ...TALLIED, items: sql<number>`count(*)` })
        .from(importItems)
        .where(eq(importItems.import_id, importId))
        .groupBy(importItems.kind, importItems.verdict, importItems.state),
    async standings(ownerId, sessionIds) {
      const found = await database
        .select({ id: sessions.id, isOwn: sql<number>`owner_id = ${ownerId} AND ${IS_THERE}` })
        .from(sessions)
        .where(inArray(sessions.id, sql`(SELECT value FROM json_each(${JSON.stringify(sessionIds)}))`))
      return found.map(({ id, isOwn }) => ({ id, standing: isOwn === 1 ? 'own' : 'taken' }))
    },
    importedBefore: (ownerId, source, item) => findImported(database, ownerId, source, item),
    ...appliedItems(database, report),
    ...undoneItems(database),
  }
  return inWords(store, placeOf(url))
}

const TALLIED = { kind: importItems.kind, verdict: importItems.verdict, state: importItems.state }

function asked({ kind, verdicts, states }: Partial<ItemsAsked>): SQL[] {
  return [
    ...(kind ? [eq(importItems.kind, kind)] : []),
    ...(verdicts ? [inArray(importItems.verdict, [...verdicts])] : []),
    ...(states ? [inArray(importItems.state, [...states])] : []),
  ]
}

/** Of several the latest: it says the most. */
async function findImported(
  database: Database,
  ownerId: string,
  source: string,
  { external_id, hash }: { external_id: string; hash?: string },
): Promise<string | null> {
  const found = await database
    .select({ id: sessions.id })
    .from(importItems)
    .innerJoin(imports, eq(imports.id, importItems.import_id))
    .innerJoin(sessions, eq(sessions.id, importItems.target_id))
    .where(
      and(
        sql`${importItems.state} = 'applied'`,
        eq(importItems.external_id, external_id),
        hash === undefined ? undefined : eq(importItems.hash, hash),
        eq(imports.owner_id, ownerId),
        eq(imports.source, source),
        eq(sessions.owner_id, ownerId),
        IS_THERE,
      ),
    )
    .orderBy(desc(imports.id))
    .limit(1)
  return found[0]?.id ?? null
}

function rowOf({ choices, found, failure, ...record }: ImportRecord): typeof imports.$inferInsert {
  return { ...record, choices_json: choices, found_json: found, failure_json: failure }
}

function recordOf({ choices_json, found_json, failure_json, ...row }: typeof imports.$inferSelect): ImportRecord {
  return {
    ...row,
    choices: choices_json as ImportRecord['choices'],
    found: found_json,
    failure: failure_json as ImportRecord['failure'],
  }
}

function columnsOf({ choices, found, failure, ...patch }: ImportPatch) {
  return {
    ...patch,
    ...(choices !== undefined && { choices_json: choices }),
    ...(found !== undefined && { found_json: found }),
    ...(failure !== undefined && { failure_json: failure }),
  }
}

function itemRow(import_id: string, { counts, ...item }: ImportItem): typeof importItems.$inferInsert {
  return { ...item, import_id, counts_json: counts }
}

function itemOf(row: typeof importItems.$inferSelect): ImportItem {
  const { import_id: _its, counts_json, mark: _mark, call_ids_json: _calls, ...item } = row
  return { ...item, counts: counts_json as ImportItem['counts'] }
}
