import type { JsonObject } from '../canonical/json.ts'
import { formatTimestamp, parseTimestamp } from '../canonical/timestamp.ts'
import type { Principal } from '../principal.ts'
import type { AccountStore, AuditEntry, AuthSession, Person } from '../store/account-store.ts'
import type { Attempts } from './attempts.ts'
import { emailKey } from './email.ts'
import type { OpenStreams } from './open-streams.ts'
import type { Passwords } from './passwords.ts'
import { LinkUnusableError, ProofRequiredError, WrongCredentialsError } from './refused.ts'
import { hashToken, newToken } from './token.ts'

/** Where a request comes from. */
export interface Origin {
  address: string
  user_agent: string
}

/** Who a request is from, by which session. */
export interface SignedIn {
  principal: Principal
  person: Person
  session: AuthSession
}

/** What a browser is to keep. */
export interface NewSession {
  token: string
  person: Person
}

const DAY = 24 * 60 * 60 * 1_000_000
/** Microseconds. So long a browser that is not used stays signed in, and so long one that is. */
const IDLE = 30 * DAY
const LONGEST = 90 * DAY
/** A session that was seen is not written at each request. */
const SEEN_STEP = 5 * 60 * 1_000_000

/** So long whoever has signed in has proved enough for what is as good as the account. */
const FRESH = 10 * 60 * 1_000_000

const LONGEST_AGENT = 400

interface Deps {
  store: AccountStore
  passwords: Passwords
  attempts: Attempts
  streams: OpenStreams
  /** Microseconds. */
  clock: () => number
  /** Ids that ascend: the audit log is in their order where its times are the same. */
  newId: () => string
}

/** Signing in and out, and what a browser that is signed in holds. */
export class SignIn {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Who holds this token; null for nobody. */
  async find(token: string | null, { address }: Origin): Promise<SignedIn | null> {
    if (!token) return null
    const { store, clock } = this.#deps
    const now = clock()
    const found = await store.session(hashToken(token), formatTimestamp(now))
    if (!found) return null
    const { session, person } = found
    const seen = parseTimestamp(session.seen_at)
    // A clock that was set back is no reason to renew.
    if (now - seen > SEEN_STEP)
      await store.renewSession({ id: session.id, address, ...lifeOf(session.created_at, now) })
    return { ...found, principal: principalOf(person) }
  }

  /**
   * Always under a new token, whatever the browser held before: `held` is ended. Throws `WrongCredentialsError`,
   * `TooManyAttemptsError`, `TooBusyError`.
   */
  async begin(said: { email: string; password: string }, from: Origin, held: SignedIn | null): Promise<NewSession> {
    const { store, passwords, attempts } = this.#deps
    const key = emailKey(said.email)
    const giveBack = attempts.take(from.address, key)
    const known = await store.signingIn(key)
    if (!(await passwords.isSame(said.password, known?.password ?? null)) || !known) throw new WrongCredentialsError()
    giveBack()
    return await this.replace(held, known.person, from)
  }

  /** Of somebody who has proved who they are, in place of what the browser held. */
  async replace(held: SignedIn | null, person: Person, from: Origin, how: JsonObject = {}): Promise<NewSession> {
    if (held) await this.end(held, { id: held.session.id }, from)
    return await this.open(person, from, how)
  }

  /** Of somebody who has proved who they are; `how` is for the audit log. */
  async open(person: Person, from: Origin, how: JsonObject = {}): Promise<NewSession> {
    const { store, clock } = this.#deps
    const now = clock()
    const at = formatTimestamp(now)
    const token = newToken()
    const session = {
      id: this.#deps.newId(),
      user_id: person.id,
      created_at: at,
      ...lifeOf(at, now),
      user_agent: from.user_agent.slice(0, LONGEST_AGENT),
      address: from.address,
    }
    await store.removeExpired(at)
    const audit = this.#audit('session.began', person.id, session.id, from, how)
    await store.beginSession(session, hashToken(token), audit)
    return { token, person }
  }

