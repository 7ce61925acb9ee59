import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { AccountStore, AuditEntry, NewPerson, PersonChange } from '#lib/store/account-store.ts'
import { addToAudit, listAudit } from './audit-log.ts'
import { authSessionQueries } from './auth-session.ts'
import { placeOf } from './client.ts'
import { type Database, isBreachOf, openDatabase, runAll, type Statement } from './database.ts'
import { invitationQueries, spendLink, withdrawLinks } from './invitation.ts'
import { leftChatQueries } from './left-chats.ts'
import { auditLog, authSessions, credentials, invitations, teamMembers, users } from './people-schema.ts'
import { findPerson, PERSON } from './person.ts'
import type { ServiceOptions } from './service.ts'
import { revokeShares } from './share.ts'
import { sharePeople, shares } from './share-schema.ts'
import { pictureDescriptions } from './stand-in-schema.ts'
import { inWords } from './storage-fault.ts'
import { teamQueries } from './team.ts'

/** Who may use an installation that others can reach. Where the storage fails, all throw a `StorageError`. */
export function openAccounts({ client, url }: ServiceOptions): AccountStore {
  const database = openDatabase(client)
  const store: AccountStore = {
    async hasOwner() {
      const signsIn = eq(credentials.user_id, users.id)
      const isOwner = and(eq(users.role, 'owner'), isNull(users.removed_at))
      const row = await database
        .select({ id: users.id })
        .from(users)
        .innerJoin(credentials, signsIn)
        .where(isOwner)
        .get()
      return row !== undefined
    },
    async people() {
      return await database.select(PERSON).from(users).where(isNull(users.removed_at)).orderBy(asc(users.name))
    },
    person: (id) => findPerson(database, eq(users.id, id)),
    async signingIn(emailKey) {
      const person = await findPerson(database, eq(users.email_key, emailKey))
      // Looked for in either case: who is not here takes as long as who is.
      const password = await passwordOf(database, person?.id ?? '')
      return person && { person, password }
    },
    passwordOf: (userId) => passwordOf(database, userId),
    async addPerson({ password, ...person }, linkHash, audit) {
      const link = linkHash === null ? null : eq(invitations.token_hash, linkHash)
      const own = putPassword(database, person.id, password, person.created_at)
      return await addPerson(database, person, link, own, audit)
    },
    async addLinkedPerson(person, invitationId, account, audit) {
      const own = database.insert(credentials).values({ ...account, user_id: person.id, kind: 'oidc' })
      try {
        return await addPerson(database, person, eq(invitations.id, invitationId), own, audit)
      } catch (error) {
        if (isBreachOf(error, 'UNIQUE', credentials)) return 'account_taken'
        throw error
      }
    },
    async setPassword({ user_id, password, at, except, link_hash }, audit) {
      const writes = [
        ...(link_hash === null ? [] : [spendLink(database, eq(invitations.token_hash, link_hash), at)]),
        putPassword(database, user_id, password, at),
        database.delete(authSessions).where(and(eq(authSessions.user_id, user_id), sql`id IS NOT ${except}`)),
        addToAudit(database, audit),
      ]
      return (await unlessLinkUsed(runAll(database, writes))) === 'link_used' ? 'link_used' : 'set'
    },
    async setName(userId, name, audit) {
      const renamed = database.update(users).set({ name }).where(isThere(userId))
      const changed = await changePerson(database, userId, audit, [renamed])
      return changed === 'unknown' ? 'unknown' : 'changed'
    },
    setRole: (userId, role, audit) =>
      changePerson(database, userId, audit, [
        database
          .update(users)
          .set({ role: sql`CASE WHEN ${role} = 'owner' OR ${OTHERS_OWN} THEN ${role} END` })
          .where(isThere(userId)),
      ]),
    removePerson: (userId, audit) =>
      changePerson(database, userId, audit, [
        database
          .update(users)
          .set({ role: sql`CASE WHEN ${OTHERS_OWN} THEN role END`, removed_at: audit.at })
          .where(isThere(userId)),
        database.delete(credentials).where(eq(credentials.user_id, userId)),
        database.delete(authSessions).where(eq(authSessions.user_id, userId)),
        database.delete(teamMembers).where(eq(teamMembers.user_id, userId)),
        database.delete(sharePeople).where(eq(sharePeople.user_id, userId)),
        database.delete(shares).where(eq(shares.owner_id, userId)),
        database.delete(pictureDescriptions).where(eq(pictureDescriptions.owner_id, userId)),
        withdrawLinks(
          database,
          sql`${invitations.user_id} = ${userId} OR ${invitations.created_by} = ${userId}`,
          audit.at,
        ),
      ]),
    ...authSessionQueries(database),
    ...invitationQueries(database),
    ...leftChatQueries(database),
    ...teamQueries(database),
    async latestAudit() {
      const written = database.select({ id: auditLog.id }).from(auditLog)
      return (await written.orderBy(sql`rowid DESC`).limit(1).get())?.id ?? null
    },
    async isInAudit(id) {
      return (await database.select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.id, id)).get()) !== undefined
    },
    async endAllAccess(audit) {
      await runAll(database, [
        database.delete(authSessions),
        withdrawLinks(database, sql`true`, audit.at),
        ...revokeShares(database, audit.at),
        addToAudit(database, audit),
      ])
    },
    async addAudit(entry) {
      await runAll(database, [addToAudit(database, entry)])
    },
    audit: (query) => listAudit(database, query),
  }
  return inWords(store, placeOf(url))
}

