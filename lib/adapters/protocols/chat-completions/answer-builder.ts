import type { ContentBlock } from '../../../canonical/block.ts'
import { isBlockOf } from '../../../canonical/block.ts'
import { parseModelId } from '../../../canonical/id.ts'
import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { StreamEvent } from '../../../canonical/stream-event.ts'
import { BlockWriter } from '../../answer/block-writer.ts'
import { toolUses } from '../../answer/tool-uses.ts'
import { isText } from '../../answer/wire-text.ts'
import type { Answer, AnswerContext } from '../../protocol.ts'
import { addParts, isPart, readPart } from './content-part.ts'
import type { ChatDialect } from './dialect.ts'
import { countedUses, executedTool, foundBy, readAnnotation } from './hosted-tool.ts'
import { type Kept, providerRaw } from './provider-raw.ts'
import { detailsText, ReasoningDetails, reasoningText } from './reasoning.ts'
import { isFinishWord, readStopReason } from './stop-reason.ts'
import { errorInChoice } from './stream-error.ts'
import { type Piece, ThinkTag } from './think-tag.ts'
import { ToolCallReader } from './tool-call-reader.ts'
import { readUsage } from './usage.ts'
import type { WirePart } from './wire.ts'

/** Perplexity's, at the top of each chunk. */
const KEPT_OF_BODY = ['citations', 'search_results'] as const

const KEPT_OF_MESSAGE = ['extra_content', 'context'] as const

/**
 * Builds one answer from whole bodies and from chunks alike: a body is a chunk whose only delta is the whole message.
 * Within one delta the order is thinking, text, calls (contract §1).
 */
export class AnswerBuilder {
  readonly #context: AnswerContext
  readonly #dialect: ChatDialect
  readonly #writer: BlockWriter
  readonly #calls: ToolCallReader
  readonly #kept: Kept = {}
  readonly #keptFields: readonly string[]
  readonly #details = new ReasoningDetails()
  readonly #tag = new ThinkTag()
  #opened = 0
  #lastText: string | number = ''
  #isSearched = false
  #hasReasoningField = false
  #refusal = ''
  #model = ''
  #choice: JsonValue | undefined
  #hasDelta = false
  #beside: JsonObject | null = null
  #finish: string | null = null
  #stopped: string | null = null
  #usage: JsonObject | null = null

  constructor(context: AnswerContext, dialect: ChatDialect) {
    this.#context = context
    this.#dialect = dialect
    this.#keptFields = [...KEPT_OF_BODY, ...dialect.kept_of_body]
    this.#writer = new BlockWriter(context.newToolUseId)
    this.#calls = new ToolCallReader(this.#writer)
  }

  get isFinished(): boolean {
    return this.#finish !== null
  }

  take(): StreamEvent[] {
    return this.#writer.take()
  }

