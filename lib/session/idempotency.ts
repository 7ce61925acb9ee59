import type { KeptAnswer, RequestKey, Store } from '../store/store.ts'

export class IdempotencyMismatchError extends Error {
  override readonly name = 'IdempotencyMismatchError'
  constructor() {
    super('this Idempotency-Key was sent with another request before; send what is new under a new key')
  }
}

/**
 * Carries out a request that names itself by a key, and gives its answer again when it comes again: while it runs, the
 * same run; later, what was stored with what it did. A refusal is stored nowhere, so the next one with its key is tried.
 */
export class Idempotency {
  readonly #store: Pick<Store, 'keptAnswer'>
  readonly #running = new Map<string, { fingerprint: string; answer: Promise<KeptAnswer['answer']> }>()

  constructor(store: Pick<Store, 'keptAnswer'>) {
    this.#store = store
  }

  /** `work` stores the key in the same write as what it creates. Throws `IdempotencyMismatchError`, or what `work` throws. */
  async once<T extends KeptAnswer['answer']>(request: RequestKey, work: () => Promise<T>): Promise<T> {
    const { scope, key, fingerprint } = request
    const place = JSON.stringify([scope, key])
    let running = this.#running.get(place)
    if (!running) {
      const answer = this.#answer(request, work).finally(() => this.#running.delete(place))
      running = { fingerprint, answer }
      this.#running.set(place, running)
    }
    if (running.fingerprint !== fingerprint) throw new IdempotencyMismatchError()
    return (await running.answer) as T
  }

  async #answer(request: RequestKey, work: () => Promise<KeptAnswer['answer']>): Promise<KeptAnswer['answer']> {
    const kept = await this.#store.keptAnswer(request.scope, request.key)
    if (!kept) return await work()
    if (kept.fingerprint !== request.fingerprint) throw new IdempotencyMismatchError()
    return kept.answer
  }
}
