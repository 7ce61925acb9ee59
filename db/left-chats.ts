import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { AccountStore, RemovedPerson } from '#lib/store/account-store.ts'
import { discardSessions, idleOf } from './all-sessions.ts'
import { addToAudit } from './audit-log.ts'
import { type Database, runAll, type Statement } from './database.ts'
import { attachmentOwners, users } from './people-schema.ts'
import { IS_LISTED, sessions } from './schema.ts'

type Queries = Pick<AccountStore, 'removedPeople' | 'removedPerson' | 'handOverChats' | 'discardChats'>

/** Chats of people who were removed. */
export function leftChatQueries(database: Database): Queries {
  /** Of a chat that stayed, for a turn ran in it, whoever gets it later needs what was uploaded. */
  const ofNobodyLeft = (from: string) =>
    database.run(sql`DELETE FROM ${attachmentOwners} WHERE owner_id = ${from}
      AND NOT EXISTS (SELECT 1 FROM sessions WHERE owner_id = ${from} AND ${IS_LISTED} = 1)`)
  return {
    removedPeople: () => findRemoved(database, sql`${CHATS} > 0`),
    async removedPerson(id) {
      return (await findRemoved(database, eq(users.id, id)))[0] ?? null
    },
    async handOverChats(from, to, audit) {
      const handed = database.update(sessions).set({ owner_id: to }).where(idleOf(from)).returning({ id: sessions.id })
      return await changed(database, handed, [
        database.run(sql`INSERT OR IGNORE INTO ${attachmentOwners} (hash, owner_id)
          SELECT hash, ${to} FROM ${attachmentOwners} WHERE owner_id = ${from}`),
        ofNobodyLeft(from),
        addToAudit(database, audit),
      ])
    },
    discardChats: (from, audit) =>
      changed(database, discardSessions(database, from, audit.at), [ofNobodyLeft(from), addToAudit(database, audit)]),
  }
}

const CHATS = sql`(SELECT count(*) FROM sessions WHERE owner_id = users.id AND ${IS_LISTED} = 1)`

async function findRemoved(database: Database, which: SQL): Promise<RemovedPerson[]> {
  const { id, email, name, role, removed_at } = users
  const rows = await database
    .select({ id, email, name, role, removed_at, chats: CHATS.mapWith(Number) })
    .from(users)
    .where(and(isNotNull(removed_at), which))
    .orderBy(desc(removed_at))
  return rows.map((row) => ({ ...row, removed_at: row.removed_at ?? '' }))
}

/** Gives the ids that `change` returns. */
async function changed(database: Database, change: Statement, others: readonly Statement[]): Promise<string[]> {
  const [rows] = await runAll(database, [change, ...others])
  return (rows as { id: string }[]).map(({ id }) => id)
}
