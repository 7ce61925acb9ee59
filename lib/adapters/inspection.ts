import type { JsonObject } from '../canonical/json.ts'
import type { CallOptions } from './call.ts'
import { parseObject } from './parse-object.ts'
import type { Inspection, ModelFacts, Target } from './protocol.ts'
import type { SendOptions } from './transport.ts'
import { send } from './transport.ts'

/** What a host says of a model is short, and said at once. */
const PATIENCE_MS = 5_000
const LIMIT_BYTES = 16_000_000

/**
 * Asks a host about its models, each of them once. A host that does not say is no fault: the request itself will tell
 * what is wrong, and the next one asks again.
 */
export class ModelInspector {
  readonly #inspection: Inspection | undefined
  readonly #wire: Pick<SendOptions, 'fetch' | 'url' | 'timeoutMs' | 'idleTimeoutMs'>
  readonly #known = new Map<string, ModelFacts>()

  constructor(
    inspection: Inspection | undefined,
    wire: Pick<SendOptions, 'fetch' | 'url' | 'timeoutMs' | 'idleTimeoutMs'>,
  ) {
    this.#inspection = inspection
    this.#wire = wire
  }

  /** What the host has said already, by wire name. */
  known(wireName: string): ModelFacts | undefined {
    return this.#known.get(wireName)
  }

  /** Asks what is to be known about the target's model, and never throws; null where that is known. */
  preparation({ wire_name, options }: Target, headers: Record<string, string>): CallOptions['prepare'] {
    const inspection = this.#inspection
    if (!inspection || this.#known.has(wire_name)) return null
    const question = inspection.question({ wire_name, options })
    if (question === null) return null
    return async (signal) => {
      const answer = await this.#ask(question, headers, signal)
      if (answer) this.#known.set(wire_name, inspection.read(answer))
    }
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
        return exchange.status === 200 ? parseObject(await exchange.text(LIMIT_BYTES)) : undefined
      } finally {
        exchange.release()
      }
    } catch {
      return undefined
    }
  }
}
