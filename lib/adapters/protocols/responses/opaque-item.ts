import type { Kept, OutputItem, Piece, Place } from './output-item.ts'
import { NOTHING_KEPT } from './output-item.ts'
import type { WireItem } from './wire.ts'

/** Tools that the provider runs come as `…_call`, some with an item for what came of it; these beside them. */
const KNOWN: ReadonlySet<string> = new Set(['mcp_list_tools', 'mcp_approval_request', 'compaction'])

export function isKnownOpaque({ type }: WireItem): boolean {
  return /_(call|output)$/.test(type) || KNOWN.has(type)
}

/** An item that the canonical form does not have: kept as it stands at its end. */
export class OpaqueItem implements OutputItem {
  readonly type: string
  readonly #index: number
  #final: WireItem | null = null

  constructor({ index }: Place, { type }: WireItem) {
    this.type = type
    this.#index = index
  }

  /** The input of a call that ran there stands in the item at its end. */
  piece({ kind }: Piece): boolean {
    return kind === 'input'
  }

  part(): void {}

  annotation(): void {}

  finish(item: WireItem): void {
    this.#final = item
  }

  kept(): Kept {
    return this.#final === null ? NOTHING_KEPT : { blocks: [{ index: this.#index, block: this.#final }], fields: [] }
  }
}
