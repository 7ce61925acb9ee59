/** Values that must never be shown: one that comes later is known to all who hold this from then on. */
export class Secrets {
  #all: readonly string[]

  constructor(known: readonly string[]) {
    this.#all = known
  }

  /** The same list until something is added. */
  get all(): readonly string[] {
    return this.#all
  }

  add(more: readonly string[]): void {
    const unknown = more.filter((secret) => !this.#all.includes(secret))
    if (unknown.length > 0) this.#all = [...this.#all, ...unknown]
  }
}
