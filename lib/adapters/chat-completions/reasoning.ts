import type { JsonObject, JsonValue } from '../../canonical/json.ts'
import { isJsonObject } from '../../canonical/json.ts'
import { isText } from '../wire-text.ts'

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
 * Adds what one delta brought to the details so far, so that a streamed answer has the same list as a whole one: a piece
 * of text belongs to the entry of its type and index, and a signature to the text before it.
 */
export function addDetails(list: JsonValue[], details: JsonValue[]): void {
  const earlier = list.length
  for (const detail of details) {
    const target = isJsonObject(detail) ? findEntry(list, earlier, detail) : undefined
    if (target === undefined) list.push(isJsonObject(detail) ? { ...detail } : detail)
    else merge(target, detail as JsonObject)
  }
}

function findEntry(list: JsonValue[], earlier: number, detail: JsonObject): JsonObject | undefined {
  if (detail.type !== 'reasoning.text' && detail.type !== 'reasoning.summary') return undefined
  for (let at = earlier - 1; at >= 0; at -= 1) {
    const entry = list[at]
    if (!isJsonObject(entry) || entry.type !== detail.type || entry.index !== detail.index) continue
    const isAnother = isText(entry.id) && isText(detail.id) && entry.id !== detail.id
    return isAnother || isText(entry.signature) ? undefined : entry
  }
  return undefined
}

function merge(entry: JsonObject, piece: JsonObject): void {
  for (const [field, value] of Object.entries(piece)) {
    if (value === null) continue
    const before = entry[field]
    const isPiece = (field === 'text' || field === 'summary') && typeof before === 'string' && typeof value === 'string'
    entry[field] = isPiece ? `${before}${value}` : value
  }
}
