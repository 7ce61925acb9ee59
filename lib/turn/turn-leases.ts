import type { Logger } from '../log.ts'
import type { Store } from '../store/store.ts'
import type { Lease } from '../store/turn-record.ts'

interface TurnLeasesDeps {
  store: Store
  log: Logger
  lease: Lease
  /** The turns that this process answers for: running, or with an end that the store has not taken. */
  own: () => string[]
  /** Another process has them: what they have not stored yet would be refused. */
  onLost: (turnIds: ReadonlySet<string>) => void
}

/**
 * Says to the other processes of a database, for as long as turns run here, that they do: without a write for each step,
 * and without one for nothing.
 */
export class TurnLeases {
  readonly #deps: TurnLeasesDeps
  #renewing: ReturnType<typeof setInterval> | undefined

  constructor(deps: TurnLeasesDeps) {
    this.#deps = deps
  }

  /** From the first turn on. */
  keep(): void {
    const { own, lease } = this.#deps
    this.#renewing ??= setInterval(() => {
      const turnIds = own()
      if (turnIds.length > 0) void this.#renew(turnIds)
    }, lease.ms / 3).unref()
  }

  close(): void {
    clearInterval(this.#renewing)
  }

  async #renew(turnIds: readonly string[]): Promise<void> {
    const { store, lease, log, onLost } = this.#deps
    try {
      const mine = await store.renewLeases(lease, turnIds)
      onLost(new Set(turnIds).difference(new Set(mine)))
    } catch (cause) {
      log.warn('the leases of running turns cannot be renewed', { cause })
    }
  }
}
