import { hashJson } from './hash.ts'

/** A message by what it says alone (`messageHash`), in its place. */
export interface HashedMessage {
  id: string
  parent_id: string | null
  hash: string
}

/**
 * The hash of a path is that of its last message chained to the hash of the path before it, so it says what was said and in
 * which order. A session is hashed over the paths to all of its leaves: every branch counts, and in which order they are
 * listed does not. Messages come ascending by id, as they are stored: each after the one that it follows.
 */
export class SessionHash {
  readonly #paths = new Map<string, string>()
  readonly #followed = new Set<string>()

  /** Returns the hash of the path up to this message. */
  add({ id, parent_id, hash }: HashedMessage): string {
    // One that is not there is named, so that a path that lost its beginning is not taken for a whole one.
    const before = parent_id === null ? null : (this.#paths.get(parent_id) ?? { missing: parent_id })
    const path = hashJson([before, hash])
    this.#paths.set(id, path)
    if (parent_id !== null) this.#followed.add(parent_id)
    return path
  }

  get value(): string {
    const leaves = [...this.#paths].flatMap(([id, path]) => (this.#followed.has(id) ? [] : [path]))
    return hashJson(leaves.sort())
  }
}

export function sessionHash(messages: Iterable<HashedMessage>): string {
  const hash = new SessionHash()
  for (const message of messages) hash.add(message)
  return hash.value
}
