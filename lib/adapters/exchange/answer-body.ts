import { assertNever } from '../../assert-never.ts'
import type { JsonObject } from '../../canonical/json.ts'
import { isStorable } from '../../canonical/storable.ts'
import type { StreamEvent } from '../../canonical/stream-event.ts'
import { SseDecoder } from '../../sse/decode.ts'
import { LineDecoder } from '../../sse/decode-lines.ts'
import { objectIn, parseJson } from '../answer/parse-object.ts'
import type { Answer, StreamMachine, WireEvent } from '../protocol.ts'
import { WireError } from '../protocol.ts'
import { StrayLines, withoutStray } from './stray-line.ts'
import type { Exchange } from './transport.ts'

/** How long an answer that is over may keep its connection open; usage may still come, on time. */
const GRACE_MS = 1_000

/** Enough to tell `event:` and `error: {` from words that begin like them. */
const TELLING_BYTES = 8

const LINE_FEED = 0x0a
const BRACE = 0x7b
const BRACKET = 0x5b

const BLANKS: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0d, LINE_FEED])
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

export interface AnswerReaders {
  framing: 'sse' | 'ndjson'
  fromWire: (body: JsonObject) => Answer
  machine: () => StreamMachine
}

/**
 * The body of a successful response, whatever was asked for: some hosts answer a stream request with JSON, some a JSON
 * request with a stream, and some label neither. The first byte that is not blank tells them apart.
 */
export class AnswerBody {
  readonly #exchange: Exchange
  readonly #readers: AnswerReaders
  #decoder: SseDecoder | LineDecoder = sseDecoder()
  #machine: StreamMachine | null = null
  readonly #queue: WireEvent[] = []
  #position = 0
  #state: 'open' | 'ended' = 'open'

  constructor(exchange: Exchange, readers: AnswerReaders) {
    this.#exchange = exchange
    this.#readers = readers
  }

  /** Reads on until there are wire events or the end; false at the end. Throws for a body that is no answer. */
  async read(): Promise<boolean> {
    while (this.#state === 'open') {
      const bytes = await this.#readBytes()
      if (bytes === null) this.#end()
      else this.#enqueue(this.#decoder.push(bytes))
      if (this.#position < this.#queue.length) return true
    }
    return false
  }

  /** The events of the next wire event that was read; undefined when all are consumed. */
  next(): StreamEvent[] | undefined {
    const wire = this.#queue[this.#position]
    if (wire === undefined || !this.#machine) return undefined
    this.#position += 1
    return this.#machine.push(wire)
  }

  /** True once the wire said that the answer is over; a body that ends before is cut off. */
  get finished(): boolean {
    return this.#machine?.finished ?? false
  }

  /** Null where nothing was read that could be closed. */
  close(reason: 'complete' | 'cancelled' | 'error'): { events: StreamEvent[]; answer: Answer } | null {
    const closed = this.#machine?.end(reason)
    return closed ? { ...closed, answer: storable(closed.answer) } : null
  }

  #readBytes(): Promise<Uint8Array | null> {
    if (!this.#machine) return this.#readStart()
    // The answer is whole: that the connection lingers or breaks changes nothing.
    if (this.#machine.finished) this.#exchange.allowEnd(GRACE_MS)
    return this.#exchange.read()
  }

  async #readStart(): Promise<Uint8Array | null> {
    const head = await this.#readHead()
    if (head.length === 0) throw notAnAnswer('the answer is empty', '')
    if (head[0] === BRACE && this.#readers.framing === 'ndjson') return await this.#readFirstLine(head)
    if (head[0] === BRACE || head[0] === BRACKET) {
      this.#machine = wholeAnswer(this.#readers.fromWire(await this.#readJson([head])))
      return null
    }
    if (!looksLikeEventStream(new TextDecoder().decode(head))) {
      throw notAnAnswer('the answer is neither JSON nor an event stream', await this.#exchange.text(2_000, [head]))
    }
    this.#machine = this.#readers.machine()
    return head
  }

  /** Enough to tell what it is. Some hosts send blanks until there is an answer: they are not kept. */
  async #readHead(): Promise<Uint8Array> {
    let head: Uint8Array = new Uint8Array()
    while (head.length < TELLING_BYTES) {
      const bytes = await this.#exchange.read()
      if (bytes === null) break
      head = withoutBlankStart(head.length === 0 ? bytes : Buffer.concat([head, bytes]))
    }
    return head
  }

  /** Where values stand one to a line, a whole answer is a stream of one line; a gateway may write it on several. */
  async #readFirstLine(start: Uint8Array): Promise<Uint8Array | null> {
    const chunks = [start]
    for (let last: Uint8Array | null = start; last && !last.includes(LINE_FEED); ) {
      last = await this.#exchange.read()
      if (last) chunks.push(last)
    }
    const bytes = Buffer.concat(chunks)
    const [line = ''] = new TextDecoder().decode(bytes).split('\n')
    if (!isWhole(line)) {
      this.#machine = wholeAnswer(this.#readers.fromWire(await this.#readJson([bytes])))
      return null
    }
    this.#decoder = new LineDecoder()
    this.#machine = this.#readers.machine()
    return bytes
  }

  async #readJson(chunks: Uint8Array[]): Promise<JsonObject> {
    const text = await this.#exchange.text(undefined, chunks)
    const body = objectIn(parseJson(text))
    if (!body) throw notAnAnswer('the answer is not valid JSON', text)
    return body
  }

  #enqueue(events: WireEvent[]): void {
    if (this.#position === this.#queue.length) {
      this.#queue.length = 0
      this.#position = 0
    }
    for (const each of events) {
      const event = withoutStray(each, isWhole)
      if (event === null) continue
      if (event.data.includes('\n')) for (const line of splitEvent(event)) this.#queue.push(line)
      else this.#queue.push(event)
    }
  }

