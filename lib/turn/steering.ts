import type { RequestKey } from '../store/store.ts'
import type { SaidBlock } from './turn-content.ts'

/** What a person says to an answer that is still being given. */
export interface SteeringMessage {
  /** Of the same request that would begin a turn with it: it is said once, whichever of the two comes to it. */
  key: RequestKey
  content: Extract<SaidBlock, { type: 'text' }>[]
}

/**
 * What waits for the next step of a turn, in memory alone: who said it keeps it until it is stored, and begins the next turn
 * with it where no step comes any more.
 */
export class Steering {
  #waiting: readonly SteeringMessage[] = []

  /** All that is to wait from now on, in its order. */
  wait(messages: readonly SteeringMessage[]): void {
    this.#waiting = messages
  }

  take(): readonly SteeringMessage[] {
    const taken = this.#waiting
    this.#waiting = []
    return taken
  }
}