/** Beside whom there is another owner, or who is none. */
const OTHERS_OWN = sql.raw(
  "(role <> 'owner' OR (SELECT count(*) FROM users WHERE role = 'owner' AND removed_at IS NULL) > 1)",
)

const isThere = (userId: string) => and(eq(users.id, userId), isNull(users.removed_at))

async function passwordOf(database: Database, userId: string): Promise<string | null> {
  const own = and(eq(credentials.kind, 'password'), eq(credentials.identifier, userId))
  const row = await database.select({ secret: credentials.secret_json }).from(credentials).where(own).get()
  return typeof row?.secret === 'string' ? row.secret : null
}

function putPassword(database: Database, userId: string, password: string, at: string) {
  const secret = { secret_json: password, created_at: at, used_at: null }
  return database
    .insert(credentials)
    .values({ id: `password_${userId}`, user_id: userId, kind: 'password', identifier: userId, ...secret })
    .onConflictDoUpdate({ target: [credentials.kind, credentials.identifier], set: secret })
}

/** `link`: the one that is used up with it. `credential`: what they sign in with. */
async function addPerson(
  database: Database,
  person: Omit<NewPerson, 'password'>,
  link: SQL | null,
  credential: Statement,
  audit: AuditEntry,
): Promise<'added' | 'email_taken' | 'link_used'> {
  const { created_at, id } = person
  const team = sql`INSERT INTO team_members (team_id, user_id)
    SELECT team_id, ${id} FROM invitations WHERE ${link} AND team_id IS NOT NULL`
  const writes = [
    ...(link === null ? [] : [spendLink(database, link, created_at)]),
    database.insert(users).values(person),
    credential,
    ...(link === null ? [] : [database.run(team)]),
    addToAudit(database, audit),
  ]
  try {
    return (await unlessLinkUsed(runAll(database, writes))) === 'link_used' ? 'link_used' : 'added'
  } catch (error) {
    if (isBreachOf(error, 'UNIQUE', users)) return 'email_taken'
    throw error
  }
}

/** `writes` leave no role where no owner would be left: then nothing is written. */
async function changePerson(
  database: Database,
  userId: string,
  audit: AuditEntry,
  writes: Parameters<typeof runAll>[1],
): Promise<PersonChange> {
  if ((await findPerson(database, eq(users.id, userId))) === null) return 'unknown'
  try {
    await runAll(database, [...writes, addToAudit(database, audit)])
    return 'changed'
  } catch (error) {
    if (isBreachOf(error, 'NOT NULL', users)) return 'last_owner'
    throw error
  }
}

async function unlessLinkUsed<T>(write: Promise<T>): Promise<T | 'link_used'> {
  try {
    return await write
  } catch (error) {
    if (isBreachOf(error, 'NOT NULL', invitations)) return 'link_used'
    throw error
  }
}
