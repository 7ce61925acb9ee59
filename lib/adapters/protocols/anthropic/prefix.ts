import { createHash, type Hash } from 'node:crypto'
import type { JsonObject } from '../../../canonical/json.ts'
import type { WireBlock, WireMessage } from './wire.ts'

/**
 * All that stands before a place in a request, as a digest that grows block by block: what the newer models bind a thought
 * to (wire-rule 153). To be taken before marks for caching are set, for those are no change (wire-rule 155).
 */
export class Prefix {
  readonly #hash: Hash

  private constructor(hash: Hash) {
    this.#hash = hash
  }

  static of({ system, tools }: { system: string; tools: readonly JsonObject[] }): Prefix {
    const prefix = new Prefix(createHash('sha256'))
    prefix.#write(system)
    prefix.#write(tools)
    return prefix
  }

  /** This one grows, and is the result. */
  add(role: WireMessage['role'], blocks: readonly WireBlock[]): Prefix {
    for (const block of blocks) {
      this.#write(role)
      this.#write(block)
    }
    return this
  }

  copy(): Prefix {
    return new Prefix(this.#hash.copy())
  }

  get digest(): string {
    return this.#hash.copy().digest('base64url')
  }

  /** JSON holds no bare line break: two values cannot pass for other two. */
  #write(value: unknown): void {
    this.#hash.update(JSON.stringify(value)).update('\n')
  }
}
