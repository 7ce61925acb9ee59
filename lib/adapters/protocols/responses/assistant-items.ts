import { assertNever } from '../../../assert-never.ts'
import type { ContentBlock, ImageBlock, ToolUseBlock } from '../../../canonical/block.ts'
import type { JsonObject } from '../../../canonical/json.ts'
import type { Message } from '../../../canonical/message.ts'
import { statusOf } from '../../../canonical/message.ts'
import { isText } from '../../answer/wire-text.ts'
import { saysTheSame, soundCall } from '../../history/call-arguments.ts'
import { wireToolName } from '../../history/openai-tool-name.ts'
import { ownRaw } from '../../history/producer.ts'
import { mendJson } from '../../history/repair/well-formed.ts'
import { type StoredContent, storedIndex } from '../../history/stored-content.ts'
import type { Target } from '../../protocol.ts'
import { ranThere } from './call-item.ts'
import { isLegalItemId } from './item-id.ts'
import { type BlockFields, type PlacedBlock, type ProviderRaw, readProviderRaw } from './provider-raw.ts'
import { itemsOf, type WireItem, without } from './wire.ts'

export interface AssistantContext {
  target: Target
  wireId: (canonicalId: string) => string
  stored: StoredContent
  /** Calls that went out as those of a custom tool: their results must say so too. */
  customCalls: Set<string>
  /** Item ids that the request has already, with the message that brought them: one twice is refused. */
  itemIds: Map<string, string>
}

const NOTHING: ProviderRaw = { blocks: [], fields: new Map() }

/**
 * An answer as items of the input: to its own model as it came, with what only its wire knows in its old place
 * (design §3.20), to any other as plain messages and calls without item ids (wire-rule 79). Of an answer that was
 * interrupted only these are sound. Pictures have no place in an assistant's message and come out beside it.
 */
export function assistantItems(
  message: Message,
  context: AssistantContext,
): { items: WireItem[]; pictures: ImageBlock[] } {
  const own = ownRaw(message, context.target)
  const raw = own === null ? NOTHING : readProviderRaw(own)
  const isWhole = statusOf(message) === 'complete'
  const replay = new Replay(message, isWhole ? raw : NOTHING, context)
  if (!isWhole) for (const each of raw.blocks) replay.drop(each, 'the answer was interrupted')
  for (const block of message.content) replay.add(block)
  return replay.end()
}

class Replay {
  readonly #message: Message
  readonly #context: AssistantContext
  readonly #stored: readonly ContentBlock[]
  readonly #fields: ProviderRaw['fields']
  readonly #blocks: readonly PlacedBlock[]
  readonly #pending: PlacedBlock[]
  readonly #said: ReadonlySet<number>
  readonly #items: { item: WireItem; placed: PlacedBlock | null }[] = []
  readonly #pictures: ImageBlock[] = []
  /** The message that takes the next part: its number in the answer, `plain` for one that we make up. */
  #open: { of: number | 'plain'; content: WireItem[] } | null = null
  /** Reasoning was left out: what followed it may not be named by its id any more. */
  #isUnpaired = false

  constructor(message: Message, { blocks, fields }: ProviderRaw, context: AssistantContext) {
    this.#message = message
    this.#context = context
    this.#stored = context.stored(message)
    this.#fields = fields
    this.#blocks = blocks
    this.#pending = blocks.toSorted((a, b) => a.index - b.index)
    this.#said = new Set(blocks.flatMap(saidBy))
  }

