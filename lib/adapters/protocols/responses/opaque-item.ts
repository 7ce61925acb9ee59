import { hostedItem, isHostedItem } from './hosted-tool.ts'
import type { Kept, OutputItem, Piece, Place } from './output-item.ts'
import { NOTHING_KEPT } from './output-item.ts'
import type { WireItem } from './wire.ts'

/** Tools that the provider runs come as `…_call`, some with an item for what came of it; these beside them. */
const KNOWN: ReadonlySet<string> = new Set(['mcp_list_tools', 'mcp_approval_request', 'compaction'])

export function isKnownOpaque({ type }: WireItem): boolean {
  return /_(call|output)$/.test(type) || KNOWN.has(type)
}

/** An item that only this wire has: kept as it stands at its end. What ran at the provider is told in neutral words too. */
export class OpaqueItem implements OutputItem {
  readonly type: string
  readonly #place: Place
  #final: WireItem | null = null

  constructor(place: Place, item: WireItem) {
    this.type = item.type
    this.#place = place
    if (isHostedItem(item)) this.#tell(item, false)
  }

  /** The input of a call that ran there stands in the item at its end. */
  piece({ kind }: Piece): boolean {
    return kind === 'input'
  }

  more(): void {}

  part(): void {}

  annotation(): void {}

  finish(item: WireItem): void {
    this.#final = item
    if (isHostedItem(item)) this.#tell(item, true)
  }

  kept(): Kept {
    return this.#final === null
      ? NOTHING_KEPT
      : { blocks: [{ index: this.#place.index, block: this.#final }], fields: [] }
  }

  #tell(item: WireItem, isDone: boolean): void {
    this.#place.writer.hosted(`${this.#place.ordinal} hosted`, hostedItem(item, isDone))
  }
}
