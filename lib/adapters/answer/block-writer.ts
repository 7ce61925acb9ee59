import type { ContentBlock } from '../../canonical/block.ts'
import type { Citation, HostedToolBlock } from '../../canonical/hosted-tool.ts'
import type { StreamEvent } from '../../canonical/stream-event.ts'
import { finishToolInput } from '../../canonical/tool-input.ts'
import { placed } from './hosted-tool.ts'

/** Of one text: more marks than a reader follows, and a host may send them without end. */
const MOST_CITATIONS = 200

type Slot =
  | { kind: 'text'; index: number | null; text: string; citations: Citation[] }
  | { kind: 'thinking'; index: number | null; text: string; signature: string | undefined }
  | { kind: 'call'; index: number; id: string; name: string; providerId: string | null; fragments: string }
  | { kind: 'hosted'; index: number; block: HostedToolBlock }

/**
 * Turns "a piece of block k" into canonical events that keep the rules of order (contract §1), whatever order the wire
 * has: at most one block is open, opening one closes the one before, indices never fall and are positions in the final
 * content. A piece for a block that is closed already emits nothing and still reaches the final content; only what came of
 * a tool that the provider runs, and what a text stands on, is told of a closed block too.
 *
 * Keys are the machine's own names for blocks (a wire index, a counter). Every operation is O(1) in what came before.
 */
export class BlockWriter {
  readonly #newToolUseId: () => string
  readonly #slots = new Map<string | number, Slot>()
  /** Slots and finished blocks in the order of their index. */
  readonly #order: (Slot | ContentBlock)[] = []
  readonly #providerIds = new Map<string, string | null>()
  #open: { key: string | number; slot: Slot } | null = null
  #events: StreamEvent[] = []

  constructor(newToolUseId: () => string) {
    this.#newToolUseId = newToolUseId
  }

  /** The events since the last take. */
  take(): StreamEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  /** The key of the open block, where it is of this kind: what a wire without block indices appends to. */
  openKey(kind: Slot['kind']): string | number | undefined {
    return this.#open?.slot.kind === kind ? this.#open.key : undefined
  }