  #end(): void {
    this.#state = 'ended'
    for (const event of this.#decoder.end()) this.#enqueue(wholePart(event))
  }
}

function withoutBlankStart(bytes: Uint8Array): Uint8Array {
  let start = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? BYTE_ORDER_MARK.length : 0
  while (BLANKS.has(bytes[start])) start += 1
  return bytes.subarray(start)
}

function looksLikeEventStream(start: string): boolean {
  return /^(:|(data|event|id|retry)\s*(:|[\r\n]|$)|error: ?\{)/.test(start)
}

function sseDecoder(): SseDecoder {
  const lines = new StrayLines()
  return new SseDecoder((text) => lines.mend(text))
}

/** Some hosts leave out the empty line between events; then each line is an event of its own. */
function splitEvent(event: WireEvent): WireEvent[] {
  if (isWhole(event.data)) return [event]
  const lines = event.data.split('\n')
  return lines.every((line) => line === '' || isWhole(line))
    ? lines.filter((line) => line !== '').map((data) => ({ data }))
    : [event]
}

/** Of an event that the end of the body may have cut: what came before the cut is not lost with it, nor are words about an error. */
function wholePart(event: WireEvent): WireEvent[] {
  if (isWhole(event.data) || event.event === 'error') return [event]
  const lines = event.data.split('\n').filter((line) => line !== '')
  const cut = lines.findIndex((line) => !isWhole(line))
  return lines.slice(0, cut === -1 ? lines.length : cut).map((data) => ({ data }))
}

function isWhole(data: string): boolean {
  return data.trim() === '[DONE]' || objectIn(parseJson(data)) !== undefined
}

/** Hosts' own figures and blocks are kept as they came, but for a number that JSON does not have: it is kept as null. */
function storable(answer: Answer): Answer {
  const { provider_raw: raw } = answer
  return raw && !isStorable(raw) ? { ...answer, provider_raw: JSON.parse(JSON.stringify(raw)) } : answer
}

/** A whole answer in the shape of a stream that is over. */
function wholeAnswer(answer: Answer): StreamMachine {
  return {
    finished: true,
    push: () => [],
    end: (reason) => ({
      events: answerEvents(answer),
      answer: reason === 'complete' ? answer : { ...answer, stop_reason: reason },
    }),
  }
}

/** The events that a stream of this answer would have had, each block in one piece. */
function answerEvents({ final_content, provider_ids }: Answer): StreamEvent[] {
  return final_content.flatMap((block, content_block_index): StreamEvent[] => {
    switch (block.type) {
      case 'text':
        return [
          { type: 'text.delta', content_block_index, text: block.text },
          ...(block.citations ?? []).map((citation) => ({
            type: 'text.citation' as const,
            content_block_index,
            citation,
          })),
        ]
      case 'thinking': {
        const { text, signature } = block
        return [{ type: 'thinking.delta', content_block_index, text, ...(signature ? { signature } : {}) }]
      }
      case 'tool_use': {
        const { id: tool_use_id, name: tool_name, input: final_input, raw_input } = block
        const at = { content_block_index, tool_use_id }
        return [
          { type: 'tool.use_start', ...at, tool_name, provider_id: provider_ids.get(tool_use_id) ?? null },
          { type: 'tool.use_input_delta', ...at, partial_json: raw_input ?? JSON.stringify(final_input) },
          { type: 'tool.use_end', ...at, final_input, ...(raw_input === undefined ? {} : { raw_input }) },
        ]
      }
      case 'hosted_tool':
        return [{ type: 'hosted_tool.update', content_block_index, block }]
      case 'redacted_thinking':
      case 'image':
      case 'document':
      case 'tool_result':
        // These stand in the final content alone.
        return []
      default:
        return assertNever(block)
    }
  })
}

function notAnAnswer(message: string, text: string): WireError {
  return new WireError(message, { status: null, body: null, text: text === '' ? message : text })
}
