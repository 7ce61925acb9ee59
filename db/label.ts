import { and, count, eq, isNotNull, sql } from 'drizzle-orm'
import type { Label, LabelChange } from '#lib/canonical/label.ts'
import type { Principal } from '#lib/principal.ts'
import type { Database } from './database.ts'
import { IS_ARCHIVED, IS_LISTED, IS_THERE, sessions } from './schema.ts'
import { TAGS } from './tags-column.ts'

/** Beyond what any menu shows. */
const MOST = 1_000

const LISTED = sql<number>`count(*) FILTER (WHERE ${IS_ARCHIVED} = 0)`.mapWith(Number)

const RUNNING = sql<number>`count(*) FILTER (WHERE ${IS_ARCHIVED} = 0 AND ${sessions.state} = 'running')`.mapWith(
  Number,
)

/** The folders and tags in use, by name, each with the number of its chats, those of the archive among them. */
export async function listLabels(
  database: Database,
  principal: Principal,
): Promise<{ folders: Label[]; tags: Label[] }> {
  const own = and(eq(sessions.owner_id, principal.id), sql`${IS_LISTED} = 1`)
  const folders = await database
    .select({ name: sessions.folder, chats: count(), listed: LISTED, running: RUNNING })
    .from(sessions)
    .where(and(own, isNotNull(sessions.folder)))
    .groupBy(sessions.folder)
    .orderBy(sessions.folder)
    .limit(MOST)
  const tags = await database
    .select({ name: sql<string>`CAST(tag.value AS TEXT)`, chats: count(), listed: LISTED, running: RUNNING })
    .from(sessions)
    .innerJoin(sql`${TAGS} AS tag`, sql`true`)
    .where(own)
    .groupBy(sql`tag.value`)
    .orderBy(sql`tag.value`)
    .limit(MOST)
  return { folders: folders.map((folder) => ({ ...folder, name: folder.name ?? '' })), tags }
}

/** Renames a folder or a tag in all chats that have it, or takes it from them. Returns the ids of those chats. */
export async function changeLabel(
  database: Database,
  principal: Principal,
  { kind, from, to }: LabelChange,
): Promise<string[]> {
  const own = and(eq(sessions.owner_id, principal.id), sql`${IS_THERE}`)
  const changed =
    kind === 'folder'
      ? database
          .update(sessions)
          .set({ folder: to })
          .where(and(own, eq(sessions.folder, from)))
      : database
          .update(sessions)
          .set({ tags_json: renamed(from, to) })
          .where(and(own, sql`EXISTS (SELECT 1 FROM ${TAGS} AS tag WHERE tag.value = ${from})`))
  return (await changed.returning({ id: sessions.id })).map(({ id }) => id)
}

/** Each once: a chat may have the other name already. */
function renamed(from: string, to: string | null) {
  const name = sql`CASE WHEN tag.value = ${from} THEN ${to} ELSE tag.value END`
  const names = sql`SELECT ${name} AS name, min(tag.key) AS place FROM ${TAGS} AS tag GROUP BY 1 HAVING name IS NOT NULL ORDER BY 2`
  return sql`(SELECT json_group_array(name) FROM (${names}))`
}
