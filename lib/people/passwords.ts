import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

export interface PasswordCost {
  log2N: number
  r: number
  p: number
}

/** One of those that the OWASP cheat sheet has (2026-11): 32 MiB, and a tenth of a second or two. */
const COST: PasswordCost = { log2N: 15, r: 8, p: 3 }
const BYTES = 32

/** Each takes a thread of the pool and its memory: this many at once, and the others wait. */
const AT_ONCE = 2
const MOST_WAITING = 40

/** So many guesses at once are no people. */
export class TooBusyError extends Error {
  override readonly name = 'TooBusyError'
  constructor() {
    super('too many people sign in at this moment; try again in a few seconds')
  }
}

/** Makes and compares what is stored of passwords. All its promises may be rejected with a `TooBusyError`. */
export class Passwords {
  readonly #cost: PasswordCost
  /** Of nobody. */
  readonly #decoy: string
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(cost: PasswordCost = COST) {
    this.#cost = cost
    this.#decoy = print(cost, Buffer.alloc(16), Buffer.alloc(BYTES))
  }

  /** A password as it is stored, with how it was made: older ones can be read when the cost is raised. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16)
    return print(this.#cost, salt, await this.#keyOf(password, salt, this.#cost))
  }

  /** Takes as long where there is nothing to compare with: `stored` null is nobody's password. */
  async isSame(password: string, stored: string | null): Promise<boolean> {
    const { cost, salt, key } = parse(stored ?? this.#decoy)
    const isSame = timingSafeEqual(await this.#keyOf(password, salt, cost), key)
    return isSame && stored !== null
  }

  async #keyOf(password: string, salt: Buffer, { log2N, r, p }: PasswordCost): Promise<Buffer> {
    if (this.#running < AT_ONCE) this.#running += 1
    else {
      if (this.#waiting.length >= MOST_WAITING) throw new TooBusyError()
      // Whoever ends hands its place on.
      await new Promise<void>((go) => this.#waiting.push(go))
    }
    try {
      // The same letters may be typed as other code points on another keyboard.
      const letters = password.normalize('NFKC')
      return await derive(letters, salt, BYTES, { N: 2 ** log2N, r, p, maxmem: 2 ** (log2N + 11) })
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}

/** `scrypt$<log2 N>$<r>$<p>$<salt>$<key>` */
function print({ log2N, r, p }: PasswordCost, salt: Buffer, key: Buffer): string {
  return ['scrypt', log2N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

function parse(stored: string): { cost: PasswordCost; salt: Buffer; key: Buffer } {
  const [kind, log2N, r, p, salt = '', key = ''] = stored.split('$')
  if (kind !== 'scrypt') throw new TypeError('a stored password is of an unknown kind')
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) }
  return { cost, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') }
}
