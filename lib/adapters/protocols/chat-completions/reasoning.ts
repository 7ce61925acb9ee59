import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import { isText } from '../../answer/wire-text.ts'

const FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text'] as const

/** The reasoning text of a message or delta. Hosts that fill two fields repeat themselves: the first counts (wire-rule 73). */
export function reasoningText(message: JsonObject): string {
  for (const field of FIELDS) {
    const text = message[field]
    if (isText(text)) return text
  }
  return ''
}

/** The readable part of `reasoning_details`, for hosts that send nothing else. */
export function detailsText(details: JsonValue[]): string {
  return details.map((each) => (isJsonObject(each) ? (pieceOf(each) ?? '') : '')).join('')
}

function pieceOf(detail: JsonObject): string | undefined {
  return [detail.text, detail.summary].find(isText)
}

/**
 * The `reasoning_details` of one answer, so that a streamed one has the same list as a whole one: a piece of text belongs
 * to the last entry of its type and index, and a signature to the text before it.
 */
export class ReasoningDetails {
  readonly #list: JsonValue[] = []
  readonly #lastOf = new Map<string, JsonObject>()

  /** Takes what one delta brought, and gives the list so far. */
  add(details: readonly JsonValue[]): JsonValue[] {
    const added: JsonObject[] = []
    for (const detail of details) {
      if (!isJsonObject(detail)) {
        this.#list.push(detail)
        continue
      }
      const before = this.#lastOf.get(keyOf(detail))
      if (before !== undefined && isPieceOf(before, detail)) {
        merge(before, detail)
      } else {
        const entry = { ...detail }
        this.#list.push(entry)
        added.push(entry)
      }
    }
    // Two entries of one delta are two entries.
    for (const entry of added) this.#lastOf.set(keyOf(entry), entry)
    return this.#list
  }
}

function keyOf({ type, index }: JsonObject): string {
  return `${type} ${index}`
}

function isPieceOf(entry: JsonObject, { type, id }: JsonObject): boolean {
  if (type !== 'reasoning.text' && type !== 'reasoning.summary') return false
  const isAnother = isText(entry.id) && isText(id) && entry.id !== id
  return !isAnother && !isText(entry.signature)
}

function merge(entry: JsonObject, piece: JsonObject): void {
  for (const [field, value] of Object.entries(piece)) {
    if (value === null) continue
    const before = entry[field]
    const isPiece = (field === 'text' || field === 'summary') && typeof before === 'string' && typeof value === 'string'
    entry[field] = isPiece ? `${before}${value}` : value
  }
}
