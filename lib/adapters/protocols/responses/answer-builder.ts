import { parseModelId } from '../../../canonical/id.ts'
import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { StreamEvent } from '../../../canonical/stream-event.ts'
import { BlockWriter } from '../../answer/block-writer.ts'
import { toolUses } from '../../answer/tool-uses.ts'
import { isText } from '../../answer/wire-text.ts'
import type { Answer, AnswerContext } from '../../protocol.ts'
import { CallItem, isCall } from './call-item.ts'
import { countedUses } from './hosted-tool.ts'
import { MessageItem } from './message-item.ts'
import { isKnownOpaque, OpaqueItem } from './opaque-item.ts'
import type { OutputItem, Piece, PieceKind, Place } from './output-item.ts'
import { writeProviderRaw } from './provider-raw.ts'
import { ReasoningItem } from './reasoning-item.ts'
import { readStopReason } from './stop-reason.ts'
import { readUsage, usageDetails } from './usage.ts'
import { isWireItem, itemsOf, type WireItem } from './wire.ts'

interface Slot {
  item: OutputItem
  isDone: boolean
}

const TYPE_OF: Readonly<Record<PieceKind, string>> = {
  text: 'message',
  refusal: 'message',
  summary: 'reasoning',
  reasoning: 'reasoning',
  input: 'function_call',
}

/** Facts about a response that are kept for the record. */
const KEPT = ['id', 'service_tier', 'incomplete_details'] as const

/** The rest of it is the request, said back. */
const FACTS = [...KEPT, 'model', 'status', 'usage', 'tool_usage'] as const

/**
 * Puts an answer together from items and pieces of items; a whole body and a stream both end here, so that the two cannot
 * disagree. Items are known by their place in the output, else by an id: hosts leave out either, and some change the ids
 * from event to event.
 */
export class AnswerBuilder {
  readonly #context: AnswerContext
  readonly #writer: BlockWriter
  readonly #slots: Slot[] = []
  readonly #byIndex = new Map<number, Slot>()
  readonly #byId = new Map<string, Slot>()
  #response: JsonObject = {}

  constructor(context: AnswerContext) {
    this.#context = context
    this.#writer = new BlockWriter(context.newToolUseId)
  }

  take(): StreamEvent[] {
    return this.#writer.take()
  }

  /** Facts about the response as a whole; a later one wins, a null says nothing. */
  facts(response: JsonObject): void {
    for (const field of FACTS) {
      const value = response[field]
      if (value !== undefined && value !== null) this.#response[field] = value
    }
  }

  /** `response.output_item.added`. */
  add(event: JsonObject): void {
    if (!isWireItem(event.item)) return
    const before = this.#find(event, event.item)
    if (before === undefined || before.isDone || before.item.type !== event.item.type) {
      this.#open(event.output_index, event.item)
    }
  }

  /** `response.output_item.done`. */
  done(event: JsonObject): void {
    if (!isWireItem(event.item)) return
    const before = this.#find(event, event.item) ?? this.#lastOpen(event.item.type)
    const slot = before?.item.type === event.item.type ? before : this.#open(event.output_index, event.item)
    this.#finish(slot, event.item)
  }

  /** The item that it went to; null where there is none for it. */
  piece(
    kind: PieceKind,
    event: JsonObject,
    at: JsonValue | undefined,
    text: JsonValue | undefined,
    isWhole: boolean,
  ): OutputItem | null {
    const piece: Piece = {
      kind,
      at: typeof at === 'number' ? at : 0,
      text: typeof text === 'string' ? text : '',
      isWhole,
    }
    const slot = this.#find(event) ?? this.#lastFor(kind, event) ?? this.#adopt(kind, event)
    if (slot?.item.piece(piece)) return slot.item
    this.#context.warn('piece of an unknown item', { kind })
    return null
  }

  /** `response.content_part.added` and `.done`. */
  part(event: JsonObject): void {
    if (!isWireItem(event.part)) return
    this.#find(event)?.item.part(typeof event.content_index === 'number' ? event.content_index : 0, event.part)
  }

  annotation(event: JsonObject): void {
    const { annotation, content_index: at } = event
    if (isJsonObject(annotation)) this.#find(event)?.item.annotation(typeof at === 'number' ? at : 0, annotation)
  }

