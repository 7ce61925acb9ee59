import { and, eq, inArray } from 'drizzle-orm'
import { silentLogger } from '#lib/log.ts'
import type { StandInStore } from '#lib/store/stand-in-store.ts'
import { placeOf } from './client.ts'
import { openDatabase, runAll } from './database.ts'
import { sessions } from './schema.ts'
import type { ServiceOptions } from './service.ts'
import { briefs, pictureDescriptions } from './stand-in-schema.ts'
import { inWords } from './storage-fault.ts'
import { damageReport, readRows, storedColumns } from './stored-row.ts'

/** Where the storage fails, all throw a `StorageError`. */
export function openStandIns({ client, url, log = silentLogger }: ServiceOptions): StandInStore {
  const database = openDatabase(client)
  const report = damageReport(log)
  const store: StandInStore = {
    async descriptions(sessionId, hashes) {
      if (hashes.length === 0) return []
      const owner = database.select({ id: sessions.owner_id }).from(sessions).where(eq(sessions.id, sessionId))
      const rows = await database
        .select(storedColumns(pictureDescriptions))
        .from(pictureDescriptions)
        .where(and(eq(pictureDescriptions.owner_id, owner), inArray(pictureDescriptions.hash, [...hashes])))
      return readRows(pictureDescriptions, rows, report).map(({ owner_id: _owner, ...description }) => description)
    },
    async keepDescription({ id: owner_id }, description) {
      const added = database.insert(pictureDescriptions).values({ owner_id, ...description })
      await runAll(database, [added.onConflictDoNothing()])
    },
    async brief(sessionId, id) {
      const own = and(eq(briefs.session_id, sessionId), eq(briefs.id, id))
      const rows = await database.select(storedColumns(briefs)).from(briefs).where(own)
      return readRows(briefs, rows, report)[0] ?? null
    },
    async keepBrief(brief) {
      await runAll(database, [database.insert(briefs).values(brief)])
    },
  }
  return inWords(store, placeOf(url))
}
