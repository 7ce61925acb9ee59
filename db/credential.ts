import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { AuditEntry } from '#lib/store/account-store.ts'
import type { Credential, CredentialStore, Passkey } from '#lib/store/credential-store.ts'
import { addToAudit } from './audit-log.ts'
import { placeOf } from './client.ts'
import { isBreachOf, openDatabase, runAll } from './database.ts'
import { challenges, credentials, users } from './people-schema.ts'
import { findPerson } from './person.ts'
import type { ServiceOptions } from './service.ts'
import { inWords } from './storage-fault.ts'

/** What people sign in with beside a password. Where the storage fails, all throw a `StorageError`. */
export function openCredentials({ client, url }: ServiceOptions): CredentialStore {
  const database = openDatabase(client)

  /** With whose it is; null also for one of somebody who was removed. */
  async function find(kind: Credential['kind'], identifier: string) {
    const named = and(eq(credentials.kind, kind), eq(credentials.identifier, identifier))
    const row = await database.select().from(credentials).where(named).get()
    const person = row && (await findPerson(database, eq(users.id, row.user_id)))
    return row && person ? { id: row.id, label: row.label ?? '', person, row } : null
  }

  async function add(row: typeof credentials.$inferInsert, audit: AuditEntry): Promise<'added' | 'taken'> {
    try {
      await runAll(database, [database.insert(credentials).values(row), addToAudit(database, audit)])
      return 'added'
    } catch (error) {
      if (isBreachOf(error, 'UNIQUE', credentials)) return 'taken'
      throw error
    }
  }

  const store: CredentialStore = {
    async credentialsOf(userId) {
      const own = and(eq(credentials.user_id, userId), inArray(credentials.kind, ['passkey', 'oidc']))
      const rows = await database.select(CREDENTIAL).from(credentials).where(own).orderBy(asc(credentials.created_at))
      return rows.map((row) => ({ ...row, label: row.label ?? '' }) as Credential)
    },
    async passkeysOf(userId) {
      const own = and(eq(credentials.user_id, userId), eq(credentials.kind, 'passkey'))
      return (await database.select().from(credentials).where(own)).map(passkeyOf)
    },
    async passkey(credentialId) {
      const found = await find('passkey', credentialId)
      if (!found) return null
      const { row, ...rest } = found
      return { ...rest, passkey: passkeyOf(row) }
    },
    addPasskey({ passkey: { credential_id, ...secret_json }, ...credential }, audit) {
      return add({ ...credential, kind: 'passkey', identifier: credential_id, secret_json }, audit)
    },
    async countPasskey(id, { from, to }, at) {
      const used = await database
        .update(credentials)
        .set({ used_at: at, secret_json: sql`json_set(secret_json, '$.counter', ${to})` })
        .where(and(eq(credentials.id, id), sql`secret_json ->> '$.counter' = ${from}`))
        .returning({ id: credentials.id })
      return used.length > 0
    },
    async oidcAccount(identifier) {
      const found = await find('oidc', identifier)
      return found && { id: found.id, person: found.person }
    },
    addOidc: (account, audit) => add({ ...account, kind: 'oidc' }, audit),
    async noteUse(id, at) {
      await database.update(credentials).set({ used_at: at }).where(eq(credentials.id, id))
    },
    async removeCredential(userId, id, audit) {
      const own = and(
        eq(credentials.id, id),
        eq(credentials.user_id, userId),
        inArray(credentials.kind, ['passkey', 'oidc']),
      )
      if (!(await database.select({ id: credentials.id }).from(credentials).where(own).get())) return 'unknown'
      const others = sql`(SELECT count(*) FROM credentials WHERE user_id = ${userId}) > 1`
      try {
        await runAll(database, [
          // Without an id the database refuses the row, and with it all that is written at once.
          database
            .update(credentials)
            .set({ user_id: sql`CASE WHEN ${others} THEN user_id END` })
            .where(own),
          database.delete(credentials).where(own),
          addToAudit(database, audit),
        ])
        return 'removed'
      } catch (error) {
        if (isBreachOf(error, 'NOT NULL', credentials)) return 'last'
        throw error
      }
    },
    async addChallenge(challenge, at) {
      await runAll(database, [
        database.delete(challenges).where(lte(challenges.expires_at, at)),
        database.insert(challenges).values(challenge),
      ])
    },
    async spendChallenge({ challenge_hash, browser_hash }, at) {
      const own = and(
        eq(challenges.challenge_hash, challenge_hash),
        eq(challenges.browser_hash, browser_hash),
        gt(challenges.expires_at, at),
      )
      const [spent] = await database.delete(challenges).where(own).returning(CHALLENGE)
      return spent ?? null
    },
  }
  return inWords(store, placeOf(url))
}

function passkeyOf({ identifier, secret_json }: { identifier: string; secret_json: unknown }): Passkey {
  return { credential_id: identifier, ...(secret_json as Omit<Passkey, 'credential_id'>) }
}

const CREDENTIAL = {
  id: credentials.id,
  kind: credentials.kind,
  label: credentials.label,
  created_at: credentials.created_at,
  used_at: credentials.used_at,
}

const CHALLENGE = {
  purpose: challenges.purpose,
  user_id: challenges.user_id,
  next_page: challenges.next_page,
  expires_at: challenges.expires_at,
}
