const OVER = { done: true, value: undefined } as const

/**
 * What arrives in rounds, one by one. An async generator takes three turns of the queue of promises for each value, and an
 * answer has one for each piece of a word: here what has arrived takes one.
 *
 * A round that throws is told to the generator of rounds, as if that had failed where it stands.
 */
export class InTurn<T> implements AsyncGenerator<T, void, undefined> {
  readonly #rounds: AsyncGenerator<Iterable<T>, void, undefined>
  readonly #onLeave: () => void
  #round: Iterator<T, unknown, undefined> | null = null
  #fault: { thrown: unknown } | null = null
  /** The last call that waits: whoever calls meanwhile is answered after it. */
  #waiting: Promise<IteratorResult<T, void>> | null = null
  #isLeft = false

  /** `onLeave`: nobody wants more, while a round may be on its way. */
  constructor(rounds: AsyncGenerator<Iterable<T>, void, undefined>, onLeave: () => void) {
    this.#rounds = rounds
    this.#onLeave = onLeave
  }

  next(): Promise<IteratorResult<T, void>> {
    const arrived = this.#waiting === null ? this.#takeArrived() : null
    return arrived ? Promise.resolve(arrived) : this.#wait()
  }

  async return(): Promise<IteratorResult<T, void>> {
    this.#isLeft = true
    this.#round = null
    this.#onLeave()
    await this.#rounds.return()
    return OVER
  }

  throw(thrown: unknown): Promise<IteratorResult<T, void>> {
    this.#round = null
    this.#fault = { thrown }
    return this.#wait()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return()
  }

  #takeArrived(): IteratorYieldResult<T> | null {
    if (this.#round === null) return null
    try {
      const result = this.#round.next()
      if (!result.done) return result
    } catch (thrown) {
      this.#fault = { thrown }
    }
    this.#round = null
    return null
  }

  #wait(): Promise<IteratorResult<T, void>> {
    const goOn = () => this.#goOn()
    const result = this.#waiting?.then(goOn, goOn) ?? goOn()
    this.#waiting = result
    const done = () => {
      if (this.#waiting === result) this.#waiting = null
    }
    result.then(done, done)
    return result
  }

  async #goOn(): Promise<IteratorResult<T, void>> {
    for (;;) {
      const arrived = this.#takeArrived()
      if (arrived) return arrived
      const { value: round, done } = await this.#nextRound()
      if (done || this.#isLeft) return OVER
      this.#round = round[Symbol.iterator]()
    }
  }

  #nextRound(): Promise<IteratorResult<Iterable<T>, void>> {
    const fault = this.#fault
    this.#fault = null
    return fault ? this.#rounds.throw(fault.thrown) : this.#rounds.next()
  }
}
