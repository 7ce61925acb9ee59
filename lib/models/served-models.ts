import type { ServedModel } from '../adapters/adapter.ts'
import { AdapterError } from '../canonical/error.ts'
import type { InstalledProvider, UnlistedProvider } from './installed-provider.ts'

const FRESH_MS = 10_000

/** What the user's own servers said last of what they serve, and why one said nothing of use. */
export class ServedModels {
  readonly #providers: () => Iterable<InstalledProvider>
  readonly #now: () => number
  readonly #onChange: () => void
  /** By provider, then by id. */
  readonly #served = new Map<string, ReadonlyMap<string, ServedModel>>()
  /** By provider: when it listed them, in milliseconds. */
  readonly #listedAt = new Map<string, number>()
  /** By provider: why its server's last answer was no list. */
  readonly #problems = new Map<string, UnlistedProvider['problem']>()
  #refresh: { at: number; done: Promise<void> } | null = null

  constructor(options: {
    /** Those of now. */
    providers: () => Iterable<InstalledProvider>
    /** Milliseconds. */
    now: () => number
    onChange: () => void
  }) {
    this.#providers = options.providers
    this.#now = options.now
    this.#onChange = options.onChange
  }

  /**
   * Asks the servers what they serve and, where they can say, what each of it can do; at most once in ten seconds however
   * many ask. A server that does not answer keeps its last list.
   */
  refresh(): Promise<void> {
    if (!this.#refresh || this.#now() - this.#refresh.at > FRESH_MS) {
      this.#refresh = { at: this.#now(), done: this.#askServers() }
    }
    return this.#refresh.done
  }

  /** By id; nothing where the provider has no server to ask, or that has not answered yet. */
  of(provider: string): ReadonlyMap<string, ServedModel> | undefined {
    return this.#served.get(provider)
  }

  /** When it said so, in milliseconds. */
  listedAt(provider: string): number | undefined {
    return this.#listedAt.get(provider)
  }

  /** By provider. */
  get problems(): ReadonlyMap<string, UnlistedProvider['problem']> {
    return this.#problems
  }

  /** Others are in their place from now on: asked at once when somebody wants to know. */
  forget(providers: Iterable<string>): void {
    for (const name of providers) {
      this.#served.delete(name)
      this.#problems.delete(name)
    }
    this.#refresh = null
  }

  async #askServers(): Promise<void> {
    await Promise.all([...this.#providers()].map((provider) => this.#ask(provider)))
  }

  async #ask(provider: InstalledProvider): Promise<void> {
    const models = await provider.listModels?.().catch((error: unknown) => {
      if (this.#isHere(provider)) this.#problems.set(provider.name, problemOf(error))
    })
    if (!models || !this.#isHere(provider)) return
    if (models.length > 0) this.#problems.delete(provider.name)
    else this.#problems.set(provider.name, 'no_models')
    const served = new Map(models.map((model) => [`${provider.name}:${model.name}`, model]))
    this.#served.set(provider.name, served)
    this.#listedAt.set(provider.name, this.#now())
    const byAdapter = Map.groupBy(served.keys(), (id) => provider.adapterOf(id))
    await Promise.all([...byAdapter].map(([adapter, ids]) => adapter?.inspect?.(ids).catch(() => undefined)))
    this.#onChange()
  }

  /** False for one that was replaced while its server was asked. */
  #isHere(provider: InstalledProvider): boolean {
    for (const other of this.#providers()) if (other === provider) return true
    return false
  }
}

function problemOf(error: unknown): UnlistedProvider['problem'] {
  if (!(error instanceof AdapterError)) return 'unreachable'
  if (error.error_class === 'auth') return 'key_refused'
  return error.error_class === 'not_found' ? 'no_list' : 'unreachable'
}
