import { finishToolInput } from '../../../canonical/tool-input.ts'
import { isText, textOr } from '../../answer/wire-text.ts'
import { argumentsOf } from '../../history/call-arguments.ts'
import type { Kept, OutputItem, Piece, Place } from './output-item.ts'
import { NOTHING_KEPT, restOf } from './output-item.ts'
import { type WireItem, without } from './wire.ts'

export function isCall(item: WireItem): boolean {
  return item.type === 'function_call' || (item.type === 'custom_tool_call' && !ranThere(item))
}

/** xAI's own search comes as calls of custom tools, under names and ids of their own: it was run there (wire-rule 125). */
export function ranThere({ type, name, call_id }: WireItem): boolean {
  if (type !== 'custom_tool_call') return false
  return (isText(call_id) && call_id.startsWith('xs_call')) || (isText(name) && OF_XAI.test(name))
}

/** x_search, and the steps it consists of: x_keyword_search, x_semantic_search, x_user_search, x_thread_fetch. */
const OF_XAI = /^x_(\w+_)?(search|fetch)$|^view_(image|x_video)$/

/** A call that we are to answer. `call_id` links it to its result; `id` is the item's own and never takes its place. */
export class CallItem implements OutputItem {
  readonly type: string
  readonly #place: Place
  readonly #key: string
  #item: WireItem
  #input = ''
  #isStarted = false

  constructor(place: Place, item: WireItem) {
    this.type = item.type
    this.#place = place
    this.#key = `${place.ordinal} call`
    this.#item = item
    if (isText(item.name)) this.#start()
  }

  piece({ kind, text, isWhole }: Piece): boolean {
    if (kind !== 'input') return false
    this.#write(isWhole ? restOf(text, this.#input) : text)
    return true
  }

  more(text: string): void {
    this.#write(text)
  }

  part(): void {}

  annotation(): void {}

  finish(item: WireItem): void {
    this.#item = { ...this.#item, ...item, type: this.type }
    this.#start()
    this.#write(restOf(this.#whole(), this.#input))
    this.#place.writer.close(this.#key)
  }

  /** For an answer that ends before the item does. */
  settle(): void {
    if (!this.#isStarted && this.#input !== '') this.#start()
    if (this.#input === '') this.#write(this.#whole())
  }

  kept(): Kept {
    const index = this.#place.writer.indexOf(this.#key)
    if (index === null) return NOTHING_KEPT
    const { status } = this.#item
    const held = ['call_id', 'name', 'arguments', 'input', ...(status === 'in_progress' ? ['status'] : [])]
    const item = without(this.#item, ...held)
    const isExact = this.type === 'custom_tool_call' || this.#input !== argumentsOf(finishToolInput(this.#input))
    const exact = isExact && (this.#input !== '' || this.type === 'custom_tool_call')
    return { blocks: [], fields: [{ index, item, ...(exact ? { arguments: this.#input } : {}) }] }
  }

  /** Some hosts say the arguments with the item and stream none, or as an object already parsed. */
  #whole(): string {
    const input = this.type === 'custom_tool_call' ? this.#item.input : this.#item.arguments
    return input === undefined || input === null || typeof input === 'string'
      ? textOr(input, '')
      : JSON.stringify(input)
  }

  #start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    const { name, call_id, id } = this.#item
    const link = [call_id, id].find(isText) ?? null
    this.#place.writer.call(this.#key, textOr(name, ''), link)
    this.#place.writer.callInput(this.#key, this.#input)
  }

  #write(fragment: string): void {
    this.#input += fragment
    if (this.#isStarted) this.#place.writer.callInput(this.#key, fragment)
  }
}
