import { createHmac } from 'node:crypto'
import { plainLine } from '../canonical/plain-line.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { AccountStore, Person } from '../store/account-store.ts'
import type { CredentialStore } from '../store/credential-store.ts'
import type { Asking, Challenges } from './challenges.ts'
import { emailKey } from './email.ts'
import type { Binding, OidcAccount, OidcProvider } from './oidc-provider.ts'
import { OidcError } from './refused.ts'
import { type NewSession, type Origin, ownEntry, type SignedIn, type SignIn } from './sign-in.ts'

const LONGEST_NAME = 80

interface Deps {
  store: AccountStore
  credentials: CredentialStore
  challenges: Challenges
  signIn: SignIn
  provider: OidcProvider
  /** Microseconds. */
  clock: () => number
  newId: () => string
}

/** Where a browser is sent, and the name under which it has to come back. */
export interface Sent {
  url: string
  browser: string
}

/** What came of it: somebody is signed in, and goes on to a page; or who was signed in has linked their account. */
export type Arrival = { session: NewSession; next: string } | 'linked'

/** Signing in by an account elsewhere, which is somebody's here by its issuer and its subject, and by nothing else. */
export class Oidc {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** As people call the provider. */
  get name(): string {
    return this.#deps.provider.name
  }

  /** `next`: where they go on who come back. Throws an `OidcError`, `TooManyAttemptsError`. */
  async begin(next: string, from: Asking): Promise<Sent> {
    return await this.#send({ purpose: 'oidc_sign_in', next_page: next }, from)
  }

  /** For an account of whoever is signed in. Throws as `SignIn.prove`, and as `begin`. */
  async beginLink(who: SignedIn, password: string | undefined, from: Asking): Promise<Sent> {
    await this.#deps.signIn.prove(who, password, from)
    return await this.#send({ purpose: 'oidc_link', user_id: who.person.id }, from)
  }

  /**
   * `answer`: the query that a browser came back with; `held` ends where somebody signs in. Throws an `OidcError`,
   * `ChallengeUnusableError`.
   */
  async finish(answer: URLSearchParams, from: Asking, held: SignedIn | null): Promise<Arrival> {
    const { challenges, provider, signIn } = this.#deps
    const state = answer.get('state') ?? ''
    const { purpose, user_id, next_page } = await challenges.spend(state, from.browser, 'oidc_sign_in', 'oidc_link')
    const account = await provider.accountFrom(answer, bindingOf(from.browser ?? '', state))
    if (purpose === 'oidc_link') {
      // Somebody else has signed in here since.
      if (!held || held.person.id !== user_id) throw new OidcError('refused')
      await this.#link(held, account, from)
      return 'linked'
    }
    const person = await this.#personOf(account, from)
    const session = await signIn.replace(held, person, from, { by: 'oidc', name: labelOf(account) })
    return { session, next: next_page ?? '/' }
  }

  async #send(about: Parameters<Challenges['make']>[0], from: Asking): Promise<Sent> {
    const { challenges, provider } = this.#deps
    const { challenge, browser } = await challenges.make(about, from)
    return { url: await provider.addressFor(bindingOf(browser, challenge)), browser }
  }

  async #link({ person }: SignedIn, account: OidcAccount, from: Origin): Promise<void> {
    const { credentials } = this.#deps
    const added = this.#credentialOf(account)
    const audit = ownEntry(this.#deps, person.id, 'oidc.added', added.id, from, { name: added.label })
    const stored = await credentials.addOidc({ ...added, user_id: person.id }, audit)
    if (stored === 'taken') throw new OidcError('taken')
  }

  async #personOf(account: OidcAccount, from: Origin): Promise<Person> {
    const { credentials, clock } = this.#deps
    const known = await credentials.oidcAccount(account.identifier)
    if (!known) return await this.#join(account, from)
    await credentials.noteUse(known.id, formatTimestamp(clock()))
    return known.person
  }

  /**
   * Who is new here and was let in as a member under an address that the provider has verified. Whoever may do more opens the
   * link, and whoever is here already links the account: a provider that lies is nobody but a member who was invited anyway.
   */
  async #join(account: OidcAccount, from: Origin): Promise<Person> {
    const { store, clock, newId } = this.#deps
    const { email } = account
    if (email === null) throw new OidcError('unknown')
    const now = formatTimestamp(clock())
    const key = emailKey(email)
    const isTheirs = (invited: string | null) => invited !== null && emailKey(invited) === key
    const open = await store.invitations(now)
    const invitation = open.find((each) => each.user_id === null && each.role === 'member' && isTheirs(each.email))
    if (!invitation) throw new OidcError('unknown')
    const name = plainLine(account.name ?? email).slice(0, LONGEST_NAME) || email
    const person = {
      id: newId(),
      email: invitation.email ?? email,
      email_key: key,
      name,
      role: invitation.role,
      created_at: now,
    }
    const detail = { email: person.email, name, role: person.role, by: 'oidc' }
    const audit = ownEntry(this.#deps, person.id, 'person.joined', person.id, from, detail)
    const added = await store.addLinkedPerson(person, invitation.id, this.#credentialOf(account), audit)
    const joined = added === 'added' ? await store.person(person.id) : null
    if (!joined) throw new OidcError('unknown')
    return joined
  }

  #credentialOf(account: OidcAccount) {
    const { clock, newId } = this.#deps
    const { identifier } = account
    return { id: newId(), identifier, label: labelOf(account), created_at: formatTimestamp(clock()) }
  }
}

function labelOf({ email, name, identifier }: OidcAccount): string {
  return plainLine(email ?? name ?? identifier.slice(identifier.indexOf(' ') + 1)).slice(0, LONGEST_NAME)
}

/** All of it comes from what the browser alone has and what goes with it to the provider: nothing of it is stored. */
function bindingOf(browser: string, state: string): Binding {
  const made = (what: string) => createHmac('sha256', browser).update(`${what} ${state}`).digest('base64url')
  return { state, nonce: made('nonce'), verifier: made('verifier') }
}
