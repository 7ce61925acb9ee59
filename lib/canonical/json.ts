import { z } from 'zod'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
export type JsonObject = { [key: string]: JsonValue }

export const JsonValue: z.ZodType<JsonValue> = z.json()
export const JsonObject: z.ZodType<JsonObject> = z.record(z.string(), JsonValue)

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
