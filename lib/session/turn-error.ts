import type { ChainLink } from '../events/catalog.ts'

// Why a turn does not start. Each is an ordinary refusal with a way on, and leaves nothing behind.

export class TurnInProgressError extends Error {
  constructor() {
    super('a turn is running in this session; wait for it or cancel it first')
    this.name = 'TurnInProgressError'
  }
}

export class UnknownModelError extends Error {
  readonly model: string
  readonly near: string[]
  constructor(model: string, near: string[]) {
    super(near.length > 0 ? `no model ${model}; did you mean ${near.join(', ')}?` : `no model ${model}`)
    this.name = 'UnknownModelError'
    this.model = model
    this.near = near
  }
}

export class NoModelError extends Error {
  readonly chain: ChainLink[]
  constructor(reason: string, chain: ChainLink[]) {
    super(reason)
    this.name = 'NoModelError'
    this.chain = chain
  }
}

/** Content that cannot be accepted, with the path of each fault. */
export class InvalidContentError extends Error {
  readonly faults: { path: string; problem: string }[]
  constructor(faults: { path: string; problem: string }[]) {
    super(faults.map(({ path, problem }) => `${path}: ${problem}`).join('; '))
    this.name = 'InvalidContentError'
    this.faults = faults
  }
}
