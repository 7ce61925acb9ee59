import type { ChainLink } from '../events/catalog.ts'
import type { SwapOption } from '../routing/swap.ts'

// Why a turn does not start. Each is an ordinary refusal with a way on, and leaves nothing behind.

export class TurnInProgressError extends Error {
  override readonly name = 'TurnInProgressError'
  constructor() {
    super('a turn is running in this session; wait for it or cancel it first')
  }
}

export class NoModelError extends Error {
  override readonly name = 'NoModelError'
  readonly chain: ChainLink[]
  /** What can be done about it. */
  readonly options: SwapOption[]
  constructor(reason: string, chain: ChainLink[], options: SwapOption[] = []) {
    super(reason)
    this.chain = chain
    this.options = options
  }
}

/** Content that cannot be accepted, with the path of each fault. */
export class InvalidContentError extends Error {
  override readonly name = 'InvalidContentError'
  readonly faults: { path: string; problem: string }[]
  constructor(faults: { path: string; problem: string }[]) {
    super(faults.map(({ path, problem }) => `${path}: ${problem}`).join('; '))
    this.faults = faults
  }
}
