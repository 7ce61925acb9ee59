import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'

/** Names this wire format in `provider_raw` and in the check who produced a thinking block. */
export const FORMAT = 'anthropic.messages'

/** A content block as the wire has it. What is not named here is kept as it came. */
export type WireBlock = JsonObject & { type: string }

export function isWireBlock(value: unknown): value is WireBlock {
  return isJsonObject(value) && typeof value.type === 'string'
}

export const isThinking = (block: WireBlock): boolean => block.type === 'thinking' || block.type === 'redacted_thinking'

export interface WireMessage {
  role: 'user' | 'assistant'
  content: WireBlock[]
  /** The model that is asked gave it: never sent. */
  isOwn?: boolean
}

export function stringOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

export function objectOf(value: JsonValue | undefined): JsonObject | null {
  return isJsonObject(value) ? value : null
}

/** The fields that say something: without the named ones, and without nulls. */
export function restOf(value: JsonObject, known: readonly string[] = []): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key, each]) => each !== null && !known.includes(key)))
}
