import type { JsonObject } from '../../canonical/json.ts'
import { parseObject } from '../answer/parse-object.ts'
import type { Inspection, ModelFacts, Target } from '../protocol.ts'
import type { CallOptions } from './call.ts'
import type { SendOptions } from './transport.ts'
import { send } from './transport.ts'

/** What a host says of a model is short, and said at once. */
const PATIENCE_MS = 5_000
/** For all models of a list together: somebody waits for the list. */
const LIST_PATIENCE_MS = 3_000
const AT_ONCE = 4
/** A model may be made anew under the name that it has. */
const FRESH_MS = 5 * 60_000

type Question = Pick<Target, 'wire_name' | 'options'>

/**
 * Asks a host about its models, each of them once in a while. A host that does not say is no fault: the request itself
 * will tell what is wrong, and the next one asks again. What it has said counts until it says something else.
 */
export class ModelInspector {
  readonly #inspection: Inspection | undefined
  readonly #wire: Pick<SendOptions, 'fetch' | 'url' | 'timeoutMs' | 'idleTimeoutMs'>
  readonly #now: () => number
  readonly #said = new Map<string, { facts: ModelFacts | null; at: number }>()

  constructor(
    inspection: Inspection | undefined,
    wire: Pick<SendOptions, 'fetch' | 'url' | 'timeoutMs' | 'idleTimeoutMs'>,
    now: () => number,
  ) {
    this.#inspection = inspection
    this.#wire = wire
    this.#now = now
  }

  /** What the host has said already, by wire name. */
  known(wireName: string): ModelFacts | undefined {
    return this.#said.get(wireName)?.facts ?? undefined
  }

  /** When it was asked last, in milliseconds. */
  askedAt(wireName: string): number | undefined {
    return this.#said.get(wireName)?.at
  }

  /** Asks what is to be known about the target's model, and never throws; null where that is known. */
  preparation(question: Question, headers: Record<string, string>): CallOptions['prepare'] {
    if (this.known(question.wire_name) && !this.#isDue(question)) return null
    const body = this.#inspection?.question(question) ?? null
    return body === null ? null : (signal) => this.#learn(question.wire_name, body, headers, signal)
  }

  /** Asks about every model of a list that was not asked about lately, as many as there is time for; never throws. */
  async inspect(models: readonly Question[], headers: Record<string, string>): Promise<void> {
    const due = models.filter((model) => this.#isDue(model)).values()
    const signal = AbortSignal.timeout(LIST_PATIENCE_MS)
    const askOneByOne = async () => {
      for (const model of due) {
        const body = this.#inspection?.question(model) ?? null
        if (signal.aborted) return
        if (body !== null) await this.#learn(model.wire_name, body, headers, signal)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, askOneByOne))
  }

  #isDue({ wire_name }: Question): boolean {
    const said = this.#said.get(wire_name)
    return said === undefined || this.#now() - said.at > FRESH_MS
  }

  async #learn(wireName: string, body: JsonObject, headers: Record<string, string>, signal: AbortSignal) {
    const answer = await this.#ask(body, headers, signal)
    const facts = answer && this.#inspection ? this.#inspection.read(answer) : this.known(wireName)
    this.#said.set(wireName, { facts: facts ?? null, at: this.#now() })
  }

  async #ask(question: JsonObject, headers: Record<string, string>, signal: AbortSignal) {
    try {
      const exchange = await send({
        ...this.#wire,
        headers: { ...headers, accept: 'application/json' },
        body: JSON.stringify(question),
        signal,
        timeoutMs: Math.min(PATIENCE_MS, this.#wire.timeoutMs),
        idleTimeoutMs: Math.min(PATIENCE_MS, this.#wire.idleTimeoutMs),
      })
      try {
        return exchange.status === 200 ? parseObject(await exchange.text()) : undefined
      } finally {
        exchange.release()
      }
    } catch {
      return undefined
    }
  }
}
