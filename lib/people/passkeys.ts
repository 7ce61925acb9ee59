import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { AccountStore } from '../store/account-store.ts'
import type { Credential, CredentialStore } from '../store/credential-store.ts'
import type { Attempts } from './attempts.ts'
import type { Asking, Challenges } from './challenges.ts'
import {
  CopiedPasskeyError,
  PasskeyRefusedError,
  PasskeyTakenError,
  TooManyPasskeysError,
  UnknownPasskeyError,
} from './refused.ts'
import type { RelyingParty } from './relying-party.ts'
import { type NewSession, ownEntry, type SignedIn, type SignIn } from './sign-in.ts'
import {
  challengeOf,
  creationOptions,
  type MadePasskey,
  requestOptions,
  type UsedPasskey,
  userHandleOf,
  verifyMade,
  verifyUsed,
} from './webauthn.ts'

/** Of one person. */
const MOST_PASSKEYS = 20

interface Deps {
  store: Pick<AccountStore, 'addAudit'>
  credentials: CredentialStore
  challenges: Challenges
  attempts: Attempts
  signIn: SignIn
  party: RelyingParty
  /** Microseconds. */
  clock: () => number
  newId: () => string
}

/** What a device is asked, and the name under which the browser that asks it has to come back. */
export interface Asked<Options> {
  options: Options
  browser: string
}

/** Keys that a device makes for this server, and uses once it has recognised its person (WebAuthn). */
export class Passkeys {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** For any that the device has for this server. Throws `TooManyAttemptsError`. */
  async askForOne(from: Asking): Promise<Asked<PublicKeyCredentialRequestOptionsJSON>> {
    const { challenges, party } = this.#deps
    const { challenge, browser } = await challenges.make({ purpose: 'passkey_sign_in' }, from)
    return { options: await requestOptions(party, challenge), browser }
  }

  /**
   * Ends `held`, as `SignIn.begin`. Throws `UnknownPasskeyError`, `PasskeyRefusedError`, `CopiedPasskeyError`,
   * `ChallengeUnusableError`, `TooManyAttemptsError`.
   */
  async signIn(said: UsedPasskey, from: Asking, held: SignedIn | null): Promise<NewSession> {
    const { store, credentials, challenges, attempts, signIn, party, clock } = this.#deps
    const giveBack = attempts.take(from.address, `passkey ${said.id}`)
    const challenge = challengeOf(said)
    await challenges.spend(challenge, from.browser, 'passkey_sign_in')
    const found = await credentials.passkey(said.id)
    if (!found) throw new UnknownPasskeyError()
    const { id, label, passkey, person } = found
    if (said.response.userHandle !== userHandleOf(person.id)) throw new PasskeyRefusedError()
    const counter = { from: passkey.counter, to: await verifyUsed(party, challenge, said, passkey) }
    // Two devices that count on from the same number are one and its copy (WebAuthn §6.1.1); one that does not count stays at 0.
    const counts = counter.from > 0 || counter.to > 0
    const isNext = !counts || counter.to > counter.from
    const isUsed = isNext && (await credentials.countPasskey(id, counter, formatTimestamp(clock())))
    // It was removed while it was looked at.
    if (!isUsed && !(await credentials.passkey(said.id))) throw new UnknownPasskeyError()
    if (!isUsed) {
      await store.addAudit(ownEntry(this.#deps, person.id, 'passkey.refused', id, from, { name: label }))
      throw new CopiedPasskeyError()
    }
    giveBack()
    return await signIn.replace(held, person, from, { by: 'passkey', name: label })
  }

  /**
   * For another one of whoever is signed in, who proves first that it is them. Throws as `SignIn.prove`, `TooManyPasskeysError`.
   */
  async askForNew(
    who: SignedIn,
    password: string | undefined,
    from: Asking,
  ): Promise<Asked<PublicKeyCredentialCreationOptionsJSON>> {
    const { credentials, challenges, signIn, party } = this.#deps
    await signIn.prove(who, password, from)
    const known = await credentials.passkeysOf(who.person.id)
    if (known.length >= MOST_PASSKEYS) throw new TooManyPasskeysError(MOST_PASSKEYS)
    const { challenge, browser } = await challenges.make({ purpose: 'passkey_add', user_id: who.person.id }, from)
    return { options: await creationOptions(party, challenge, who.person, known), browser }
  }

  /** Throws `PasskeyRefusedError`, `PasskeyTakenError`, `ChallengeUnusableError`. */
  async add({ person }: SignedIn, said: MadePasskey & { name: string }, from: Asking): Promise<Credential> {
    const { credentials, challenges, party, clock, newId } = this.#deps
    const challenge = challengeOf(said)
    const { user_id } = await challenges.spend(challenge, from.browser, 'passkey_add')
    // Somebody else has signed in here since it was asked for.
    if (user_id !== person.id) throw new PasskeyRefusedError()
    const passkey = await verifyMade(party, challenge, said)
    const added = { id: newId(), label: said.name, created_at: formatTimestamp(clock()) }
    const audit = ownEntry(this.#deps, person.id, 'passkey.added', added.id, from, { name: said.name })
    const stored = await credentials.addPasskey({ ...added, user_id: person.id, passkey }, audit)
    if (stored === 'taken') throw new PasskeyTakenError()
    return { ...added, kind: 'passkey', used_at: null }
  }
}
