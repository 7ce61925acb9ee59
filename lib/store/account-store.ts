import type { JsonObject } from '../canonical/json.ts'
import type { Role } from '../principal.ts'

export interface Person {
  id: string
  email: string
  name: string
  role: Role
  /** Ids of teams. */
  teams: readonly string[]
  created_at: string
}

/** Somebody who was removed, and whose chats are here yet. */
export interface RemovedPerson extends Pick<Person, 'id' | 'email' | 'name' | 'role'> {
  removed_at: string
  /** How many they left. */
  chats: number
}

/** A browser that is signed in. */
export interface AuthSession {
  id: string
  user_id: string
  created_at: string
  seen_at: string
  expires_at: string
  /** As the browser named itself, and where it was seen last. */
  user_agent: string
  address: string
}

/** A link that works once. */
export interface Invitation {
  id: string
  /** Whose password it sets; null: it makes a new person. */
  user_id: string | null
  role: Role
  email: string | null
  team_id: string | null
  /** Null: by a command on the machine itself. */
  created_by: string | null
  created_at: string
  expires_at: string
}

/** What was done, kept for good. */
export interface AuditEntry {
  id: string
  at: string
  /** Null: a command on the machine itself, or somebody who is not signed in. */
  actor_id: string | null
  /** For instance `person.removed`. */
  action: string
  /** What it was done to. */
  subject_id: string | null
  detail: JsonObject
  address: string | null
}

/** An entry with what the people in it are called by now, also those who were removed. */
export interface AuditRecord extends AuditEntry {
  actor_name: string | null
  subject_name: string | null
}

/** What is not named leaves nothing out. */
export interface AuditQuery {
  /** A part of the name or address of who did it, of whom it was done to, or of whom it invited; or the whole id. */
  person?: string | undefined
  action?: string | undefined
  /** From the first of these times on, and before the second. */
  from?: string | undefined
  to?: string | undefined
}

export interface Team {
  id: string
  name: string
  /** Ids of people. */
  members: readonly string[]
}

/** Changes only what it names. */
export interface TeamChange {
  name?: string | undefined
  members?: readonly string[] | undefined
}

export interface NewPerson extends Omit<Person, 'teams'> {
  /** The address as it is compared. */
  email_key: string
  /** A password as `hashPassword` wrote it. */
  password: string
}

/** An account elsewhere that somebody signs in with. */
export interface LinkedAccount {
  id: string
  /** The issuer and the subject. */
  identifier: string
  label: string
  created_at: string
}

/** Of two changes at once that would leave no owner, the second does nothing. */
export type PersonChange = 'changed' | 'unknown' | 'last_owner'

/** Secrets come and are asked for by their hashes. Whatever says so in the audit log is in the same write as what it says. */
export interface AccountStore {
  /** Whether there is an owner who can sign in. */
  hasOwner(): Promise<boolean>
  /** All who were not removed, by name. */
  people(): Promise<Person[]>
  /** Null also for somebody who was removed. */
  person(id: string): Promise<Person | null>
  /** By the address as it is compared. `password` is null for somebody who has none. */
  signingIn(emailKey: string): Promise<{ person: Person; password: string | null } | null>
  passwordOf(userId: string): Promise<string | null>
  /** By a link, which is used up with it; or without one. */
  addPerson(
    person: NewPerson,
    linkHash: string | null,
    audit: AuditEntry,
  ): Promise<'added' | 'email_taken' | 'link_used'>
  /** By an open invitation and the account elsewhere that they sign in with; each is used up with it. */
  addLinkedPerson(
    person: Omit<NewPerson, 'password'>,
    invitationId: string,
    account: LinkedAccount,
    audit: AuditEntry,
  ): Promise<'added' | 'email_taken' | 'link_used' | 'account_taken'>
  /** Ends all sessions of this person but `except`. By a link, which is used up with it; or without one. */
  setPassword(
    change: { user_id: string; password: string; at: string; except: string | null; link_hash: string | null },
    audit: AuditEntry,
  ): Promise<'set' | 'link_used'>
  setName(userId: string, name: string, audit: AuditEntry): Promise<'changed' | 'unknown'>
  setRole(userId: string, role: Role, audit: AuditEntry): Promise<PersonChange>
  /** Ends their sessions, withdraws their links, and forgets what they sign in with. */
  removePerson(userId: string, audit: AuditEntry): Promise<PersonChange>

  /** All who were removed and left chats, the latest first. */
  removedPeople(): Promise<RemovedPerson[]>
  /** Null for somebody who was not removed, or never was there. */
  removedPerson(id: string): Promise<RemovedPerson | null>
  /** Makes chats without a turn, and what was uploaded for them, somebody else's. Returns the ids of the chats. */
  handOverChats(from: string, to: string, audit: AuditEntry): Promise<string[]>
  /** Deletes chats without a turn. Returns their ids. */
  discardChats(from: string, audit: AuditEntry): Promise<string[]>

  beginSession(session: AuthSession, tokenHash: string, audit: AuditEntry): Promise<void>
  /** One that has not expired at `at`, and whose it is. */
  session(tokenHash: string, at: string): Promise<{ session: AuthSession; person: Person } | null>
  renewSession(session: Pick<AuthSession, 'id' | 'seen_at' | 'expires_at' | 'address'>): Promise<void>
  /** Those that have not expired, the latest first. */
  sessionsOf(userId: string, at: string): Promise<AuthSession[]>
  /** Which of these are still there at `at`. */
  liveSessions(ids: readonly string[], at: string): Promise<string[]>
  /** Of this person: the one with `id`, all but that one, or all. Returns which were ended. */
  endSessions(userId: string, which: { id: string } | { all_but: string } | 'all', audit: AuditEntry): Promise<string[]>
  removeExpired(at: string): Promise<void>

  addInvitation(invitation: Invitation, tokenHash: string, audit: AuditEntry): Promise<void>
  /** One that can still be used at `at`. */
  invitation(tokenHash: string, at: string): Promise<Invitation | null>
  /** Those that can still be used, the latest first. */
  invitations(at: string): Promise<Invitation[]>
  /** False where there was none to withdraw. */
  withdrawInvitation(id: string, audit: AuditEntry): Promise<boolean>

  /** By name. No two have the same, whatever its case. */
  teams(): Promise<Team[]>
  addTeam(team: { id: string; name: string; created_at: string }, audit: AuditEntry): Promise<'added' | 'name_taken'>
  changeTeam(id: string, change: TeamChange, audit: AuditEntry): Promise<'changed' | 'unknown' | 'name_taken'>
  /** False where there was none. */
  removeTeam(id: string, audit: AuditEntry): Promise<boolean>

  /** The id of the last entry that was written, whatever the clock said; null where there is none. */
  latestAudit(): Promise<string | null>
  isInAudit(id: string): Promise<boolean>
  /** Ends all sessions of everybody, withdraws all links and revokes all shares. */
  endAllAccess(audit: AuditEntry): Promise<void>

  /** Of what is not stored here. */
  addAudit(entry: AuditEntry): Promise<void>
  /** The latest first, after the entry with the id `before`. */
  audit(query: AuditQuery & { limit: number; before: string | null }): Promise<AuditRecord[]>
}
