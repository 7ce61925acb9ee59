import type { ContentBlock } from '../../../canonical/block.ts'
import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import { isText } from '../../answer/wire-text.ts'
import type { WirePart } from './wire.ts'

export function isPart(value: JsonValue): value is WirePart {
  return isJsonObject(value) && typeof value.type === 'string'
}

/** What a reader gets of a part: Mistral sends thinking as a part whose content is a list of parts again. */
export function readPart(part: WirePart): { kind: 'text' | 'thinking' | 'refusal' | 'other'; text: string } {
  switch (part.type) {
    case 'text':
    case 'output_text':
      return { kind: 'text', text: isText(part.text) ? part.text : '' }
    case 'thinking':
    case 'reasoning':
      return { kind: 'thinking', text: thinkingText(part.thinking ?? part.text) }
    case 'refusal':
      return { kind: 'refusal', text: isText(part.refusal) ? part.refusal : '' }
    default:
      return { kind: 'other', text: '' }
  }
}

function thinkingText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return ''
  return value.map((each) => (isJsonObject(each) && isText(each.text) ? each.text : '')).join('')
}

/** Adds what one delta brought: its first part may go on with the last one so far, the others stand as they came. */
export function addParts(parts: WirePart[], incoming: readonly WirePart[]): void {
  incoming.forEach((part, position) => {
    if (position === 0) addPart(parts, part)
    else parts.push(copy(part))
  })
}

function addPart(parts: WirePart[], part: WirePart): void {
  const last = parts.at(-1)
  if (last?.type === 'text' && part.type === 'text') {
    last.text = `${isText(last.text) ? last.text : ''}${isText(part.text) ? part.text : ''}`
  } else if (last?.type === 'thinking' && part.type === 'thinking' && isList(last.thinking) && isList(part.thinking)) {
    const inner = last.thinking as WirePart[]
    for (const piece of part.thinking) if (isPart(piece)) addPart(inner, { ...piece })
    const { thinking: _pieces, ...rest } = part
    Object.assign(last, rest)
  } else {
    parts.push(copy(part))
  }
}

function isList(value: JsonValue | undefined): value is JsonValue[] {
  return Array.isArray(value)
}

function copy(part: WirePart): WirePart {
  return isList(part.thinking) ? { ...part, thinking: part.thinking.map(copyPiece) } : { ...part }
}

function copyPiece(value: JsonValue): JsonValue {
  return isJsonObject(value) ? { ...value } : value
}

/** The parts that say what the blocks say, as Mistral writes them. */
export function partsOf(content: readonly ContentBlock[]): JsonObject[] {
  return content.flatMap((block): JsonObject[] => {
    if (block.type === 'text') return [{ type: 'text', text: block.text }]
    if (block.type !== 'thinking') return []
    return [{ type: 'thinking', thinking: [{ type: 'text', text: block.text }], closed: true }]
  })
}
