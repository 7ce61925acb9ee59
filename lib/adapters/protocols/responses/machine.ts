import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { StreamEvent } from '../../../canonical/stream-event.ts'
import { objectIn, parseWire } from '../../answer/parse-object.ts'
import type { Answer, AnswerContext, StreamMachine, WireEvent } from '../../protocol.ts'
import { AnswerBuilder } from './answer-builder.ts'
import type { OutputItem, PieceKind } from './output-item.ts'
import { errorIn, unreadable, wireError } from './stream-error.ts'

export function createMachine(context: AnswerContext): StreamMachine {
  return new Machine(context)
}

interface PieceEvent {
  kind: PieceKind
  /** The field that holds its text. */
  text: string
  /** The field that says which part of the item it belongs to. */
  at: string
  isWhole: boolean
}

const PIECES: ReadonlyMap<string | undefined, PieceEvent> = new Map([
  ...pieceEvents('response.output_text', 'text', 'text', 'content_index'),
  ...pieceEvents('response.refusal', 'refusal', 'refusal', 'content_index'),
  ...pieceEvents('response.reasoning_summary_text', 'summary', 'text', 'summary_index'),
  ...pieceEvents('response.reasoning_text', 'reasoning', 'text', 'content_index'),
  ...pieceEvents('response.function_call_arguments', 'input', 'arguments', ''),
  ...pieceEvents('response.custom_tool_call_input', 'input', 'input', ''),
])

function pieceEvents(name: string, kind: PieceKind, text: string, at: string): [string, PieceEvent][] {
  return [
    [`${name}.delta`, { kind, text: 'delta', at, isWhole: false }],
    [`${name}.done`, { kind, text, at, isWhole: true }],
  ]
}

/** What says nothing that the items do not say at their end: how the provider's own tools get on, marks around parts. */
const PROGRESS =
  /^(response\.(\w+_call(_arguments|_code)?|mcp_list_tools|reasoning_summary_part|audio(\.transcript)?|queued)(\.|$)|keepalive$|ping$)/

/** A piece that was not a whole one, and where it went. */
interface LastPiece {
  event: JsonObject
  /** See `PieceEvent`. */
  at: string
  item: OutputItem
}

/** Whether a piece is of the same part as the one before, as nearly all are: then nothing has to be found. */
function goesOn(event: JsonObject, { event: last, at }: LastPiece): boolean {
  return (
    typeof event.type === 'string' &&
    event.type === last.type &&
    event.output_index === last.output_index &&
    event.item_id === last.item_id &&
    event[at] === last[at]
  )
}

class Machine implements StreamMachine {
  readonly #context: AnswerContext
  readonly #answer: AnswerBuilder
  #isOver = false
  #last: LastPiece | null = null

  constructor(context: AnswerContext) {
    this.#context = context
    this.#answer = new AnswerBuilder(context)
  }

  get finished(): boolean {
    return this.#isOver
  }

  push(wire: WireEvent): StreamEvent[] {
    if (this.#isOver) return []
    const text = wire.data.trim()
    if (text === '') return []
    if (text === '[DONE]') {
      this.#isOver = true
      return []
    }
    this.#read(parse(wire, text), wire)
    return this.#answer.take()
  }

  end(reason: 'complete' | 'cancelled' | 'error'): { events: StreamEvent[]; answer: Answer } {
    return this.#answer.end(reason)
  }

  #read(event: JsonObject, wire: WireEvent): void {
    const last = this.#last
    if (last !== null && goesOn(event, last)) {
      if (typeof event.delta === 'string') last.item.more(event.delta)
      return
    }
    this.#last = null
    const type = typeof event.type === 'string' ? event.type : wire.event
    const piece = PIECES.get(type)
    if (piece) {
      const { kind, text, at, isWhole } = piece
      const item = this.#answer.piece(kind, event, event[at], event[text], isWhole)
      if (item && !isWhole && kind !== 'refusal') this.#last = { event, at, item }
      return
    }
    switch (type) {
      case 'response.output_item.added':
        this.#answer.add(event)
        break
      case 'response.output_item.done':
        this.#answer.done(event)
        break
      case 'response.content_part.added':
      case 'response.content_part.done':
        this.#answer.part(event)
        break
      case 'response.output_text.annotation.added':
        this.#answer.annotation(event)
        break
      case 'response.created':
      case 'response.in_progress':
        if (isJsonObject(event.response)) this.#answer.facts(event.response)
        break
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
      case 'response.cancelled':
      case 'response.done':
        this.#finish(type, isJsonObject(event.response) ? event.response : event)
        break
      default:
        if (type === undefined || !PROGRESS.test(type)) this.#other(type, event)
    }
  }

  #finish(type: string, response: JsonObject): void {
    const word = type.slice('response.'.length)
    const status = typeof response.status === 'string' || word === 'done' ? response.status : word
    const error = errorIn({ output: [], ...response, status: status ?? 'completed' })
    this.#answer.facts({ ...response, status: status ?? 'completed' })
    if (error) throw error
    this.#answer.output(response.output)
    this.#isOver = true
  }

  #other(type: string | undefined, event: JsonObject): void {
    // llama.cpp: a bare {"error": …} in the shape of Chat Completions; OpenAI: {"type": "error", "code", "message"}.
    const isNamed = type === 'error' || type === 'response.error'
    const error = isNamed || type === undefined || event.error !== undefined ? errorIn(event) : null
    if (isNamed || error) throw error ?? wireError(event)
    this.#context.warn('unknown stream event', { event_type: type ?? null })
  }
}

function parse({ event }: WireEvent, text: string): JsonObject {
  let value: JsonValue
  try {
    value = parseWire(text)
  } catch (cause) {
    throw unreadable(text, cause)
  }
  const body = objectIn(value)
  if (body) return body
  if (event === 'error') throw unreadable(text)
  return {}
}
