import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { ImportPlace, ImportStore } from '#lib/store/import-store.ts'
import { type Database, runAll, type Statement } from './database.ts'
import { chatMark, isItem, presetMark } from './import-apply.ts'
import { importItems } from './import-schema.ts'
import { llmCalls, presets, sessions } from './schema.ts'
import { addToRoutes } from './usage-routes.ts'

type Undone = Pick<ImportStore, 'undoItem' | 'changedSince'>

// A batch cannot branch: its first statement says in the item whether that is undone, and all others look there.

export function undoneItems(database: Database): Undone {
  return {
    async undoItem(place, evenChanged) {
      const [changed] = await runAll(database, [noteUndone(database, place, evenChanged), ...takeBack(database, place)])
      const [item] = changed as { state: string }[]
      return item?.state === 'kept' ? 'kept' : 'undone'
    },
    changedSince: (importId, limit) =>
      database
        .select({ id: sessions.id, title: sessions.title })
        .from(importItems)
        .innerJoin(sessions, eq(sessions.id, importItems.target_id))
        .where(
          sql`${importItems.import_id} = ${importId} AND ${importItems.kind} = 'chat'
            AND ${importItems.state} IN ('applied', 'kept') AND ${IS_CHANGED}`,
        )
        .orderBy(importItems.position)
        .limit(limit),
  }
}

/** One that is gone was not changed. */
const IS_CHANGED = sql`CASE import_items.kind
  WHEN 'chat' THEN import_items.mark IS NOT coalesce(${chatMark(sql`import_items.target_id`)}, import_items.mark)
  WHEN 'preset' THEN import_items.mark IS NOT coalesce(${presetMark(sql`import_items.target_id`)}, import_items.mark)
  ELSE 0 END`

const IS_RUNNING = sql`EXISTS (SELECT 1 FROM sessions WHERE sessions.id = import_items.target_id AND sessions.state = 'running')`

function noteUndone(database: Database, place: ImportPlace, evenChanged: boolean): Statement {
  const isKept = evenChanged ? IS_RUNNING : sql`${IS_RUNNING} OR ${IS_CHANGED}`
  return database
    .update(importItems)
    .set({ state: sql`CASE WHEN ${isKept} THEN 'kept' ELSE 'undone' END` })
    .where(sql`${isItem(place)} AND state IN ('applied', 'kept')`)
    .returning({ state: importItems.state })
}

function takeBack(database: Database, place: ImportPlace): Statement[] {
  const undone = (column: string, kind?: string): SQL =>
    sql`(SELECT ${sql.raw(column)} FROM import_items WHERE import_id = ${place.import_id} AND position = ${place.position}
      AND state = 'undone'${kind === undefined ? sql`` : sql` AND kind = ${kind}`})`
  const chat = undone('target_id', 'chat')
  const importedAt = sql`(SELECT created_at FROM imports WHERE id = ${place.import_id})`
  return [
    // Only what came along: what was spent here since stays spent.
    database
      .delete(llmCalls)
      .where(inArray(llmCalls.id, sql`(SELECT value FROM json_each(${undone('call_ids_json')}))`)),
    addToRoutes(
      database,
      sql`usage_routes_of_events WHERE session_id = ${chat}
        AND id IN (SELECT id FROM events WHERE session_id = ${chat} AND timestamp < ${importedAt})`,
      -1,
    ),
    database.delete(sessions).where(sql`${sessions.id} = ${chat}`),
    database.delete(presets).where(sql`${presets.id} = ${undone('target_id', 'preset')}`),
    database.run(sql`
      UPDATE person_settings SET settings_json = ${undone('mark', 'settings')}
      WHERE owner_id = (SELECT owner_id FROM imports WHERE id = ${place.import_id})
        AND ${undone('mark', 'settings')} IS NOT NULL`),
  ]
}
