import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { Message } from '../../../canonical/message.ts'
import type { Carried } from '../../protocol.ts'
import type { WireBlock } from './wire.ts'
import { FORMAT, isWireBlock, restOf } from './wire.ts'

/** A wire block that the canonical content does not hold; it stands before the content block of this index. */
export interface PlacedBlock {
  index: number
  block: WireBlock
}

/** Fields of the content block of this index that the canonical form does not have. */
export interface BlockFields {
  index: number
  fields: JsonObject
}

/**
 * What only this wire knows about an answer (design §3.20). Both lists point into the canonical content, and neither
 * repeats what is in it:
 *
 * `{format, model, asked_model?, id?, stop_reason?, container?, …, usage?, blocks?: [{index, block}], fields?: [{index, fields}]}`
 */
export function writeProviderRaw(answer: {
  head: JsonObject
  /** Named where another model answered than the one asked for: an alias, or a router's choice. */
  askedModel: string | null
  usage: JsonObject
  /** What was noted of the request. */
  sent: JsonObject
  blocks: PlacedBlock[]
  fields: BlockFields[]
}): JsonObject {
  const raw: JsonObject = { format: FORMAT, model: answer.head.model ?? null }
  if (answer.askedModel !== null) raw.asked_model = answer.askedModel
  Object.assign(raw, restOf(answer.head, ['type', 'role', 'model']))
  if (Object.keys(answer.usage).length > 0) raw.usage = answer.usage
  Object.assign(raw, answer.sent)
  if (answer.blocks.length > 0) raw.blocks = answer.blocks.map(({ index, block }) => ({ index, block }))
  if (answer.fields.length > 0) raw.fields = answer.fields.map(({ index, fields }) => ({ index, fields }))
  return raw
}

export interface ProviderRaw {
  blocks: PlacedBlock[]
  fields: ReadonlyMap<number, JsonObject>
  /** Where server-side tools left their files; named again, the next answer finds them. */
  container: string | null
}

/** Stored data is read with care: what is malformed is left out. */
export function readProviderRaw(raw: JsonObject): ProviderRaw {
  const container = isJsonObject(raw.container) ? raw.container.id : undefined
  return {
    blocks: listOf(raw.blocks).flatMap(({ index, block }) =>
      typeof index === 'number' && isWireBlock(block) ? [{ index, block }] : [],
    ),
    fields: new Map(
      listOf(raw.fields).flatMap(({ index, fields }) =>
        typeof index === 'number' && isJsonObject(fields) ? [[index, fields] as const] : [],
      ),
    ),
    container: typeof container === 'string' ? container : null,
  }
}

/** What goes back of an answer: its content, and what that has no place for. */
export function carried(_message: Message, raw: JsonObject | null): Carried {
  if (raw === null) return { beside: [], thoughts: true }
  const { blocks, fields } = readProviderRaw(raw)
  return { beside: [...blocks.map(({ block }) => block), ...fields.values()], thoughts: true }
}

function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
