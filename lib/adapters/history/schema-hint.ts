import type { JsonObject } from '../../canonical/json.ts'

/** Tells a model in words of the schema that its host cannot hold it to. */
export function schemaHint(schema: JsonObject): string {
  return `Answer with one JSON value that is valid under this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`
}
