import type { JsonObject } from '../../../canonical/json.ts'
import type { BlockWriter } from '../../answer/block-writer.ts'
import type { BlockFields, PlacedBlock } from './provider-raw.ts'
import type { WireItem } from './wire.ts'

/** Whose text a piece is: that of a message, its refusal, a summary of reasoning, reasoning itself, a call's input. */
export type PieceKind = 'text' | 'refusal' | 'summary' | 'reasoning' | 'input'

export interface Piece {
  kind: PieceKind
  /** Which part of its item it belongs to. */
  at: number
  text: string
  /** All of the part, said once more when it is over. */
  isWhole: boolean
}

/**
 * What the wire says at the end of a part counts more than its pieces, some of which a host may have left out: the rest of
 * the whole, where it goes on as the pieces began. What was shown already is not taken back.
 */
export function restOf(whole: string, said: string): string {
  return whole.startsWith(said) ? whole.slice(said.length) : ''
}

/** One element of `output`, put together from its pieces. */
export interface OutputItem {
  readonly type: string
  /** Writes a piece; false where this kind of item has no such pieces. */
  piece(piece: Piece): boolean
  /** Goes on with the last piece, which was not a whole one. */
  more(text: string): void
  /** The fields of a part as the wire says them. */
  part(at: number, part: WireItem): void
  annotation(at: number, annotation: JsonObject): void
  /** The item as the wire tells it at its end; what no piece has said yet is written now. */
  finish(item: WireItem): void
  /** What the canonical content does not hold of it. */
  kept(): Kept
}

export interface Kept {
  blocks: PlacedBlock[]
  fields: BlockFields[]
}

export const NOTHING_KEPT: Kept = { blocks: [], fields: [] }

/** Where an item of the wire is written. */
export interface Place {
  writer: BlockWriter
  /** The item's number in order of arrival. */
  ordinal: number
  /** How many content blocks stand before it. */
  index: number
}
