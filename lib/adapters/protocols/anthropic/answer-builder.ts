import type { HostedToolBlock } from '../../../canonical/hosted-tool.ts'
import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { StreamEvent } from '../../../canonical/stream-event.ts'
import { BlockWriter } from '../../answer/block-writer.ts'
import type { Answer, AnswerContext } from '../../protocol.ts'
import { callOfResult, hostedCall, isHostedCall, isHostedResult, readCitation, withResult } from './hosted-tool.ts'
import { droppedThoughts } from './input-transformation.ts'
import type { BlockFields } from './provider-raw.ts'
import { writeProviderRaw } from './provider-raw.ts'
import { isKnownRawBlock, placedBlocks, RawBlock } from './raw-block.ts'
import { readStopReason, stopExplanation } from './stop-reason.ts'
import { mergeUsage, readUsage, usageDetails } from './usage.ts'
import type { WireBlock } from './wire.ts'
import { isWireBlock, objectOf, restOf, stringOf } from './wire.ts'

interface CanonicalSlot {
  kind: 'text' | 'thinking' | 'tool_use'
  key: number
  /** What the canonical block cannot hold: citations, a caller. */
  fields: JsonObject
  /** Input that came whole with the start of a call; used where no fragment follows. */
  wholeInput: string
}

type Slot = CanonicalSlot | RawBlock | { kind: 'done' }

const HELD: Readonly<Record<CanonicalSlot['kind'], readonly string[]>> = {
  text: ['type', 'text'],
  thinking: ['type', 'thinking', 'signature'],
  tool_use: ['type', 'id', 'name', 'input'],
}

/**
 * Puts an answer together from blocks and pieces of blocks; a whole body and a stream both end here, so that the two
 * cannot disagree. Blocks are known by the wire's index, and nothing breaks when they overlap or an index is used again.
 */
export class AnswerBuilder {
  readonly #context: AnswerContext
  readonly #writer: BlockWriter
  readonly #slots: Slot[] = []
  readonly #byIndex = new Map<unknown, Slot>()
  #last: Slot | undefined
  #awaitingInput: CanonicalSlot | null = null
  #usage: JsonObject | null = null
  #head: JsonObject = {}
  /** Calls that run there, by the id that their results name. */
  readonly #hosted = new Map<string, { key: number; block: HostedToolBlock }>()

  constructor(context: AnswerContext) {
    this.#context = context
    this.#writer = new BlockWriter(context.newToolUseId)
  }

  /** Facts about the answer as a whole; a later one wins, a null says nothing. */
  facts(facts: JsonObject): void {
    const { usage, content: _blocks, ...rest } = facts
    this.#usage = mergeUsage(this.#usage, objectOf(usage))
    // Some hosts say "" where they mean null: taken for a stop reason, it would end the answer before its first word.
    this.#head = { ...this.#head, ...restOf(rest, rest.stop_reason === '' ? ['stop_reason'] : []) }
  }

  get stopReason(): string | null {
    return typeof this.#head.stop_reason === 'string' ? this.#head.stop_reason : null
  }

  start(index: unknown, block: unknown): void {
    this.#giveWholeInput()
    const slot = this.#open(block)
    this.#slots.push(slot)
    this.#byIndex.set(index, slot)
    this.#last = slot
  }

  delta(index: unknown, delta: JsonObject): void {
    const slot = this.#find(index) ?? this.#adopt(index, delta)
    if (slot === undefined) return
    if (slot.kind === 'raw') {
      if (!slot.delta(delta)) this.#warnOfDelta(delta)
    } else if (slot.kind !== 'done') {
      this.#canonicalDelta(slot, delta)
    }
  }

  stop(index: unknown): void {
    this.#giveWholeInput()
    const slot = this.#find(index)
    if (slot === undefined || slot.kind === 'done') return
    if (slot.kind === 'raw') {
      slot.stop()
      if (isHostedCall(slot.block)) this.#host(slot.block)
    } else this.#writer.close(slot.key)
  }

  take(): StreamEvent[] {
    return this.#writer.take()
  }

