import type { JsonObject } from '../canonical/json.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import { hasRole, type Principal, type Role } from '../principal.ts'
import type {
  AccountStore,
  AuditEntry,
  AuditQuery,
  AuditRecord,
  Invitation,
  Person,
  PersonChange,
} from '../store/account-store.ts'
import { emailKey } from './email.ts'
import type { OpenStreams } from './open-streams.ts'
import type { Passwords } from './passwords.ts'
import { EmailTakenError, LastOwnerError, LinkUnusableError, RoleRequiredError, UnknownPersonError } from './refused.ts'
import type { NewSession, Origin, SignIn } from './sign-in.ts'
import { hashToken, newToken } from './token.ts'

const DAY = 24 * 60 * 60 * 1_000_000
/** Microseconds. A link to a new password is as good as one. */
const INVITATION_LIFE = 7 * DAY
const PASSWORD_LINK_LIFE = DAY

const AUDIT_PAGE = 500

/** What people run and watch. */
export interface Chats {
  /** Stops all answers that this person asked for. */
  stopOf: (personId: string) => Promise<void>
  /** Shows their owners chats that they had not. */
  tellOfNew: (ids: readonly string[]) => Promise<void>
}

interface Deps {
  store: AccountStore
  passwords: Passwords
  signIn: SignIn
  streams: OpenStreams
  chats: Pick<Chats, 'stopOf'>
  /** Microseconds. */
  clock: () => number
  /** Ids that ascend: the audit log is in their order where its times are the same. */
  newId: () => string
}

/** Who is doing it, from where; null is a command on the machine itself. */
export interface Actor {
  principal: Principal
  address: string
}

export interface MadeLink {
  /** What stands in the link, and nowhere else. */
  token: string
  invitation: Invitation
}

/** What a link that can be used is for. */
export interface OpenLink {
  /** `password`: for somebody who is here already. */
  kind: 'invitation' | 'password'
  role: Role
  email: string | null
  name: string | null
}

/** Who may use an installation that others can reach, and as what. */
export class People {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  hasOwner(): Promise<boolean> {
    return this.#deps.store.hasOwner()
  }

  list(): Promise<Person[]> {
    return this.#deps.store.people()
  }

