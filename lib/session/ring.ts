/** The last entries of a stream, found again by their id. Bounded in number and in size; pushing is O(1). */
export class Ring<T extends { id: string; size: number }> {
  readonly #maxEntries: number
  readonly #maxSize: number
  #entries: T[] = []
  #first = 0
  #size = 0
  /** The id just before the oldest entry that is kept: a reader that has seen it has missed nothing. */
  #floor: string

  constructor(floor: string, limits: { entries: number; size: number }) {
    this.#floor = floor
    this.#maxEntries = limits.entries
    this.#maxSize = limits.size
  }

  get lastId(): string {
    return this.#entries.at(-1)?.id ?? this.#floor
  }

  get size(): number {
    return this.#size
  }

  push(entry: T): void {
    this.#entries.push(entry)
    this.#size += entry.size
    while (this.#entries.length - this.#first > this.#maxEntries || this.#size > this.#maxSize) {
      const oldest = this.#entries[this.#first]
      if (!oldest || this.#first === this.#entries.length - 1) break
      this.#size -= oldest.size
      this.#floor = oldest.id
      this.#first += 1
    }
    // As soon as it is half of the array, so that what was evicted does not stay: it may be large. Still O(1) for each entry.
    if (this.#first * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#first)
      this.#first = 0
    }
  }

  /** What came after `id`, or `undefined` when that is no longer known. */
  after(id: string): T[] | undefined {
    if (id === this.#floor) return this.#entries.slice(this.#first)
    const at = this.#entries.findLastIndex((entry) => entry.id === id)
    return at < this.#first ? undefined : this.#entries.slice(at + 1)
  }
}