  finish(reason: 'complete' | 'cancelled' | 'error'): Answer {
    this.#giveWholeInput()
    this.#writer.closeAll()
    const content = this.#writer.content()
    const { stop_reason: word, input_transformations: transformations, ...head } = this.#head
    for (const record of droppedThoughts(transformations, this.#context.sent?.().places))
      this.#context.project?.(record)
    const stop_reason = reason === 'complete' ? readStopReason(word, content, this.#context.warn) : reason
    const model = this.#context.served(stringOf(head.model) || null)
    const stop_explanation = stopExplanation(head.stop_details)
    return {
      stop_reason,
      ...(stop_explanation !== undefined && { stop_explanation }),
      final_content: content,
      usage: readUsage(this.#usage, content),
      model,
      provider: this.#context.provider,
      provider_ids: this.#writer.providerIds,
      provider_raw: writeProviderRaw({
        head: word === undefined || word === stop_reason ? head : { ...head, stop_reason: word },
        askedModel: model === this.#context.model ? null : this.#context.model,
        usage: usageDetails(this.#usage),
        sent: this.#context.sent?.().kept ?? {},
        blocks: placedBlocks(
          this.#slots.filter((slot) => slot.kind === 'raw'),
          reason !== 'complete',
        ),
        fields: this.#fields(),
      }),
    }
  }

  #open(block: unknown): Slot {
    if (!isWireBlock(block)) {
      this.#context.warn('content block without a type')
      return { kind: 'done' }
    }
    const key = this.#slots.length
    switch (block.type) {
      case 'text':
        this.#writer.text(key, stringOf(block.text))
        if (Array.isArray(block.citations)) {
          for (const each of block.citations) this.#writer.citation(key, readCitation(each))
        }
        return canonicalSlot('text', key, block)
      case 'thinking':
        this.#writer.thinking(key, stringOf(block.thinking), stringOf(block.signature) || undefined)
        return canonicalSlot('thinking', key, block)
      case 'redacted_thinking':
        this.#writer.silent({ type: 'redacted_thinking', data: stringOf(block.data) })
        return { kind: 'done' }
      case 'tool_use': {
        this.#writer.call(key, stringOf(block.name), stringOf(block.id) || null)
        const slot = canonicalSlot('tool_use', key, block)
        if (slot.wholeInput !== '') this.#awaitingInput = slot
        return slot
      }
      default:
        if (!isKnownRawBlock(block)) this.#context.warn('unknown content block', { block_type: block.type })
        return this.#openRaw(key, block)
    }
  }

  #openRaw(key: number, block: WireBlock): RawBlock {
    const raw = new RawBlock(this.#writer.size, block)
    if (isHostedCall(block)) {
      this.#hosted.set(stringOf(block.id), { key, block: hostedCall(block) })
      this.#host(block)
    } else if (isHostedResult(block)) {
      const call = this.#hosted.get(stringOf(block.tool_use_id)) ?? { key, block: callOfResult(block) }
      this.#writer.hosted(call.key, withResult(call.block, block))
    }
    return raw
  }

  /** The call as far as it is known: its input may come in pieces. */
  #host(block: WireBlock): void {
    const call = this.#hosted.get(stringOf(block.id))
    if (!call) return
    call.block = hostedCall(block)
    this.#writer.hosted(call.key, call.block)
  }

  /** Some hosts leave out the index: then it is the block that began last. */
  #find(index: unknown): Slot | undefined {
    return index === undefined ? this.#last : this.#byIndex.get(index)
  }

  /** Some hosts leave out the start of a text. */
  #adopt(index: unknown, delta: JsonObject): Slot | undefined {
    if (delta.type === 'text_delta') this.start(index, { type: 'text' })
    else if (delta.type === 'thinking_delta') this.start(index, { type: 'thinking' })
    else this.#context.warn('piece of an unknown content block', { delta_type: delta.type ?? null })
    return this.#find(index)
  }

  #canonicalDelta(slot: CanonicalSlot, delta: JsonObject): void {
    switch (delta.type) {
      case 'text_delta':
        this.#writer.text(slot.key, stringOf(delta.text))
        return
      case 'input_json_delta':
        if (this.#awaitingInput === slot && delta.partial_json !== '') this.#awaitingInput = null
        this.#writer.callInput(slot.key, stringOf(delta.partial_json))
        return
      case 'thinking_delta':
        this.#writer.thinking(slot.key, stringOf(delta.thinking))
        return
      case 'signature_delta':
        this.#writer.thinking(slot.key, '', stringOf(delta.signature) || undefined)
        return
      case 'citations_delta': {
        this.#writer.citation(slot.key, readCitation(delta.citation))
        const { citations } = slot.fields
        if (Array.isArray(citations)) citations.push(delta.citation ?? null)
        else slot.fields.citations = [delta.citation ?? null]
        return
      }
      default:
        this.#warnOfDelta(delta)
    }
  }

  #warnOfDelta(delta: JsonObject): void {
    this.#context.warn('unknown content block delta', { delta_type: delta.type ?? null })
  }

  #giveWholeInput(): void {
    const slot = this.#awaitingInput
    if (slot === null) return
    this.#awaitingInput = null
    this.#writer.callInput(slot.key, slot.wholeInput)
  }

  #fields(): BlockFields[] {
    const found: BlockFields[] = []
    for (const slot of this.#slots) {
      if (slot.kind === 'raw' || slot.kind === 'done' || Object.keys(slot.fields).length === 0) continue
      const index = this.#writer.indexOf(slot.key)
      if (index !== null) found.push({ index, fields: slot.fields })
    }
    return found
  }
}

function canonicalSlot(kind: CanonicalSlot['kind'], key: number, block: WireBlock): CanonicalSlot {
  // A null goes back as a null: what this wire said is not ours to judge.
  const fields = Object.fromEntries(Object.entries(block).filter(([field]) => !HELD[kind].includes(field)))
  return { kind, key, fields, wholeInput: kind === 'tool_use' ? inputText(block.input) : '' }
}

function inputText(input: JsonValue | undefined): string {
  if (typeof input === 'string') return input
  if (input === undefined || input === null || (isJsonObject(input) && Object.keys(input).length === 0)) return ''
  return JSON.stringify(input)
}
