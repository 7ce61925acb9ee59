import { parseModelId } from '../../../canonical/id.ts'
import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { StreamEvent } from '../../../canonical/stream-event.ts'
import type { TokenUsage } from '../../../canonical/usage.ts'
import { BlockWriter } from '../../answer/block-writer.ts'
import { isText, textOr } from '../../answer/wire-text.ts'
import type { Answer, AnswerContext } from '../../protocol.ts'
import { WireError } from '../../protocol.ts'
import { readStopReason } from './stop-reason.ts'
import { readUsage } from './usage.ts'
import { FORMAT } from './wire.ts'

/**
 * Builds one answer from the lines of a stream and from a whole body alike: a body is a stream of one line. Within one
 * line the order is thinking, text, calls; each call comes whole.
 */
export class AnswerBuilder {
  readonly #context: AnswerContext
  readonly #writer: BlockWriter
  #keys = 0
  #calls = 0
  #model = ''
  #isDone = false
  #reason: string | null = null
  #usage: TokenUsage | null = null

  constructor(context: AnswerContext) {
    this.#context = context
    this.#writer = new BlockWriter(context.newToolUseId)
  }

  get isDone(): boolean {
    return this.#isDone
  }

  take(): StreamEvent[] {
    return this.#writer.take()
  }

  /** Throws `WireError` for a line that holds an error: the status was 200 before it was known (wire-rule 91). */
  read(line: JsonObject): void {
    if (isText(line.error) || isJsonObject(line.error)) {
      const text = JSON.stringify(line)
      throw new WireError('the server reported an error inside its answer', { status: null, body: line, text })
    }
    if (this.#model === '' && isText(line.model)) this.#model = line.model
    if (isJsonObject(line.message)) this.#readMessage(line.message)
    else if (line.done === undefined) this.#context.warn('unknown line of the stream', { fields: Object.keys(line) })
    if (line.done !== true) return
    this.#isDone = true
    this.#reason = isText(line.done_reason) ? line.done_reason : null
    this.#usage = readUsage(line) ?? this.#usage
  }

  end(reason: 'complete' | 'cancelled' | 'error'): { events: StreamEvent[]; answer: Answer } {
    this.#writer.closeAll()
    const events = this.#writer.take()
    const { model: asked, provider, served, warn } = this.#context
    const answer: Answer = {
      stop_reason: reason === 'complete' ? readStopReason(this.#reason, this.#calls > 0, warn) : reason,
      final_content: this.#writer.content(),
      usage: this.#usage,
      model: served(this.#model === '' ? null : this.#model),
      provider,
      provider_raw: {
        format: FORMAT,
        model: this.#model === '' ? (parseModelId(asked)?.name ?? asked) : this.#model,
        asked_model: asked,
      },
      provider_ids: this.#writer.providerIds,
    }
    return { events, answer }
  }

  #readMessage({ thinking, content, tool_calls }: JsonObject): void {
    if (isText(thinking)) this.#writer.thinking(this.#writer.openKey('thinking') ?? this.#newKey(), thinking)
    if (isText(content)) this.#writer.text(this.#writer.openKey('text') ?? this.#newKey(), content)
    if (!Array.isArray(tool_calls)) return
    for (const call of tool_calls) if (isJsonObject(call)) this.#readCall(call)
  }

  #readCall(call: JsonObject): void {
    if (!isJsonObject(call.function)) return
    const { name, arguments: input } = call.function
    const key = this.#newKey()
    this.#calls += 1
    this.#writer.call(key, textOr(name, ''), isText(call.id) ? call.id : null)
    this.#writer.callInput(key, argumentsText(input))
    this.#writer.close(key)
  }

  #newKey(): number {
    this.#keys += 1
    return this.#keys
  }
}

/** An object (wire-rule 84); a string where a gateway hands on what it got from another format. */
function argumentsText(input: JsonValue | undefined): string {
  if (typeof input === 'string') return input
  return input === undefined || input === null ? '' : JSON.stringify(input)
}
