/** A set that forgets the entry that was added longest ago once it is full. */
export class RecentSet {
  readonly #capacity: number
  readonly #entries = new Set<string>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  has(entry: string): boolean {
    return this.#entries.has(entry)
  }

  add(entry: string): void {
    this.#entries.delete(entry)
    this.#entries.add(entry)
    if (this.#entries.size <= this.#capacity) return
    for (const oldest of this.#entries) {
      this.#entries.delete(oldest)
      return
    }
  }

  delete(entry: string): boolean {
    return this.#entries.delete(entry)
  }
}