  /** Throws `WireError` for a choice that holds an error. `isWhole`: the body is the answer, not a piece of it. */
  read(body: JsonObject, isWhole = false): void {
    if (this.#model === '' && isText(body.model)) this.#model = body.model
    this.#readUsage(body.usage)
    if (isJsonObject(body.x_groq)) this.#readUsage(body.x_groq.usage)
    // Beside each piece it is the same.
    const { service_tier } = body
    if (service_tier && service_tier !== this.#usage?.service_tier) this.#readUsage({ service_tier })
    for (const field of this.#keptFields) {
      const value = body[field]
      if (value !== undefined && value !== null) this.#kept.body = { ...this.#kept.body, [field]: value }
    }
    this.#readSearch(body)
    if (!Array.isArray(body.choices)) return
    for (const choice of body.choices) if (isJsonObject(choice)) this.#readChoice(choice, isWhole)
  }

  /** Words of a chunk that says nothing else, and any other's. */
  readText(text: string): void {
    if (text === '') {
      this.#kept.empty_content = true
      return
    }
    if (this.#kept.content_parts) addParts(this.#kept.content_parts, [{ type: 'text', text }])
    if (this.#tag.isOver) this.#say(text)
    else this.#sayPieces(this.#tag.read(text))
  }

  end(reason: 'complete' | 'cancelled' | 'error'): { events: StreamEvent[]; answer: Answer } {
    this.#calls.settle()
    this.#sayPieces(this.#tag.end())
    if (this.#beside !== null && this.#writer.content().every(isBlockOf('hosted_tool'))) {
      this.#readMessage(this.#beside)
      this.#calls.settle()
      this.#sayPieces(this.#tag.end())
    }
    if (this.#kept.annotations) this.#cite(this.#kept.annotations)
    this.#writer.closeAll()
    const events = this.#writer.take()
    const content = this.#writer.content()
    const model = this.#model === '' ? (parseModelId(this.#context.model)?.name ?? this.#context.model) : this.#model
    const counted = this.#usage && readUsage(this.#usage, this.#dialect, this.#context.warn)
    const answer: Answer = {
      stop_reason: reason === 'complete' ? this.#stopReason(content) : reason,
      final_content: content,
      usage: counted && { ...counted, ...toolUses(content, this.#usage ? countedUses(this.#usage) : {}) },
      model: this.#context.served(this.#model === '' ? null : this.#model),
      provider: this.#context.provider,
      provider_raw: providerRaw(
        { model, asked_model: this.#context.model },
        content,
        this.#refusal === '' ? this.#kept : { ...this.#kept, refusal: this.#refusal },
        this.#calls.started,
      ),
      provider_ids: this.#writer.providerIds,
    }
    return { events, answer }
  }

  #stopReason(content: readonly ContentBlock[]) {
    const about = { hasCalls: content.some((block) => block.type === 'tool_use'), isRefusal: this.#refusal !== '' }
    const reason = readStopReason(this.#finish, about, this.#context.warn)
    // vLLM names the stop sequence it met beside `finish_reason: "stop"`.
    return reason === 'end_turn' && this.#stopped !== null ? 'stop_sequence' : reason
  }

  #readUsage(usage: JsonValue | undefined): void {
    // Cumulative where it comes more than once: the last figure of each counts, and a null says nothing.
    if (!isJsonObject(usage)) return
    const said = Object.entries(usage).filter(([, value]) => value !== null)
    if (said.length > 0) this.#usage = { ...this.#usage, ...Object.fromEntries(said) }
    for (const field of this.#dialect.kept_of_usage) {
      if (usage[field] !== undefined) this.#kept.usage = { ...this.#kept.usage, [field]: usage[field] }
    }
  }

  #readChoice(choice: JsonObject, isWhole: boolean): void {
    this.#choice ??= choice.index ?? 0
    if ((choice.index ?? 0) !== this.#choice) return
    const { delta, message } = choice
    if (isJsonObject(delta) && !(isWhole && isJsonObject(message))) {
      this.#hasDelta = true
      this.#readMessage(delta)
      // Perplexity says all of it so far beside each piece; a host that says it nowhere else is read at the end.
      if (isJsonObject(message)) this.#beside = message
    } else if (isJsonObject(message) && !this.#hasDelta) {
      this.#hasDelta = true
      this.#readMessage(message)
    }
    if (isText(choice.finish_reason)) this.#finish = choice.finish_reason
    else if (isJsonObject(choice.finish_details) && isText(choice.finish_details.type)) {
      this.#finish = choice.finish_details.type
    }
    if (isText(choice.stop_reason) && !isFinishWord(choice.stop_reason)) this.#stopped = choice.stop_reason
    if (choice.usage !== undefined) this.#readUsage(choice.usage)
    const error = errorInChoice(choice)
    if (error) throw error
  }

  #readMessage(message: JsonObject): void {
    this.#readReasoning(message)
    const { content } = message
    const isElsewhere = this.#hasReasoningField || this.#kept.reasoning_details !== undefined
    if (isElsewhere || Array.isArray(content)) this.#sayPieces(this.#tag.rule())
    if (typeof content === 'string') this.readText(content)
    else if (Array.isArray(content)) this.#readParts(content.filter(isPart))
    else if (isJsonObject(content)) this.#readObject(content)
    if (saysMore(message)) this.#sayPieces(this.#tag.rule())
    if (isText(message.refusal)) this.#refuse(message.refusal)
    if (Array.isArray(message.tool_calls)) this.#calls.read(message.tool_calls)
    else if (isJsonObject(message.tool_calls)) this.#calls.read([message.tool_calls])
    if (isJsonObject(message.function_call)) this.#calls.readFunctionCall(message.function_call)
    if (Array.isArray(message.annotations)) this.#keepList('annotations', message.annotations)
    if (Array.isArray(message.images)) this.#keepList('images', message.images)
    if (Array.isArray(message.executed_tools)) {
      for (const [at, each] of message.executed_tools.filter(isJsonObject).entries()) {
        this.#writer.hosted(`executed ${each.index ?? at}`, executedTool(each))
      }
    }
    if (isJsonObject(message.audio)) this.#readAudio(message.audio)
    for (const field of KEPT_OF_MESSAGE) {
      const value = message[field]
      if (isJsonObject(value)) this.#kept[field] = value
    }
  }

  /** Perplexity always searches, and says beside each piece what it found; nothing of it is sent back. */
  #readSearch(body: JsonObject): void {
    const found = foundBy(body)
    if (found !== null && !this.#isSearched) this.#writer.hosted('search', found)
    this.#isSearched ||= found !== null
  }

  /** Positions are those in the whole text: they say nothing of one of several. */
  #cite(annotations: readonly JsonValue[]): void {
    const texts = this.#writer.content().filter(isBlockOf('text'))
    for (const each of annotations.filter(isJsonObject)) {
      const { start, end, ...cited } = readAnnotation(each) ?? {}
      if (Object.keys(cited).length === 0) continue
      this.#writer.citation(this.#lastText, texts.length === 1 ? { ...cited, start, end } : cited)
    }
  }

  #readReasoning(message: JsonObject): void {
    const text = reasoningText(message)
    if (text !== '') {
      this.#hasReasoningField = true
      this.#think(text)
    }
    const details = message.reasoning_details
    if (!Array.isArray(details)) return
    this.#kept.reasoning_details = this.#details.add(details)
    if (!this.#hasReasoningField) this.#think(detailsText(details))
  }

  #sayPieces(pieces: readonly Piece[]): void {
    for (const { kind, text } of pieces) {
      if (kind === 'thinking') this.#think(text)
      else this.#say(text)
    }
  }

  /** One part without its list; Cloudflare's Workers AI gives what follows a schema as an object already parsed. */
  #readObject(content: JsonObject): void {
    if (isPart(content) && readPart(content).kind !== 'other') this.#readParts([content])
    else this.readText(JSON.stringify(content))
  }

  #readParts(parts: WirePart[]): void {
    if (parts.length === 0) return
    this.#kept.content_parts ??= this.#writer
      .content()
      .flatMap((block) => (block.type === 'text' ? [{ type: 'text', text: block.text }] : []))
    addParts(this.#kept.content_parts, parts)
    for (const part of parts) {
      const { kind, text } = readPart(part)
      if (kind === 'text') this.#say(text)
      else if (kind === 'thinking') this.#think(text)
      else if (kind === 'refusal') this.#refuse(text)
    }
  }

  /** The spoken words are the text of an answer in sound. */
  #readAudio(audio: JsonObject): void {
    // Snowflake fills in all fields, empty.
    if (!Object.values(audio).some((value) => value !== null && value !== '' && value !== 0)) return
    this.#kept.audio ??= {}
    for (const [field, value] of Object.entries(audio)) {
      const before = this.#kept.audio[field]
      const isPiece = (field === 'data' || field === 'transcript') && typeof before === 'string'
      this.#kept.audio[field] = isPiece && typeof value === 'string' ? `${before}${value}` : value
    }
    if (isText(audio.transcript)) this.#say(audio.transcript)
  }

  #keepList(field: 'annotations' | 'images', items: JsonValue[]): void {
    if (items.length === 0) return
    const kept = this.#kept[field] ?? []
    for (const item of items) kept.push(item)
    this.#kept[field] = kept
  }

  #say(piece: string): void {
    this.#calls.settle()
    const open = this.#writer.openKey('text')
    this.#lastText = open === undefined || open === 'refusal' ? this.#newKey('text') : open
    this.#writer.text(this.#lastText, piece)
  }

  #think(piece: string): void {
    if (piece === '') return
    this.#calls.settle()
    this.#writer.thinking(this.#writer.openKey('thinking') ?? this.#newKey('thinking'), piece)
  }

  #refuse(piece: string): void {
    this.#calls.settle()
    this.#refusal += piece
    this.#writer.text('refusal', piece)
  }

  #newKey(kind: string): string {
    this.#opened += 1
    return `${kind} ${this.#opened}`
  }
}

/** Something stands behind the text, so that the text is whole. */
function saysMore({ refusal, tool_calls, function_call, audio }: JsonObject): boolean {
  return isText(refusal) || (tool_calls ?? function_call ?? audio ?? null) !== null
}
