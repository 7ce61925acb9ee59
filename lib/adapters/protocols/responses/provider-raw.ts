import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { Message } from '../../../canonical/message.ts'
import { statusOf } from '../../../canonical/message.ts'
import { isText } from '../../answer/wire-text.ts'
import type { Carried } from '../../protocol.ts'
import { FORMAT, isWireItem, type WireItem } from './wire.ts'

/** An item (or a part of a message) that the content does not hold; it stands before the content block of this index. */
export interface PlacedBlock {
  index: number
  block: WireItem
  /** Its readable text stands in thinking blocks; the parts that they say name them in `said_by`. */
  thinking?: true
  /** It is a part of the message with this number. */
  message?: number
  /** That message's own fields, for the part that opens it. */
  item?: JsonObject
}

/** What the content block of this index does not hold of its item. */
export interface BlockFields {
  index: number
  /** The item's own fields: type, id, status, phase. */
  item: JsonObject
  /** Texts with the same number are parts of one message. */
  message?: number
  /** The part without its text. */
  part?: JsonObject
  /** The arguments of a call, where they were written otherwise than we would, and the free text of a custom tool. */
  arguments?: string
}

/**
 * What only this wire knows about an answer (design §3.20). Both lists point into the canonical content, and neither
 * repeats what is in it: `{format, model, asked_model?, id?, …, usage?, blocks?: PlacedBlock[], fields?: BlockFields[]}`.
 */
export function writeProviderRaw(answer: {
  model: string
  askedModel: string
  head: JsonObject
  blocks: PlacedBlock[]
  fields: BlockFields[]
}): JsonObject {
  const { blocks, fields } = answer
  return {
    format: FORMAT,
    model: answer.model,
    asked_model: answer.askedModel,
    ...answer.head,
    ...(blocks.length > 0 ? { blocks: blocks.map((each) => ({ ...each })) } : {}),
    ...(fields.length > 0 ? { fields: fields.map((each) => ({ ...each })) } : {}),
  }
}

export interface ProviderRaw {
  blocks: PlacedBlock[]
  fields: ReadonlyMap<number, BlockFields>
}

/** Stored data is read with care: what is malformed is left out. */
export function readProviderRaw(raw: JsonObject): ProviderRaw {
  const blocks = listOf(raw.blocks).flatMap(({ index, block, thinking, message, item }): PlacedBlock[] => {
    if (typeof index !== 'number' || !isWireItem(block)) return []
    const place = { ...(typeof message === 'number' ? { message } : {}), ...(isJsonObject(item) ? { item } : {}) }
    return [{ index, block, ...(thinking === true ? { thinking } : {}), ...place }]
  })
  const fields = listOf(raw.fields).flatMap((entry): [number, BlockFields][] => {
    const { index, item, message, part, arguments: exact } = entry
    if (typeof index !== 'number' || !isJsonObject(item)) return []
    const found: BlockFields = { index, item }
    if (typeof message === 'number') found.message = message
    if (isJsonObject(part)) found.part = part
    if (typeof exact === 'string') found.arguments = exact
    return [[index, found]]
  })
  return { blocks, fields: new Map(fields) }
}

/**
 * What goes back of an answer beside its canonical content: of one that was interrupted, and of bare reasoning, nothing.
 * Reasoning is read where it is sealed, and not what people may read of it.
 */
export function carried(message: Message, raw: JsonObject | null): Carried {
  if (raw === null || statusOf(message) !== 'complete') return { beside: [], thoughts: false }
  const { blocks, fields } = readProviderRaw(raw)
  const beside = [
    ...blocks.flatMap(({ block }) => (block.type === 'reasoning' && !isText(block.encrypted_content) ? [] : block)),
    // What else an item has beside its words is for programs.
    ...[...fields.values()].flatMap(({ part }) => part?.annotations ?? []),
  ]
  return { beside, thoughts: false }
}

function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
