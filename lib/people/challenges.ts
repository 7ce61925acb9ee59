import { formatTimestamp } from '../canonical/timestamp.ts'
import type { Challenge, CredentialStore } from '../store/credential-store.ts'
import type { Attempts } from './attempts.ts'
import { ChallengeUnusableError } from './refused.ts'
import type { Origin } from './sign-in.ts'
import { hashToken, newToken } from './token.ts'

const MINUTE = 60 * 1_000_000
/** Microseconds; WebAuthn §15.1 recommends five minutes where somebody has to prove that it is them. */
export const CHALLENGE_LIFE = 5 * MINUTE

interface Deps {
  store: Pick<CredentialStore, 'addChallenge' | 'spendChallenge'>
  attempts: Attempts
  /** Microseconds. */
  clock: () => number
}

/** Which browser asks, and where from; what its cookie holds is `null` where it has none. */
export interface Asking extends Origin {
  browser: string | null
}

/** What was made: the challenge goes out and has to come back, and the browser keeps the other one. */
export interface MadeChallenge {
  challenge: string
  browser: string
}

/** What a browser has to prove soon, once, and by itself: what comes back from another browser is worth nothing. */
export class Challenges {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** A browser has one name for all that it is asked at a time, in however many tabs. Throws `TooManyAttemptsError`. */
  async make(
    about: Pick<Challenge, 'purpose'> & Partial<Pick<Challenge, 'user_id' | 'next_page'>>,
    { address, browser: held }: Asking,
  ): Promise<MadeChallenge> {
    const { store, attempts, clock } = this.#deps
    attempts.takeChallenge(address)
    const [challenge, browser] = [newToken(), isToken(held) ? held : newToken()]
    const now = clock()
    const hashes = { challenge_hash: hashToken(challenge), browser_hash: hashToken(browser) }
    const expires_at = formatTimestamp(now + CHALLENGE_LIFE)
    await store.addChallenge({ user_id: null, next_page: null, ...about, ...hashes, expires_at }, formatTimestamp(now))
    return { challenge, browser }
  }

  /** Throws `ChallengeUnusableError` for one that is used, too old, never made, of another browser, or for something else. */
  async spend(
    challenge: string,
    browser: string | null,
    ...purposes: readonly Challenge['purpose'][]
  ): Promise<Challenge> {
    const hashes = { challenge_hash: hashToken(challenge), browser_hash: hashToken(browser ?? '') }
    const spent = await this.#deps.store.spendChallenge(hashes, formatTimestamp(this.#deps.clock()))
    if (!spent || !purposes.includes(spent.purpose)) throw new ChallengeUnusableError()
    return spent
  }
}

function isToken(held: string | null): held is string {
  return held !== null && /^[\w-]{43}$/.test(held)
}
