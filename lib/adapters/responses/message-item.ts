import type { JsonObject } from '../../canonical/json.ts'
import { textOr } from '../wire-text.ts'
import { type Kept, type OutputItem, type Piece, type Place, restOf } from './output-item.ts'
import { itemsOf, type WireItem, without } from './wire.ts'

interface Part {
  key: string
  wire: JsonObject
}

/** What a reader gets of a part: hosts name the text in more than one way. */
function readPart(part: JsonObject): { kind: 'text' | 'refusal'; field: 'text' | 'refusal' } | null {
  switch (part.type) {
    case 'output_text':
    case 'text':
      return { kind: 'text', field: 'text' }
    case 'refusal':
      return { kind: 'refusal', field: 'refusal' }
    default:
      return null
  }
}

/** A message: each part with text is a text block. */
export class MessageItem implements OutputItem {
  readonly type = 'message'
  readonly #place: Place
  readonly #parts = new Map<number, Part>()
  #head: JsonObject
  #isRefusal = false

  constructor(place: Place, item: WireItem) {
    this.#place = place
    this.#head = without(item, 'content')
    this.#readContent(item)
  }

  get isRefusal(): boolean {
    return this.#isRefusal
  }

  piece({ kind, at, text, isWhole }: Piece): boolean {
    if (kind !== 'text' && kind !== 'refusal') return false
    const { key } = this.#part(at, { type: kind === 'text' ? 'output_text' : 'refusal' })
    const { writer } = this.#place
    writer.text(key, isWhole ? restOf(text, writer.textOf(key)) : text)
    if (kind === 'refusal' && text !== '') this.#isRefusal = true
    return true
  }

  part(at: number, part: WireItem): void {
    const known = readPart(part)
    const found = this.#part(at, part)
    found.wire = known ? without(part, known.field) : part
    if (known) this.piece({ kind: known.kind, at, text: textOr(part[known.field], ''), isWhole: true })
  }

  annotation(at: number, annotation: JsonObject): void {
    const { wire } = this.#part(at, { type: 'output_text' })
    wire.annotations = [...(Array.isArray(wire.annotations) ? wire.annotations : []), annotation]
  }

  finish(item: WireItem): void {
    this.#head = without(item, 'content')
    this.#readContent(item)
  }

  kept(): Kept {
    const { writer, ordinal: message } = this.#place
    const kept: Kept = { blocks: [], fields: [] }
    // Of a message that was never told to be over: what goes back is no longer in progress.
    const item = this.#head.status === 'in_progress' ? without(this.#head, 'status') : this.#head
    let next = this.#place.index
    for (const [, { key, wire }] of [...this.#parts].sort(([a], [b]) => a - b)) {
      const index = writer.indexOf(key)
      if (index !== null) {
        kept.fields.push({ index, item, message, part: wire })
        next = index + 1
      } else if (readPart(wire) === null) {
        const isFirst = kept.fields.length === 0 && kept.blocks.length === 0
        kept.blocks.push({ index: next, block: wire as WireItem, message, ...(isFirst ? { item } : {}) })
      }
    }
    return kept
  }

  #readContent({ content }: WireItem): void {
    const parts = typeof content === 'string' ? [{ type: 'output_text', text: content }] : itemsOf(content)
    for (const [at, part] of parts.entries()) this.part(at, part)
  }

  #part(at: number, wire: JsonObject): Part {
    let part = this.#parts.get(at)
    if (!part) {
      part = { key: `${this.#place.ordinal} text ${at}`, wire: without(wire, 'text', 'refusal') }
      this.#parts.set(at, part)
    }
    return part
  }
}
