import type { JsonValue } from '../../canonical/json.ts'

export function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== ''
}

export function textOr(value: JsonValue | undefined, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}