  text(key: string | number, piece: string): void {
    const slot = this.#slots.get(key) ?? this.#add(key, { kind: 'text', index: null, text: '', citations: [] })
    if (slot.kind !== 'text' || piece === '') return
    slot.text += piece
    if (this.#reach(key, slot)) this.#events.push({ type: 'text.delta', content_block_index: slot.index, text: piece })
  }

  thinking(key: string | number, piece: string, signature?: string): void {
    const slot =
      this.#slots.get(key) ?? this.#add(key, { kind: 'thinking', index: null, text: '', signature: undefined })
    if (slot.kind !== 'thinking' || (piece === '' && signature === undefined)) return
    slot.text += piece
    if (signature !== undefined) slot.signature = (slot.signature ?? '') + signature
    if (!this.#reach(key, slot)) return
    const event: StreamEvent = { type: 'thinking.delta', content_block_index: slot.index, text: piece }
    this.#events.push(signature === undefined ? event : { ...event, signature: slot.signature })
  }

  /** What the text stands on: told when the text is over, for its positions are those of all of it. Null cites nothing. */
  citation(key: string | number, cited: Citation | null): void {
    const slot = this.#slots.get(key)
    if (slot?.kind !== 'text' || cited === null || slot.citations.length >= MOST_CITATIONS) return
    slot.citations.push(cited)
    if (slot.index !== null && this.#open?.slot !== slot) this.#cite(slot.index, cited, slot.text)
  }

  #cite(content_block_index: number, cited: Citation, text: string): void {
    this.#events.push({ type: 'text.citation', content_block_index, citation: placed(cited, text) })
  }

  /** In place of those that were told before: what the wire says at the end of a text is all there is. */
  citations(key: string | number, all: readonly Citation[]): void {
    const slot = this.#slots.get(key)
    if (slot?.kind === 'text' && all.length > 0) slot.citations = all.slice(0, MOST_CITATIONS)
  }

  /** A call that the provider runs itself, as it stands now: what came of it may be told when others have begun. */
  hosted(key: string | number, block: HostedToolBlock): void {
    let slot = this.#slots.get(key)
    if (!slot) {
      this.#closeOpen()
      slot = { kind: 'hosted', index: this.#order.length, block }
      this.#slots.set(key, slot)
      this.#order.push(slot)
      this.#open = { key, slot }
    } else if (slot.kind !== 'hosted') {
      return
    }
    slot.block = block
    this.#events.push({ type: 'hosted_tool.update', content_block_index: slot.index, block })
  }

  /** Opens a call. A machine waits for the name before it calls this. */
  call(key: string | number, name: string, providerId: string | null): void {
    if (this.#slots.has(key)) return
    this.#closeOpen()
    const id = this.#newToolUseId()
    const slot: Slot = { kind: 'call', index: this.#order.length, id, name, providerId, fragments: '' }
    this.#slots.set(key, slot)
    this.#order.push(slot)
    this.#providerIds.set(id, providerId)
    this.#open = { key, slot }
    this.#events.push({
      type: 'tool.use_start',
      content_block_index: slot.index,
      tool_use_id: id,
      tool_name: name,
      provider_id: providerId,
    })
  }

  /** The fragment exactly as the wire had it (provider-adapter-contract §5.5). */
  callInput(key: string | number, fragment: string): void {
    const slot = this.#slots.get(key)
    if (slot?.kind !== 'call' || fragment === '') return
    slot.fragments += fragment
    if (this.#open?.slot !== slot) return
    this.#events.push({
      type: 'tool.use_input_delta',
      content_block_index: slot.index,
      tool_use_id: slot.id,
      partial_json: fragment,
    })
  }

  /** A block that streams nothing, such as redacted thinking: it stands in the final content only. */
  silent(block: ContentBlock): void {
    this.#closeOpen()
    this.#order.push(block)
  }

  close(key: string | number): void {
    if (this.#open?.key === key) this.#closeOpen()
  }

  closeAll(): void {
    this.#closeOpen()
  }

  /** How many blocks have their place in the content by now. */
  get size(): number {
    return this.#order.length
  }

  /** Where the block stands in the content; `null` while no piece of it has come. */
  indexOf(key: string | number): number | null {
    return this.#slots.get(key)?.index ?? null
  }

  /** What a block of text or thinking says so far. */
  textOf(key: string | number): string {
    const slot = this.#slots.get(key)
    return slot?.kind === 'text' || slot?.kind === 'thinking' ? slot.text : ''
  }

  /** The content so far, in order; every piece that arrived is in it. */
  content(): ContentBlock[] {
    return this.#order.map((entry) => ('kind' in entry ? toBlock(entry) : entry))
  }

  /** The provider's id of each call, by canonical id. */
  get providerIds(): ReadonlyMap<string, string | null> {
    return this.#providerIds
  }

  #add(key: string | number, slot: Slot): Slot {
    this.#slots.set(key, slot)
    return slot
  }

  /** Whether a piece of this slot can be emitted now; gives the slot its place at its first piece. */
  #reach<S extends Slot>(key: string | number, slot: S): slot is S & { index: number } {
    if (slot.index === null) {
      this.#closeOpen()
      slot.index = this.#order.length
      this.#order.push(slot)
      this.#open = { key, slot }
    }
    return this.#open?.slot === slot
  }

  #closeOpen(): void {
    const slot = this.#open?.slot
    this.#open = null
    if (slot?.kind === 'text' && slot.index !== null) {
      for (const each of slot.citations) this.#cite(slot.index, each, slot.text)
    }
    if (slot?.kind !== 'call') return
    const { input, raw_input } = finishToolInput(slot.fragments)
    const event: StreamEvent = {
      type: 'tool.use_end',
      content_block_index: slot.index,
      tool_use_id: slot.id,
      final_input: input,
    }
    this.#events.push(raw_input === undefined ? event : { ...event, raw_input })
  }
}

function toBlock(slot: Slot): ContentBlock {
  switch (slot.kind) {
    case 'text': {
      const citations = slot.citations.map((each) => placed(each, slot.text))
      return { type: 'text', text: slot.text, ...(citations.length > 0 ? { citations } : {}) }
    }
    case 'thinking':
      return slot.signature === undefined
        ? { type: 'thinking', text: slot.text }
        : { type: 'thinking', text: slot.text, signature: slot.signature }
    case 'call':
      return { type: 'tool_use', id: slot.id, name: slot.name, ...finishToolInput(slot.fragments) }
    case 'hosted':
      return slot.block
  }
}
