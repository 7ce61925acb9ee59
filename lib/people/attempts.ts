import { isIPv6 } from 'node:net'

/** How many tries there are at once, and after how many seconds there is another one. */
interface Allowance {
  tries: number
  seconds: number
}

/** Of one account from everywhere, and of one address for all accounts. */
const ACCOUNT: Allowance = { tries: 10, seconds: 60 }
const ADDRESS: Allowance = { tries: 30, seconds: 20 }
/** Of one address, for something to be proved: each page of the sign-in takes one, and each is a row until it has expired. */
const CHALLENGE: Allowance = { tries: 60, seconds: 2 }

/** Of one address, for a link: whoever has the right one gives it back. */
const GUESS: Allowance = { tries: 60, seconds: 5 }

/** Beyond, the ones that were used least lately are forgotten: memory is bounded whatever names are tried. */
const MOST_KEPT = 20_000

/** Somebody has tried too often; `seconds` later there is another try. */
export class TooManyAttemptsError extends Error {
  override readonly name = 'TooManyAttemptsError'
  readonly seconds: number
  constructor(seconds: number) {
    super(`too many attempts; try again in ${seconds} seconds`)
    this.seconds = seconds
  }
}

/**
 * Bounds how often somebody may guess. Each try is taken before it is looked at, so that a thousand at once are no more than
 * ten; one that was right is given back. Time is that of the process, which no change of the clock moves.
 */
export class Attempts {
  readonly #now: () => number
  readonly #used = new Map<string, { spent: number; at: number }>()

  /** `now` in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Takes a try at an account, which need not exist. Returns how it is given back. Throws `TooManyAttemptsError`. */
  take(address: string, account: string): () => void {
    const from = `address ${networkOf(address)}`
    const at = `account ${account}`
    // First: who tries many names from one place fills up no accounts.
    this.#assertLeft(from, ADDRESS)
    this.#assertLeft(at, ACCOUNT)
    this.#change(from, ADDRESS, 1)
    this.#change(at, ACCOUNT, 1)
    return () => {
      this.#change(from, ADDRESS, -1)
      this.#change(at, ACCOUNT, -1)
    }
  }

  /** Takes something to be proved; nobody has guessed yet. Throws `TooManyAttemptsError`. */
  takeChallenge(address: string): void {
    const from = `challenges ${networkOf(address)}`
    this.#assertLeft(from, CHALLENGE)
    this.#change(from, CHALLENGE, 1)
  }

  /** Takes a try at a link. Returns how it is given back. Throws `TooManyAttemptsError`. */
  takeGuess(address: string): () => void {
    const from = `links ${networkOf(address)}`
    this.#assertLeft(from, GUESS)
    this.#change(from, GUESS, 1)
    return () => this.#change(from, GUESS, -1)
  }

  #assertLeft(key: string, { tries, seconds }: Allowance): void {
    const missing = this.#spent(key, seconds) + 1 - tries
    if (missing > 0) throw new TooManyAttemptsError(Math.max(1, Math.ceil(missing * seconds)))
  }

  #spent(key: string, seconds: number): number {
    const used = this.#used.get(key)
    return used ? Math.max(0, used.spent - (this.#now() - used.at) / 1_000 / seconds) : 0
  }

  #change(key: string, { seconds }: Allowance, by: number): void {
    const spent = Math.max(0, this.#spent(key, seconds) + by)
    // Behind all others: it was used last.
    this.#used.delete(key)
    if (spent > 0) this.#used.set(key, { spent, at: this.#now() })
    const [oldest] = this.#used.keys()
    if (this.#used.size > MOST_KEPT && oldest !== undefined) this.#used.delete(oldest)
  }
}

/** Whoever has one IPv6 address has 2^64 of them. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  return [...first, ...Array.from({ length: zeros }, () => '0'), ...last].slice(0, 4).join(':')
}
