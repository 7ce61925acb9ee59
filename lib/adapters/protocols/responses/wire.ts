import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'

/** Names this wire format in `provider_raw` and in the check who produced a thinking block. */
export const FORMAT = 'openai.responses'

/** An element of `input` or `output`, or a part of one. Hosts know more fields than OpenAI does: they are kept as they come. */
export type WireItem = JsonObject & { type: string }

export function isWireItem(value: unknown): value is WireItem {
  return isJsonObject(value) && typeof value.type === 'string'
}

export function itemsOf(value: JsonValue | undefined): WireItem[] {
  return Array.isArray(value) ? value.filter(isWireItem) : []
}

/** The item without these fields. */
export function without(item: JsonObject, ...fields: string[]): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([field]) => !fields.includes(field)))
}