  /** Null of somebody who is not here any more. */
  async nameOf(id: string): Promise<string | null> {
    return (await this.#deps.store.person(id))?.name ?? null
  }

  invitations(): Promise<Invitation[]> {
    return this.#deps.store.invitations(this.#now())
  }

  audit(query: AuditQuery & { limit: number; before: string | null }): Promise<AuditRecord[]> {
    return this.#deps.store.audit(query)
  }

  /** All entries that the query leaves in, the latest first, however many there are. */
  async *wholeAudit(query: AuditQuery): AsyncGenerator<AuditRecord[]> {
    let before: string | null = null
    for (;;) {
      const page: AuditRecord[] = await this.#deps.store.audit({ ...query, limit: AUDIT_PAGE, before })
      if (page.length > 0) yield page
      if (page.length < AUDIT_PAGE) return
      before = page.at(-1)?.id ?? null
    }
  }

  /** Only an owner lets people in who may do more than members. */
  async invite(
    actor: Actor | null,
    { role, email, team_id = null }: { role: Role; email: string | null; team_id?: string | null },
  ): Promise<MadeLink> {
    assertMayMake(actor, role)
    return await this.#makeLink(actor, 'invitation.made', { role, email, team_id, user_id: null }, INVITATION_LIFE)
  }

  async withdraw(actor: Actor | null, id: string): Promise<boolean> {
    return await this.#deps.store.withdrawInvitation(id, this.#audit(actor, 'invitation.withdrawn', id))
  }

  /** A link by which somebody sets a new password. Throws `UnknownPersonError`. */
  async passwordLink(actor: Actor | null, userId: string): Promise<MadeLink> {
    const { email, role } = await this.#person(userId)
    assertMayMake(actor, role)
    const link = { role, email, team_id: null, user_id: userId }
    return await this.#makeLink(actor, 'password.link_made', link, PASSWORD_LINK_LIFE)
  }

  /** Null for one that cannot be used. */
  async openLink(token: string): Promise<OpenLink | null> {
    const invitation = await this.#deps.store.invitation(hashToken(token), this.#now())
    if (!invitation) return null
    const { role, email, user_id } = invitation
    if (user_id === null) return { kind: 'invitation', role, email, name: null }
    const person = await this.#deps.store.person(user_id)
    return person && { kind: 'password', role, email: person.email, name: person.name }
  }

  /** Makes the person, or sets the password, and signs in. Throws `LinkUnusableError`, `EmailTakenError`. */
  async acceptLink(
    token: string,
    said: { email?: string | undefined; name?: string | undefined; password: string },
    from: Origin,
  ): Promise<NewSession> {
    const { store, signIn } = this.#deps
    const hash = hashToken(token)
    const invitation = await store.invitation(hash, this.#now())
    if (!invitation) throw new LinkUnusableError()
    if (invitation.user_id !== null) {
      const person = await store.person(invitation.user_id)
      if (!person) throw new LinkUnusableError()
      return await signIn.setPassword(person, said.password, hash, from)
    }
    // Where the link was made for an address, it is for that one.
    const email = invitation.email ?? said.email ?? ''
    const { name = email, password } = said
    const person = await this.#add({ email, name, password, role: invitation.role }, hash, from.address)
    return await signIn.open(person, from)
  }

  /** By a command on the machine itself. Throws `EmailTakenError`. */
  addOwner(said: { email: string; name: string; password: string }): Promise<Person> {
    return this.#add({ ...said, role: 'owner' }, null, null)
  }

  /** By a command on the machine itself: all browsers are signed out. */
  async resetPassword(userId: string, password: string): Promise<void> {
    const change = { user_id: userId, password: await this.#deps.passwords.hash(password), at: this.#now() }
    const audit = this.#audit(null, 'password.changed', userId)
    await this.#deps.store.setPassword({ ...change, except: null, link_hash: null }, audit)
  }

  /** Of whoever asks. Throws `UnknownPersonError`. */
  async rename(actor: Actor, name: string): Promise<void> {
    const { id, name: from } = await this.#person(actor.principal.id)
    if (name === from) return
    const audit = this.#audit(actor, 'name.changed', id, { from, to: name })
    assertChanged(await this.#deps.store.setName(id, name, audit))
  }

  /** Throws `UnknownPersonError`, `LastOwnerError`, `RoleRequiredError`. */
  async setRole(actor: Actor, userId: string, role: Role): Promise<void> {
    const person = await this.#person(userId)
    assertMayMake(actor, person.role)
    assertMayMake(actor, role)
    const audit = this.#audit(actor, 'role.changed', userId, { from: person.role, to: role })
    assertChanged(await this.#deps.store.setRole(userId, role, audit))
  }

  /** They are signed out everywhere, and what they run is stopped. Throws as `setRole`. */
  async remove(actor: Actor, userId: string): Promise<void> {
    const person = await this.#person(userId)
    assertMayMake(actor, person.role)
    const audit = this.#audit(actor, 'person.removed', userId, { email: person.email, name: person.name })
    assertChanged(await this.#deps.store.removePerson(userId, audit))
    await this.#deps.streams.look()
    await this.#deps.chats.stopOf(userId)
  }

  /** That an admin did something else than what is done here. It is written after the deed, which may have been anywhere. */
  async note(actor: Actor, deed: string, subject: string | null): Promise<void> {
    await this.#deps.store.addAudit(this.#audit(actor, deed, subject))
  }

  async #add(
    said: { email: string; name: string; password: string; role: Role },
    linkHash: string | null,
    address: string | null,
  ): Promise<Person> {
    const { store, passwords } = this.#deps
    const created_at = this.#now()
    const isFirst = said.role === 'owner' && !(await store.hasOwner()) && (await store.person(FIRST_OWNER)) === null
    const id = isFirst ? FIRST_OWNER : this.#deps.newId()
    const { email, name, role } = said
    const person = { id, email, email_key: emailKey(email), name, role, created_at }
    const audit: AuditEntry = {
      id: this.#deps.newId(),
      at: created_at,
      actor_id: id,
      action: 'person.joined',
      subject_id: id,
      detail: { email, name, role },
      address,
    }
    const added = await store.addPerson({ ...person, password: await passwords.hash(said.password) }, linkHash, audit)
    if (added === 'link_used') throw new LinkUnusableError()
    if (added === 'email_taken') throw new EmailTakenError()
    return (await store.person(id)) ?? { ...person, teams: [] }
  }

  async #makeLink(
    actor: Actor | null,
    action: string,
    about: Pick<Invitation, 'user_id' | 'role' | 'email' | 'team_id'>,
    life: number,
  ): Promise<MadeLink> {
    const { store, clock } = this.#deps
    const token = newToken()
    const now = clock()
    const [created_at, expires_at] = [formatTimestamp(now), formatTimestamp(now + life)]
    const invitation = {
      id: this.#deps.newId(),
      ...about,
      created_by: actor?.principal.id ?? null,
      created_at,
      expires_at,
    }
    const { role, email, user_id } = about
    const audit = this.#audit(actor, action, user_id ?? invitation.id, { role, email })
    await store.addInvitation(invitation, hashToken(token), audit)
    return { token, invitation }
  }

  async #person(id: string): Promise<Person> {
    const person = await this.#deps.store.person(id)
    if (!person) throw new UnknownPersonError()
    return person
  }

  #now(): string {
    return formatTimestamp(this.#deps.clock())
  }

  #audit(actor: Actor | null, action: string, subject_id: string | null, detail: JsonObject = {}): AuditEntry {
    const [actor_id, address] = [actor?.principal.id ?? null, actor?.address ?? null]
    return { id: this.#deps.newId(), at: this.#now(), actor_id, action, subject_id, detail, address }
  }
}

/** Whose is what was there before there were accounts. */
const FIRST_OWNER = 'local'

function assertMayMake(actor: Actor | null, role: Role): void {
  if (actor === null || role === 'member' || hasRole(actor.principal, 'owner')) return
  throw new RoleRequiredError('only an owner changes who is an admin or an owner')
}

function assertChanged(change: PersonChange): void {
  if (change === 'last_owner') throw new LastOwnerError()
  if (change === 'unknown') throw new UnknownPersonError()
}
