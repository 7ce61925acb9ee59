import type { JsonValue } from '../../../canonical/json.ts'
import { textOr } from '../../answer/wire-text.ts'
import type { Kept, OutputItem, Piece, Place } from './output-item.ts'
import { NOTHING_KEPT } from './output-item.ts'
import { PartList } from './part-list.ts'
import { itemsOf, type WireItem, without } from './wire.ts'

const FIELDS = { summary: 'summary', reasoning: 'content' } as const

const KINDS = ['summary', 'reasoning'] as const

/**
 * Reasoning: what it lets people read of it, summaries or the reasoning itself, is a thinking block per part. The item as
 * it stands at its end is kept, because only that goes back; before its end `encrypted_content` may be incomplete
 * (wire-rule 76).
 */
export class ReasoningItem implements OutputItem {
  readonly type = 'reasoning'
  readonly #place: Place
  readonly #lists: Record<keyof typeof FIELDS, PartList<null>>
  #final: WireItem | null = null
  #key = ''
  /** The writer's keys of its final parts. */
  readonly #keys: Record<keyof typeof FIELDS, string[]> = { summary: [], reasoning: [] }

  constructor(place: Place) {
    this.#place = place
    this.#lists = {
      summary: new PartList(place.writer, `${place.ordinal} summary`),
      reasoning: new PartList(place.writer, `${place.ordinal} reasoning`),
    }
  }

  piece({ kind, at, text, isWhole }: Piece): boolean {
    if (kind !== 'summary' && kind !== 'reasoning') return false
    const list = this.#lists[kind]
    const part = isWhole ? list.whole(at, text, null) : list.at(at, null)
    this.#key = part.key
    this.#place.writer.thinking(part.key, isWhole ? list.rest(part, text) : text)
    return true
  }

  more(text: string): void {
    this.#place.writer.thinking(this.#key, text)
  }

  part(): void {}

  annotation(): void {}

  finish(item: WireItem): void {
    this.#final = item
    for (const kind of KINDS) this.#keys[kind] = this.#readFinal(kind, item)
  }

  kept(): Kept {
    if (this.#final === null) return NOTHING_KEPT
    const block = { ...this.#final }
    let isSaid = false
    for (const kind of KINDS) {
      const parts = block[FIELDS[kind]]
      if (!Array.isArray(parts)) continue
      block[FIELDS[kind]] = itemsOf(parts).map((part, at): JsonValue => {
        const said_by = this.#place.writer.indexOf(this.#keys[kind][at] ?? '')
        if (said_by === null) return part
        isSaid = true
        return { ...without(part, 'text'), said_by }
      })
    }
    const { index } = this.#place
    return { blocks: [isSaid ? { index, block, thinking: true } : { index, block }], fields: [] }
  }

  /** Writes what the pieces left out; the key of each part. */
  #readFinal(kind: keyof typeof FIELDS, item: WireItem): string[] {
    const list = this.#lists[kind]
    const texts = itemsOf(item[FIELDS[kind]]).map(({ text }) => textOr(text, ''))
    return list.final(texts, null).map((part, at) => {
      this.#place.writer.thinking(part.key, list.rest(part, texts[at] ?? ''))
      return part.key
    })
  }
}
