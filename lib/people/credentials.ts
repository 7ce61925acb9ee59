import type { AccountStore } from '../store/account-store.ts'
import type { Credential, CredentialStore } from '../store/credential-store.ts'
import { LastCredentialError } from './refused.ts'
import { type Origin, ownEntry, type SignedIn } from './sign-in.ts'

interface Deps {
  store: Pick<AccountStore, 'passwordOf'>
  credentials: CredentialStore
  /** Microseconds. */
  clock: () => number
  newId: () => string
}

/** What whoever is signed in can sign in with beside a password. */
export class Credentials {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async hasPassword({ person }: SignedIn): Promise<boolean> {
    return (await this.#deps.store.passwordOf(person.id)) !== null
  }

  list({ person }: SignedIn): Promise<Credential[]> {
    return this.#deps.credentials.credentialsOf(person.id)
  }

  /** False where there is none. Throws `LastCredentialError`. */
  async remove(who: SignedIn, id: string, from: Origin): Promise<boolean> {
    const { credentials } = this.#deps
    const credential = (await this.list(who)).find((each) => each.id === id)
    if (!credential) return false
    const { kind, label } = credential
    const audit = ownEntry(this.#deps, who.person.id, `${kind}.removed`, id, from, { name: label })
    const removed = await credentials.removeCredential(who.person.id, id, audit)
    if (removed === 'last') throw new LastCredentialError()
    return removed === 'removed'
  }
}
