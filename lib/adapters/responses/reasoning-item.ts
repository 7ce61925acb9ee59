import type { JsonValue } from '../../canonical/json.ts'
import { textOr } from '../wire-text.ts'
import type { Kept, OutputItem, Piece, Place } from './output-item.ts'
import { NOTHING_KEPT, restOf } from './output-item.ts'
import { itemsOf, type WireItem, without } from './wire.ts'

/**
 * Reasoning: what it lets people read of it, summaries or the reasoning itself, is a thinking block per part. The item as
 * it stands at its end is kept, because only that goes back; before its end `encrypted_content` may be incomplete
 * (wire-rule 76).
 */
export class ReasoningItem implements OutputItem {
  readonly type = 'reasoning'
  readonly #place: Place
  #final: WireItem | null = null

  constructor(place: Place) {
    this.#place = place
  }

  piece({ kind, at, text, isWhole }: Piece): boolean {
    if (kind !== 'summary' && kind !== 'reasoning') return false
    const key = this.#key(kind, at)
    const { writer } = this.#place
    writer.thinking(key, isWhole ? restOf(text, writer.textOf(key)) : text)
    return true
  }

  part(): void {}

  annotation(): void {}

  finish(item: WireItem): void {
    this.#final = item
    for (const kind of ['summary', 'reasoning'] as const) {
      for (const [at, part] of itemsOf(item[FIELDS[kind]]).entries()) {
        this.piece({ kind, at, text: textOr(part.text, ''), isWhole: true })
      }
    }
  }

  kept(): Kept {
    if (this.#final === null) return NOTHING_KEPT
    const block = { ...this.#final }
    let isSaid = false
    for (const kind of ['summary', 'reasoning'] as const) {
      const parts = block[FIELDS[kind]]
      if (!Array.isArray(parts)) continue
      block[FIELDS[kind]] = itemsOf(parts).map((part, at): JsonValue => {
        const said_by = this.#place.writer.indexOf(this.#key(kind, at))
        if (said_by === null) return part
        isSaid = true
        return { ...without(part, 'text'), said_by }
      })
    }
    const { index } = this.#place
    return { blocks: [isSaid ? { index, block, thinking: true } : { index, block }], fields: [] }
  }

  #key(kind: 'summary' | 'reasoning', at: number): string {
    return `${this.#place.ordinal} ${kind} ${at}`
  }
}

const FIELDS = { summary: 'summary', reasoning: 'content' } as const