  add(block: ContentBlock): void {
    const index = storedIndex(this.#stored, block)
    if (index !== null) this.#place(index)
    const fields = index === null ? undefined : this.#fields.get(index)
    switch (block.type) {
      case 'text':
        this.#part(fields?.message ?? 'plain', textPart(block.text, fields?.part), fields?.item)
        return
      case 'tool_use':
        this.#push(this.#call(block, fields))
        return
      case 'thinking':
      case 'redacted_thinking':
        if (index === null || !this.#said.has(index))
          this.#project(block.type, 'dropped', 'it is part of no reasoning item')
        return
      case 'image':
        this.#pictures.push(block)
        return
      case 'document':
      case 'tool_result':
      case 'hosted_tool':
        // Clean history has no result here; of a tool that ran at the provider its items have gone back.
        return
      default:
        assertNever(block)
    }
  }

  end(): { items: WireItem[]; pictures: ImageBlock[] } {
    this.#place(Number.POSITIVE_INFINITY)
    // "Item 'rs_…' of type 'reasoning' was provided without its required following item" (wire-rule 78).
    for (let last = this.#items.at(-1); last?.placed && last.item.type === 'reasoning'; last = this.#items.at(-1)) {
      this.#items.pop()
      this.drop(last.placed, 'nothing followed the reasoning')
    }
    return { items: this.#items.map(({ item }) => item), pictures: this.#pictures }
  }

  drop(placed: PlacedBlock, reason: string): void {
    if (!placed.thinking) this.#project(placed.block.type, 'dropped', reason)
    for (const _each of saidBy(placed)) this.#project('thinking', 'dropped', reason)
  }

  /** The items that stand before the content block of this index. */
  #place(index: number): void {
    for (let next = this.#pending[0]; next !== undefined && next.index <= index; next = this.#pending[0]) {
      this.#pending.shift()
      if (next.message !== undefined) this.#part(next.message, next.block, next.item)
      else if (next.block.type === 'reasoning') this.#reasoning(next)
      else if (this.#awaitsUs(next.block)) this.drop(next, 'it is a call to us that was never answered')
      else this.#push(this.#unrepeated(mendJson(next.block) as WireItem), next)
    }
  }

  /** Nothing is stored at the provider: what it did not encrypt, it would not find again (wire-rule 77). */
  #reasoning(placed: PlacedBlock): void {
    if (!isText(placed.block.encrypted_content)) {
      this.#isUnpaired = true
      this.drop(placed, 'reasoning without encrypted content is refused')
      return
    }
    const said = (field: 'summary' | 'content'): JsonObject =>
      Array.isArray(placed.block[field])
        ? { [field]: itemsOf(placed.block[field]).flatMap((part) => this.#withText(part)) }
        : {}
    this.#push(this.#unrepeated({ ...placed.block, ...said('summary'), ...said('content') }), placed)
  }

  /** A part that was said by a block which is no longer there is left out. */
  #withText(part: WireItem): WireItem[] {
    if (typeof part.said_by !== 'number') return [part]
    const block = this.#stored[part.said_by]
    if (block?.type !== 'thinking') return []
    return [{ ...without(part, 'said_by'), type: part.type, text: block.text.toWellFormed() }]
  }

  /** A tool that would have to run here, such as a computer's screen: a call of it without its output is refused. */
  #awaitsUs(item: WireItem): boolean {
    const { type, call_id } = item
    if (!isText(call_id) || !type.endsWith('_call') || ranThere(item)) return false
    return !this.#blocks.some(({ block }) => block.type.endsWith('_output') && block.call_id === call_id)
  }

  #part(of: number | 'plain', part: WireItem, head: JsonObject = {}): void {
    if (this.#open?.of !== of) {
      const content: WireItem[] = []
      this.#push({ ...this.#named(head, 'message'), type: 'message', role: 'assistant', content })
      this.#open = { of, content }
    }
    this.#open?.content.push(part)
  }

  #call(call: ToolUseBlock, fields: BlockFields | undefined): WireItem {
    const call_id = this.#context.wireId(call.id)
    const exact = fields?.arguments !== undefined && saysTheSame(fields.arguments, call) ? fields.arguments : null
    const type = fields?.item.type === 'custom_tool_call' && exact !== null ? 'custom_tool_call' : 'function_call'
    const { target } = this.#context
    const takesText = type === 'custom_tool_call' || target.options.invalid_arguments === 'verbatim'
    const sound = soundCall(call, this.#message, target, { wireName: wireToolName, takesText })
    const head = { ...this.#named(fields?.item ?? {}, type), type, call_id, name: sound.name }
    if (type === 'function_call') {
      const mayRepeat = exact !== null && (takesText || call.raw_input === undefined)
      return { ...head, arguments: mayRepeat ? exact : sound.arguments }
    }
    this.#context.customCalls.add(call.id)
    return { ...head, input: exact }
  }

  /** Its own fields, the id only where it is legal, new, and still next to the reasoning that led to it. */
  #named(head: JsonObject, type: string): JsonObject {
    const { id } = head
    const { itemIds } = this.#context
    if (!isText(id) || this.#isUnpaired || !isLegalItemId(id, type) || itemIds.has(id)) return without(head, 'id')
    itemIds.set(id, this.#message.id)
    return head
  }

  /** Within one answer some hosts repeat an id, and want it so; from one answer to the next it is a mistake. */
  #unrepeated(item: WireItem): WireItem {
    const { id, type } = item
    if (!isText(id)) return item
    const { itemIds } = this.#context
    const owner = itemIds.get(id) ?? this.#message.id
    itemIds.set(id, owner)
    return owner === this.#message.id ? item : { ...without(item, 'id'), type }
  }

  #push(item: WireItem, placed: PlacedBlock | null = null): void {
    this.#open = null
    this.#items.push({ item, placed })
  }

  #project(block_type: string, action: 'dropped' | 'repaired', reason: string): void {
    this.#context.target.project({ message_id: this.#message.id, block_type, action, reason })
  }
}

/** Of a part of its own, no more than the host said; any other has the annotations that OpenAI demands. */
function textPart(text: string, part: JsonObject = {}): WireItem {
  const { type } = part
  if (!isText(type)) return { annotations: [], ...part, type: 'output_text', text }
  return type === 'refusal' ? { ...part, type, refusal: text } : { ...part, type, text }
}

/** The content blocks that say what the item says. */
function saidBy({ block }: PlacedBlock): number[] {
  return [...itemsOf(block.summary), ...itemsOf(block.content)].flatMap(({ said_by }) =>
    typeof said_by === 'number' ? [said_by] : [],
  )
}
