import { and, count, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { ShareContent } from '#lib/canonical/share-content.ts'
import { parseTimestamp } from '#lib/canonical/timestamp.ts'
import type { Opening, Publication, ShareStore, StoredShare } from '#lib/store/share-store.ts'
import { placeOf } from './client.ts'
import { type Database, openDatabase, runAll, type Statement } from './database.ts'
import { putAnswer } from './idempotency-key.ts'
import { IS_THERE, sessions } from './schema.ts'
import type { ServiceOptions } from './service.ts'
import { shareFiles, sharePeople, shares } from './share-schema.ts'
import { inWords } from './storage-fault.ts'

/** Where the storage fails, all throw a `StorageError`. */
export function openShares({ client, url }: ServiceOptions): ShareStore {
  const database = openDatabase(client)
  const store: ShareStore = {
    async add({ files, people, snapshot, content, published_at, ...share }, answered) {
      const stated = { snapshot_json: snapshot, content_json: content, created_at: published_at, published_at }
      await runAll(database, [
        ...withoutExpired(database, published_at),
        database.insert(shares).values({ ...share, ...stated }),
        ...people.map((user_id) => database.insert(sharePeople).values({ share_id: share.id, user_id })),
        ...filed(database, share.id, files),
        ...(answered ? putAnswer(database, answered, parseTimestamp(published_at)) : []),
      ])
    },
    async republish(ownerId, id, { files, snapshot, content, ...rest }, expires_at) {
      const found = await database.select({ id: shares.id }).from(shares).where(isLiveOf(ownerId, id)).get()
      if (!found) return false
      const set = { ...rest, snapshot_json: snapshot, content_json: content }
      const [changed] = await runAll(database, [
        database
          .update(shares)
          .set({ ...set, ...(expires_at !== undefined && { expires_at }) })
          .where(isLiveOf(ownerId, id))
          .returning({ id: shares.id }),
        database.delete(shareFiles).where(eq(shareFiles.share_id, id)),
        // One that was revoked meanwhile gets no files any more.
        ...filed(database, id, files, sql`EXISTS (SELECT 1 FROM shares WHERE id = ${id} AND revoked_at IS NULL)`),
      ])
      return (changed as unknown[]).length > 0
    },
    list: (ownerId) => stored(database, eq(shares.owner_id, ownerId)),
    async find(ownerId, id) {
      return (await stored(database, and(eq(shares.id, id), eq(shares.owner_id, ownerId)) as SQL))[0] ?? null
    },
    async revoke(ownerId, id, revoked_at) {
      const [changed] = await runAll(database, [
        database
          .update(shares)
          .set({ ...EMPTIED, revoked_at })
          .where(isLiveOf(ownerId, id))
          .returning({ id: shares.id }),
        database.run(sql`DELETE FROM share_files WHERE share_id = ${id}
          AND EXISTS (SELECT 1 FROM shares WHERE id = ${id} AND revoked_at IS NOT NULL)`),
      ])
      return (changed as unknown[]).length > 0
    },
    async opened(opening) {
      const { id, owner_id, password, shows_title, expires_at, max_views } = shares
      const row = await database
        .select({ id, owner_id, password, shows_title, expires_at, max_views })
        .from(shares)
        .innerJoin(sessions, eq(sessions.id, shares.session_id))
        .where(and(eq(shares.token_hash, opening.token_hash), answers(opening)))
        .get()
      return row ?? null
    },
    async snapshot(id) {
      const row = await database.select({ snapshot: shares.snapshot_json }).from(shares).where(eq(shares.id, id)).get()
      return row?.snapshot ?? null
    },
    async countView(id, at) {
      const hasOne = sql`(max_views IS NULL OR views < max_views)`
      const counted = await database
        .update(shares)
        .set({ views: sql`views + 1`, last_viewed_at: at })
        .where(and(eq(shares.id, id), isNull(shares.revoked_at), hasOne))
      return counted.rowsAffected > 0
    },
    async file(share_id, hash) {
      const which = and(eq(shareFiles.share_id, share_id), eq(shareFiles.hash, hash))
      const row = await database.select().from(shareFiles).where(which).get()
      return row ? { hash, media_type: row.media_type, bytes: new Uint8Array(row.bytes) } : null
    },
    async totals(at) {
      const ended = { token_hash: '', person_id: null, at, viewed_since: null }
      const row = await database
        .select({
          shares: count(),
          live: sql<number>`coalesce(sum(${isAlive(ended)}), 0)`,
          revoked: count(shares.revoked_at),
          people: sql<number>`count(DISTINCT ${shares.owner_id})`,
          views: sql<number>`coalesce(sum(${shares.views}), 0)`,
        })
        .from(shares)
        .innerJoin(sessions, eq(sessions.id, shares.session_id))
        .get()
      return row ?? { shares: 0, live: 0, revoked: 0, people: 0, views: 0 }
    },
  }
  return inWords(store, placeOf(url))
}

/** Of one that is revoked nothing is left that it showed. */
const EMPTIED = { snapshot_json: null, title: null, content_json: {}, password: null }

/** All of everybody. */
export function revokeShares(database: Database, revoked_at: string): Statement[] {
  return [
    database
      .update(shares)
      .set({ ...EMPTIED, revoked_at })
      .where(isNull(shares.revoked_at)),
    database.delete(shareFiles),
  ]
}

const isLiveOf = (ownerId: string, id: string) =>
  and(eq(shares.id, id), eq(shares.owner_id, ownerId), isNull(shares.revoked_at))

/** Whoever has the chat by now has not shared it: with the chat of a person who left, no share of theirs goes over. */
const isAlive = ({ person_id, at, viewed_since }: Opening) => sql`(
  ${shares.revoked_at} IS NULL AND ${shares.snapshot_json} IS NOT NULL
  AND (${shares.expires_at} IS NULL OR ${shares.expires_at} > ${sql.param(at, shares.expires_at)})
  AND (${shares.max_views} IS NULL OR ${shares.owner_id} = ${person_id} OR ${
    viewed_since === null
      ? sql`${shares.views} < ${shares.max_views}`
      : sql`${shares.last_viewed_at} > ${sql.param(viewed_since, shares.last_viewed_at)}`
  })
  AND ${IS_THERE} AND ${sessions.owner_id} = ${shares.owner_id}
  AND NOT EXISTS (SELECT 1 FROM users WHERE users.id = ${shares.owner_id} AND users.removed_at IS NOT NULL)
)`

const answers = (opening: Opening) => sql`${isAlive(opening)} AND (
  ${shares.audience} = 'link' OR ${shares.owner_id} = ${opening.person_id}
  OR EXISTS (SELECT 1 FROM share_people WHERE share_id = ${shares.id} AND user_id = ${opening.person_id})
)`

function filed(
  database: Database,
  share_id: string,
  files: Publication['files'],
  condition: SQL = sql`true`,
): Statement[] {
  return files.map(({ hash, media_type, bytes }) =>
    database.run(sql`INSERT OR IGNORE INTO share_files (share_id, hash, media_type, bytes)
      SELECT ${share_id}, ${hash}, ${media_type}, ${Buffer.from(bytes)} WHERE ${condition}`),
  )
}

/** What expired a month ago nobody makes answer again; more than one goes with each that comes. */
const KEPT_EXPIRED = 30 * 24 * 60 * 60 * 1_000_000
const REMOVED_PER_WRITE = 10

function withoutExpired(database: Database, at: string): Statement[] {
  const before = parseTimestamp(at) - KEPT_EXPIRED
  const some = sql`(SELECT id FROM shares WHERE expires_at < ${before} AND snapshot_json IS NOT NULL LIMIT ${REMOVED_PER_WRITE})`
  return [
    database.run(sql`DELETE FROM share_files WHERE share_id IN ${some}`),
    database.run(sql`UPDATE shares SET snapshot_json = NULL WHERE id IN ${some}`),
  ]
}

async function stored(database: Database, which: SQL): Promise<StoredShare[]> {
  const { password, snapshot_json: _snapshot, content_json, owner_id: _owner, ...columns } = getTableColumns(shares)
  const rows = await database
    .select({
      ...columns,
      content: content_json,
      has_password: sql<number>`${password} IS NOT NULL`,
      session_title: sessions.title,
      is_chat_there: sql<number>`${IS_THERE}`,
    })
    .from(shares)
    .innerJoin(sessions, eq(sessions.id, shares.session_id))
    .where(which)
    .orderBy(desc(shares.id))
  const named = await database
    .select()
    .from(sharePeople)
    .where(
      inArray(sharePeople.share_id, sql`(SELECT value FROM json_each(${JSON.stringify(rows.map(({ id }) => id))}))`),
    )
  const peopleOf = Map.groupBy(named, ({ share_id }) => share_id)
  return rows.map(({ content, has_password, is_chat_there, ...row }) => ({
    ...row,
    content: ShareContent.safeParse(content).data ?? null,
    has_password: has_password === 1,
    is_chat_deleted: is_chat_there !== 1,
    people: (peopleOf.get(row.id) ?? []).map(({ user_id }) => user_id),
  }))
}
