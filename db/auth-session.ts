import { and, desc, eq, gt, inArray, isNull, lte, ne } from 'drizzle-orm'
import type { AccountStore } from '#lib/store/account-store.ts'
import { addToAudit } from './audit-log.ts'
import { type Database, runAll } from './database.ts'
import { authSessions, users } from './people-schema.ts'
import { PERSON } from './person.ts'

type Queries = Pick<
  AccountStore,
  'beginSession' | 'session' | 'renewSession' | 'sessionsOf' | 'liveSessions' | 'endSessions' | 'removeExpired'
>

/** Browsers that are signed in. */
export function authSessionQueries(database: Database): Queries {
  return {
    async beginSession(session, token_hash, audit) {
      await runAll(database, [
        database.insert(authSessions).values({ ...session, token_hash }),
        addToAudit(database, audit),
      ])
    },
    async session(tokenHash, at) {
      const row = await database
        .select({ session: SESSION, person: PERSON })
        .from(authSessions)
        .innerJoin(users, eq(users.id, authSessions.user_id))
        // Somebody may be removed while they sign in.
        .where(and(eq(authSessions.token_hash, tokenHash), gt(authSessions.expires_at, at), isNull(users.removed_at)))
        .get()
      return row ?? null
    },
    async renewSession({ id, ...seen }) {
      await database.update(authSessions).set(seen).where(eq(authSessions.id, id))
    },
    async sessionsOf(userId, at) {
      const own = and(eq(authSessions.user_id, userId), gt(authSessions.expires_at, at))
      return await database.select(SESSION).from(authSessions).where(own).orderBy(desc(authSessions.seen_at))
    },
    async liveSessions(ids, at) {
      const live = and(inArray(authSessions.id, [...ids]), gt(authSessions.expires_at, at))
      const rows = await database
        .select({ id: authSessions.id })
        .from(authSessions)
        .innerJoin(users, eq(users.id, authSessions.user_id))
        .where(and(live, isNull(users.removed_at)))
      return rows.map(({ id }) => id)
    },
    async endSessions(userId, which, audit) {
      const own = eq(authSessions.user_id, userId)
      const named =
        which === 'all'
          ? own
          : and(own, 'id' in which ? eq(authSessions.id, which.id) : ne(authSessions.id, which.all_but))
      const [ended] = await runAll(database, [
        database.delete(authSessions).where(named).returning({ id: authSessions.id }),
        addToAudit(database, audit),
      ])
      return (ended as { id: string }[]).map(({ id }) => id)
    },
    async removeExpired(at) {
      await database.delete(authSessions).where(lte(authSessions.expires_at, at))
    },
  }
}

const SESSION = {
  id: authSessions.id,
  user_id: authSessions.user_id,
  created_at: authSessions.created_at,
  seen_at: authSessions.seen_at,
  expires_at: authSessions.expires_at,
  user_agent: authSessions.user_agent,
  address: authSessions.address,
}
