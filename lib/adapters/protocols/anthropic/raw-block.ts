import type { JsonObject } from '../../../canonical/json.ts'
import { finishToolInput } from '../../../canonical/tool-input.ts'
import type { PlacedBlock } from './provider-raw.ts'
import type { WireBlock } from './wire.ts'
import { stringOf } from './wire.ts'

/** Server-side tools come as `…_tool_use` and `…_tool_result`; these beside them. */
const KNOWN: ReadonlySet<string> = new Set(['container_upload', 'compaction', 'document', 'search_result'])

export function isKnownRawBlock({ type }: WireBlock): boolean {
  return /tool_(use|result)$/.test(type) || KNOWN.has(type)
}

/** A block that the canonical form does not have, put together from its pieces so that it can go back as it came. */
export class RawBlock {
  readonly kind = 'raw'
  /** How many canonical blocks stand before it. */
  readonly index: number
  readonly block: WireBlock
  #fragments = ''
  #state: 'open' | 'whole' | 'spoiled' = 'open'

  constructor(index: number, block: WireBlock) {
    this.index = index
    this.block = { ...block }
  }

  /** False for a piece that cannot be understood: the block is then unfit to be sent back. */
  delta(delta: JsonObject): boolean {
    if (delta.type === 'input_json_delta') {
      this.#fragments += stringOf(delta.partial_json)
      return true
    }
    if (delta.type === 'compaction_delta') {
      this.block.content = stringOf(this.block.content) + stringOf(delta.content)
      return true
    }
    this.#state = 'spoiled'
    return false
  }

  stop(): void {
    if (this.#state !== 'open') return
    const { input, raw_input } = finishToolInput(this.#fragments)
    if (this.#fragments !== '') this.block.input = input
    this.#state = raw_input === undefined ? 'whole' : 'spoiled'
  }

  get isWhole(): boolean {
    return this.#state === 'whole'
  }
}

/** What can go back: whole blocks, and of an answer that was cut off only those calls that got their result. */
export function placedBlocks(raw: readonly RawBlock[], isCutOff: boolean): PlacedBlock[] {
  if (!isCutOff) for (const each of raw) each.stop()
  const whole = raw.filter((each) => each.isWhole)
  const answered = new Set(whole.map(({ block }) => block.tool_use_id))
  return whole
    .filter(({ block }) => !isCutOff || !block.type.endsWith('tool_use') || answered.has(block.id))
    .map(({ index, block }) => ({ index, block }))
}