  /** Their streams end with them. Returns how many there were. */
  async end({ person }: SignedIn, which: { id: string } | { all_but: string } | 'all', from: Origin): Promise<number> {
    const { store, streams } = this.#deps
    const subject = which !== 'all' && 'id' in which ? which.id : null
    const ended = await store.endSessions(person.id, which, this.#audit('session.ended', person.id, subject, from))
    streams.end(ended)
    return ended.length
  }

  sessions({ person }: SignedIn): Promise<AuthSession[]> {
    return this.#deps.store.sessionsOf(person.id, formatTimestamp(this.#deps.clock()))
  }

  /**
   * Every other browser is signed out. Who has no password yet proves otherwise that it is them. Throws `WrongCredentialsError`,
   * `ProofRequiredError`, `TooManyAttemptsError`, `TooBusyError`.
   */
  async changePassword(
    who: SignedIn,
    { current, next }: { current?: string | undefined; next: string },
    from: Origin,
  ): Promise<void> {
    const { store, passwords, streams, clock } = this.#deps
    const { person, session } = who
    if ((await store.passwordOf(person.id)) === null) await this.prove(who, undefined, from)
    else await this.#checkPassword(person, current ?? '', from)
    const change = { user_id: person.id, password: await passwords.hash(next), at: formatTimestamp(clock()) }
    const audit = this.#audit('password.changed', person.id, person.id, from)
    await store.setPassword({ ...change, except: session.id, link_hash: null }, audit)
    await streams.look()
  }

  /** Of somebody who was given a link for it: all browsers are signed out. Throws `LinkUnusableError`. */
  async setPassword(person: Person, password: string, linkHash: string, from: Origin): Promise<NewSession> {
    const { store, passwords, streams, clock } = this.#deps
    const change = { user_id: person.id, password: await passwords.hash(password), at: formatTimestamp(clock()) }
    const audit = this.#audit('password.changed', person.id, person.id, from)
    const set = await store.setPassword({ ...change, except: null, link_hash: linkHash }, audit)
    if (set === 'link_used') throw new LinkUnusableError()
    await streams.look()
    return await this.open(person, from)
  }

  /**
   * Before something is added that is as good as the account: who signed in in the last minutes has proved enough, and who did
   * before that says the password. Throws `ProofRequiredError`, and as `changePassword`.
   */
  async prove({ person, session }: SignedIn, password: string | undefined, from: Origin): Promise<void> {
    const age = this.#deps.clock() - parseTimestamp(session.created_at)
    // Of a clock that was set back nothing is known.
    if (age >= 0 && age < FRESH) return
    if (password === undefined) throw new ProofRequiredError()
    await this.#checkPassword(person, password, from)
  }

  async #checkPassword(person: Person, password: string, from: Origin): Promise<void> {
    const { store, passwords, attempts } = this.#deps
    const giveBack = attempts.take(from.address, emailKey(person.email))
    if (!(await passwords.isSame(password, await store.passwordOf(person.id)))) throw new WrongCredentialsError()
    giveBack()
  }

  #audit(action: string, actor: string, subject: string | null, from: Origin, detail: JsonObject = {}): AuditEntry {
    return ownEntry(this.#deps, actor, action, subject, from, detail)
  }
}

/** For the audit log: what somebody does to their own account. */
export function ownEntry(
  { clock, newId }: Pick<Deps, 'clock' | 'newId'>,
  actor_id: string,
  action: string,
  subject_id: string | null,
  { address }: Origin,
  detail: JsonObject,
): AuditEntry {
  return { id: newId(), at: formatTimestamp(clock()), actor_id, action, subject_id, detail, address }
}

export function principalOf({ id, role, teams }: Person): Principal {
  return { id, role, teams }
}

function lifeOf(createdAt: string, now: number): Pick<AuthSession, 'seen_at' | 'expires_at'> {
  const end = Math.min(now + IDLE, parseTimestamp(createdAt) + LONGEST)
  return { seen_at: formatTimestamp(now), expires_at: formatTimestamp(end) }
}
