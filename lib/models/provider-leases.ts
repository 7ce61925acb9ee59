import type { InstalledProvider } from './installed-provider.ts'

/**
 * Which providers are still asked: a turn keeps those that it began with until it ends, whatever takes their place
 * meanwhile, and one that nobody holds any more is closed.
 */
export class ProviderLeases {
  readonly #holders = new Map<InstalledProvider, number>()
  readonly #retired = new Set<InstalledProvider>()
  readonly #closing = new Set<Promise<void>>()

  /** Keeps these open until the function that it returns is called; calling that again does nothing. */
  hold(providers: Iterable<InstalledProvider>): () => void {
    const held = [...providers]
    for (const provider of held) this.#holders.set(provider, (this.#holders.get(provider) ?? 0) + 1)
    return () => {
      for (const provider of held.splice(0)) this.#release(provider)
    }
  }

  /** Closes it now, or when the last turn that holds it ends. */
  retire(provider: InstalledProvider): void {
    this.#retired.add(provider)
    if (!this.#holders.has(provider)) this.#close(provider)
  }

  /** Closes what is retired, held or not, and waits for all that is closing. */
  async close(): Promise<void> {
    for (const provider of this.#retired) this.#close(provider)
    await Promise.all(this.#closing)
  }

  #release(provider: InstalledProvider): void {
    const holders = (this.#holders.get(provider) ?? 1) - 1
    if (holders > 0) {
      this.#holders.set(provider, holders)
      return
    }
    this.#holders.delete(provider)
    if (this.#retired.has(provider)) this.#close(provider)
  }

  #close(provider: InstalledProvider): void {
    this.#retired.delete(provider)
    const closing = (provider.close?.() ?? Promise.resolve()).finally(() => this.#closing.delete(closing))
    this.#closing.add(closing)
  }
}
