import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { StreamEvent } from '../../../canonical/stream-event.ts'
import { objectIn, parseWire } from '../../answer/parse-object.ts'
import type { Answer, AnswerContext, StreamMachine, WireEvent } from '../../protocol.ts'
import { WireError } from '../../protocol.ts'
import { AnswerBuilder } from './answer-builder.ts'
import { objectOf } from './wire.ts'

export function createMachine(context: AnswerContext): StreamMachine {
  return new Machine(context)
}

class Machine implements StreamMachine {
  readonly #context: AnswerContext
  readonly #answer: AnswerBuilder
  #stopped = false

  constructor(context: AnswerContext) {
    this.#context = context
    this.#answer = new AnswerBuilder(context)
  }

  /**
   * `message_stop`, or a stop reason: a host that closes the connection after the stop reason has told everything that
   * matters, and an answer that is whole must not be reported as cut off.
   */
  get finished(): boolean {
    return this.#stopped || this.#answer.stopReason !== null
  }

  push(wire: WireEvent): StreamEvent[] {
    if (this.#stopped) return []
    const event = parseEvent(wire)
    if (event === null) return []
    const type = typeof event.type === 'string' ? event.type : wire.event
    switch (type) {
      case 'content_block_delta':
        if (isJsonObject(event.delta)) this.#answer.delta(event.index, event.delta)
        break
      case 'content_block_start':
        this.#answer.start(event.index, event.content_block)
        break
      case 'content_block_stop':
        this.#answer.stop(event.index)
        break
      case 'message_start':
        if (isJsonObject(event.message)) this.#answer.facts(event.message)
        break
      case 'message_delta': {
        const { type: _type, delta, ...facts } = event
        this.#answer.facts({ ...facts, ...objectOf(delta) })
        break
      }
      case 'message_stop':
        this.#stopped = true
        break
      case 'ping':
        break
      default:
        // Some hosts send a bare `{"error": …}`, without a type, in the shape of Chat Completions.
        if (type === 'error' || (event.error !== undefined && event.error !== null)) throw streamError(event, wire.data)
        this.#context.warn('unknown stream event', { event_type: type ?? null })
    }
    return this.#answer.take()
  }

  end(reason: 'complete' | 'cancelled' | 'error'): { events: StreamEvent[]; answer: Answer } {
    const answer = this.#answer.finish(reason)
    return { events: this.#answer.take(), answer }
  }
}

/** `null` for what carries nothing: a blank line, or the end mark of Chat Completions that gateways add. */
function parseEvent({ event, data }: WireEvent): JsonObject | null {
  let value: JsonValue
  try {
    value = parseWire(data)
  } catch (cause) {
    const text = data.trim()
    if (text === '' || text === '[DONE]' || event === 'ping') return null
    throw new WireError('the stream holds a line that is not JSON', { status: null, body: null, text: data }, { cause })
  }
  const body = objectIn(value)
  if (body) return body
  if (event === 'error') throw new WireError(String(value), { status: null, body: null, text: data })
  return null
}

function streamError(body: JsonObject, text: string): WireError {
  const message = objectOf(body.error)?.message ?? body.error ?? body.message
  return new WireError(typeof message === 'string' ? message : 'error in the stream', { status: null, body, text })
}
