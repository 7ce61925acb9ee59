import type { JsonObject } from '../../../canonical/json.ts'
import { objectsIn } from '../../answer/hosted-tool.ts'
import { textOr } from '../../answer/wire-text.ts'
import { readAnnotation } from './hosted-tool.ts'
import type { Kept, OutputItem, Piece, Place } from './output-item.ts'
import { PartList } from './part-list.ts'
import { itemsOf, type WireItem, without } from './wire.ts'

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

function textOf(part: JsonObject): string {
  const known = readPart(part)
  return known ? textOr(part[known.field], '') : ''
}

/** A message: each part with text is a text block. */
export class MessageItem implements OutputItem {
  readonly type = 'message'
  readonly #place: Place
  readonly #parts: PartList<JsonObject>
  #head: JsonObject
  #isRefusal = false
  #key = ''

  constructor(place: Place, item: WireItem) {
    this.#place = place
    this.#parts = new PartList(place.writer, `${place.ordinal} text`)
    this.#head = {}
    this.finish(item)
  }

  get isRefusal(): boolean {
    return this.#isRefusal
  }

  piece({ kind, at, text, isWhole }: Piece): boolean {
    if (kind !== 'text' && kind !== 'refusal') return false
    const wire = { type: kind === 'text' ? 'output_text' : 'refusal' }
    const part = isWhole ? this.#parts.whole(at, text, wire) : this.#parts.at(at, wire)
    this.#key = part.key
    this.#say(part.key, kind, isWhole ? this.#parts.rest(part, text) : text)
    return true
  }

  more(text: string): void {
    this.#place.writer.text(this.#key, text)
  }

  part(at: number, wire: WireItem): void {
    this.#read(this.#parts.whole(at, textOf(wire), wire), wire)
  }

  annotation(at: number, annotation: JsonObject): void {
    const { key, wire } = this.#parts.at(at, { type: 'output_text' })
    this.#place.writer.citation(key, readAnnotation(annotation))
    wire.annotations = [...(Array.isArray(wire.annotations) ? wire.annotations : []), annotation]
  }

  finish(item: WireItem): void {
    this.#head = without(item, 'content')
    const { content } = item
    const wires = typeof content === 'string' ? [{ type: 'output_text', text: content }] : itemsOf(content)
    const parts = this.#parts.final(wires.map(textOf), {})
    for (const [at, wire] of wires.entries()) {
      const part = parts[at]
      if (part) this.#read(part, wire)
    }
  }

  kept(): Kept {
    const { writer, ordinal: message } = this.#place
    const kept: Kept = { blocks: [], fields: [] }
    // Of a message that was never told to be over: what goes back is no longer in progress.
    const item = this.#head.status === 'in_progress' ? without(this.#head, 'status') : this.#head
    let next = this.#place.index
    for (const { key, wire } of this.#parts.inOrder) {
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

  #read(part: ReturnType<PartList<JsonObject>['at']>, wire: WireItem): void {
    const known = readPart(wire)
    part.wire = known ? without(wire, known.field) : wire
    if (!known) return
    this.#say(part.key, known.kind, this.#parts.rest(part, textOf(wire)))
    const cited = objectsIn(wire.annotations).flatMap((each) => readAnnotation(each) ?? [])
    this.#place.writer.citations(part.key, cited)
  }

  #say(key: string, kind: 'text' | 'refusal', text: string): void {
    this.#place.writer.text(key, text)
    if (kind === 'refusal' && this.#place.writer.textOf(key) !== '') this.#isRefusal = true
  }
}