  /** All items of the response, at its end: those that the stream left out, or did not end, are read from here. */
  output(output: JsonValue | undefined): void {
    const rest = new Set(this.#slots)
    for (const [place, item] of itemsOf(output).entries()) {
      const slot = this.#match(item, place, rest) ?? this.#open(place, item)
      rest.delete(slot)
      if (!slot.isDone) this.#finish(slot, item)
    }
  }

  end(reason: 'complete' | 'cancelled' | 'error'): { events: StreamEvent[]; answer: Answer } {
    const items = this.#slots.map(({ item }) => item)
    for (const item of items) if (item instanceof CallItem) item.settle()
    this.#writer.closeAll()
    const events = this.#writer.take()
    const content = this.#writer.content()
    const isRefusal = items.some((item) => item instanceof MessageItem && item.isRefusal)
    const { model: named, usage } = this.#response
    const model = isText(named) ? named : (parseModelId(this.#context.model)?.name ?? this.#context.model)
    const details = usageDetails(usage)
    const counted = readUsage(usage, this.#response.service_tier, this.#context.warn)
    const kept = items.map((item) => item.kept())
    const answer: Answer = {
      stop_reason:
        reason === 'complete' ? readStopReason(this.#response, content, isRefusal, this.#context.warn) : reason,
      final_content: content,
      usage: counted && { ...counted, ...toolUses(content, countedUses(this.#response)) },
      model: this.#context.served(isText(named) ? named : null),
      provider: this.#context.provider,
      provider_raw: writeProviderRaw({
        model,
        askedModel: this.#context.model,
        head: {
          ...this.#keptFacts(),
          ...this.#context.sent?.().kept,
          ...(Object.keys(details).length > 0 ? { usage: details } : {}),
        },
        blocks: kept.flatMap(({ blocks }) => blocks),
        fields: kept.flatMap(({ fields }) => fields),
      }),
      provider_ids: this.#writer.providerIds,
    }
    return { events, answer }
  }

  #keptFacts(): JsonObject {
    return Object.fromEntries(
      KEPT.flatMap((field) => {
        const value = this.#response[field]
        return value === undefined ? [] : [[field, value]]
      }),
    )
  }

  #open(place: JsonValue | undefined, wire: WireItem): Slot {
    const at: Place = { writer: this.#writer, ordinal: this.#slots.length, index: this.#writer.size }
    const slot: Slot = { item: this.#newItem(at, wire), isDone: false }
    this.#slots.push(slot)
    if (typeof place === 'number') this.#byIndex.set(place, slot)
    this.#name(slot, wire)
    return slot
  }

  #newItem(at: Place, wire: WireItem): OutputItem {
    if (wire.type === 'message') return new MessageItem(at, wire)
    if (wire.type === 'reasoning') return new ReasoningItem(at)
    if (isCall(wire)) return new CallItem(at, wire)
    if (!isKnownOpaque(wire)) this.#context.warn('unknown output item', { item_type: wire.type })
    return new OpaqueItem(at, wire)
  }

  #finish(slot: Slot, wire: WireItem): void {
    this.#name(slot, wire)
    slot.isDone = true
    slot.item.finish(wire)
  }

  /** llama.cpp names a call by its `call_id` where others name the item. */
  #name(slot: Slot, { id, call_id }: JsonObject): void {
    if (isText(id)) this.#byId.set(id, slot)
    if (isText(call_id)) this.#byId.set(call_id, slot)
  }

  #find({ output_index, item_id }: JsonObject, wire: JsonObject = {}): Slot | undefined {
    if (typeof output_index === 'number') {
      const slot = this.#byIndex.get(output_index)
      if (slot) return slot
    }
    const id = [item_id, wire.id, wire.call_id].find((each) => isText(each) && this.#byId.has(each))
    return isText(id) ? this.#byId.get(id) : undefined
  }

  #lastOpen(type: string): Slot | undefined {
    return this.#slots.findLast((slot) => !slot.isDone && slot.item.type === type)
  }

  /** Without a place in the output, a piece under an unknown id goes on with what was open last. */
  #lastFor(kind: PieceKind, { output_index }: JsonObject): Slot | undefined {
    const last = this.#slots.at(-1)
    if (typeof output_index === 'number' || last === undefined || last.isDone) return undefined
    return last.item.type === TYPE_OF[kind] || (kind === 'input' && last.item.type.endsWith('_call')) ? last : undefined
  }

  /** Some hosts leave out the start of an item; a call without its name has to wait for its end. */
  #adopt(kind: PieceKind, { output_index, item_id }: JsonObject): Slot | undefined {
    if (kind === 'input') return undefined
    return this.#open(output_index, { type: TYPE_OF[kind], ...(isText(item_id) ? { id: item_id } : {}) })
  }

  #match(item: WireItem, place: number, rest: ReadonlySet<Slot>): Slot | undefined {
    const named = this.#find({}, item)
    if (named && rest.has(named)) return named
    const placed = this.#byIndex.get(place) ?? this.#slots[place]
    if (placed && rest.has(placed) && placed.item.type === item.type) return placed
    return [...rest].find((slot) => slot.item.type === item.type)
  }
}
