import type { JsonObject } from '../canonical/json.ts'
import { isStorable } from '../canonical/storable.ts'
import type { StreamEvent } from '../canonical/stream-event.ts'
import { SseDecoder } from '../sse/decode.ts'
import { LineDecoder } from '../sse/decode-lines.ts'
import { parseObject } from './parse-object.ts'
import type { Answer, StreamMachine, WireEvent } from './protocol.ts'
import { WireError } from './protocol.ts'
import { TransportError } from './stop.ts'
import type { Exchange } from './transport.ts'

/** A whole answer larger than this is not one. */
const MAX_BODY_BYTES = 64 * 1024 * 1024

/** How long an answer that is over may keep its connection open; usage may still come, on time. */
const GRACE_MS = 1_000

/** Enough to tell `event:` from words that begin like it. */
const TELLING_CHARACTERS = 6

const LINE_FEED = 10

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
  #decoder: SseDecoder | LineDecoder = new SseDecoder()
  #machine: StreamMachine | null = null
  #queue: WireEvent[] = []
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
      else this.#enqueue(this.#decode(bytes))
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
    return this.#machine.finished ? this.#readRest() : this.#exchange.read()
  }

  /** The answer is whole: that the connection lingers or breaks changes nothing. */
  async #readRest(): Promise<Uint8Array | null> {
    this.#exchange.setIdleTimeout(GRACE_MS)
    try {
      return await this.#exchange.read()
    } catch (error) {
      if (error instanceof TransportError) return null
      throw error
    }
  }

  async #readStart(): Promise<Uint8Array | null> {
    const chunks: Uint8Array[] = []
    let start = ''
    while (start.length < TELLING_CHARACTERS) {
      const bytes = await this.#exchange.read()
      if (bytes === null) break
      chunks.push(bytes)
      start = new TextDecoder().decode(Buffer.concat(chunks)).trimStart()
    }
    if (start === '') throw notAnAnswer('the answer is empty', '')
    if (start.startsWith('{') && this.#readers.framing === 'ndjson') {
      const bytes = Buffer.concat(chunks)
      return await this.#readFirstLine(bytes.subarray(bytes.indexOf('{')))
    }
    if (start.startsWith('{')) {
      this.#machine = wholeAnswer(this.#readers.fromWire(await this.#readJson(chunks)))
      return null
    }
    if (!looksLikeEventStream(start)) {
      throw notAnAnswer('the answer is neither JSON nor an event stream', await this.#exchange.text(2_000, chunks))
    }
    this.#machine = this.#readers.machine()
    return Buffer.concat(chunks)
  }

  /** Where values stand one to a line, a whole answer is a stream of one line; a gateway may write it on several. */
  async #readFirstLine(start: Uint8Array): Promise<Uint8Array | null> {
    const chunks = [start]
    let size = start.length
    for (let last: Uint8Array | null = start; last && !last.includes(LINE_FEED) && size < MAX_BODY_BYTES; ) {
      last = await this.#exchange.read()
      if (last) chunks.push(last)
      size += last?.length ?? 0
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
    const text = await this.#exchange.text(MAX_BODY_BYTES, chunks)
    const body = parseObject(text)
    if (!body) throw notAnAnswer('the answer is not valid JSON', text)
    return body
  }

  #decode(bytes: Uint8Array): WireEvent[] {
    try {
      return this.#decoder.push(bytes)
    } catch (cause) {
      throw new WireError(
        'an event of the stream is too long',
        { status: null, body: null, text: String(cause) },
        { cause },
      )
    }
  }

  #enqueue(events: WireEvent[]): void {
    if (this.#position === this.#queue.length) {
      this.#queue = []
      this.#position = 0
    }
    for (const event of events) {
      if (event.data.includes('\n')) this.#queue.push(...splitEvent(event))
      else this.#queue.push(event)
    }
  }

  #end(): void {
    this.#state = 'ended'
    this.#enqueue(this.#decoder.end().filter(({ data }) => data.includes('\n') || isWhole(data)))
  }
}

function looksLikeEventStream(start: string): boolean {
  return /^(:|(data|event|id|retry)\s*(:|[\r\n]|$))/.test(start)
}

/** Some hosts leave out the empty line between events; then each line is an event of its own. */
function splitEvent(event: WireEvent): WireEvent[] {
  if (isWhole(event.data)) return [event]
  const lines = event.data.split('\n')
  return lines.every((line) => line === '' || isWhole(line))
    ? lines.filter((line) => line !== '').map((data) => ({ data }))
    : [event]
}

function isWhole(data: string): boolean {
  return data.trim() === '[DONE]' || parseObject(data) !== undefined
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
        return [{ type: 'text.delta', content_block_index, text: block.text }]
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
      default:
        // Redacted thinking and pictures stand in the final content alone.
        return []
    }
  })
}

function notAnAnswer(message: string, text: string): WireError {
  return new WireError(message, { status: null, body: null, text: text === '' ? message : text })
}
