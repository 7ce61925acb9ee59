import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json.ts'
import { shortened } from '../shortened.ts'
import { inWireOrder, type Piece } from './wire-order.ts'

/** What the first difference of a request to the one before it is. */
export interface Difference {
  /** `tools`, `system`, `settings` and `message` are others; `picture` stands no longer where it stood; `shorter`: it ends before. */
  what: Piece['part'] | 'picture' | 'shorter'
  /** Names of the tools or of the field, or the role of the message. */
  names: string[]
  /** How the message began, and begins now. */
  before: string | null
  now: string | null
}

export interface CommonBeginning {
  /** In the pieces that count for a cache, as UTF-8. */
  bytes: number
  same_bytes: number
  /** About: pictures weigh as many tokens as hosts count for them, and not as their bytes do. */
  same_share: number
  /** Null where all of the request before is the beginning of this one. */
  difference: Difference | null
}

const EXCERPT = 120
/** A picture is some 1,500 tokens, about four letters each. */
const WEIGHT_OF_FILE = 6_000
const LONGEST_WORD = 2_000

/** How much of a request is what the one before it began with, as a host would find it in its cache. */
export function commonBeginning(before: JsonObject, now: JsonObject): CommonBeginning {
  const [old, present] = [inWireOrder(before), inWireOrder(now)]
  const first = present.findIndex(({ json }, index) => json !== old[index]?.json)
  const same = first === -1 ? present : present.slice(0, first)
  const [other, was] = [present[same.length], old[same.length]]
  const partly = other && was && other.part === was.part ? sameStart(was.json, other.json) : ''
  const sizes = [...same.map(({ json }) => json), partly]
  const total = sum(present.map(({ value }) => weightOf(value)))
  const kept = sum(same.map(({ value }) => weightOf(value))) + (other ? partOf(other, partly) : 0)
  return {
    bytes: sum(present.map(({ json }) => Buffer.byteLength(json))),
    same_bytes: sum(sizes.map((json) => Buffer.byteLength(json))),
    same_share: total === 0 ? 0 : kept / total,
    difference: was === undefined ? null : differenceOf(was, other, old, present),
  }
}

function differenceOf(
  was: Piece,
  now: Piece | undefined,
  old: readonly Piece[],
  present: readonly Piece[],
): Difference {
  const none = { names: [], before: null, now: null }
  const parts = new Set([was.part, now?.part])
  if (parts.has('tools')) return { ...none, what: 'tools', names: changedNames(old, present, 'tools') }
  if (parts.has('system')) return { ...none, what: 'system' }
  if (parts.has('settings')) return { ...none, what: 'settings', names: changedNames(old, present, 'settings') }
  const said = { names: [was.name], before: excerptOf(was.value), now: now ? excerptOf(now.value) : null }
  if (!now) return { ...said, what: 'shorter' }
  return { ...said, what: hasPicture(was.value) && !hasPicture(now.value) ? 'picture' : 'message' }
}

/** Those that came, went, or are others. */
function changedNames(old: readonly Piece[], present: readonly Piece[], part: Piece['part']): string[] {
  const jsonOf = (pieces: readonly Piece[]) =>
    new Map(pieces.flatMap((piece) => (piece.part === part ? [[piece.name, piece.json] as const] : [])))
  const [then, now] = [jsonOf(old), jsonOf(present)]
  const names = [...new Set([...then.keys(), ...now.keys()])]
  return names.filter((name) => then.get(name) !== now.get(name))
}

function sameStart(one: string, other: string): string {
  const end = Math.min(one.length, other.length)
  let at = 0
  while (at < end && one[at] === other[at]) at += 1
  return one.slice(0, at)
}

function partOf({ json, value }: Piece, start: string): number {
  return json === '' ? 0 : (weightOf(value) * start.length) / json.length
}

/** About four of it are a token. */
function weightOf(value: JsonValue): number {
  if (typeof value === 'string') return isFile(value) ? WEIGHT_OF_FILE : value.length
  if (Array.isArray(value)) return sum(value.map(weightOf)) + 2
  if (!isJsonObject(value)) return String(value).length
  return sum(Object.entries(value).map(([name, each]) => name.length + weightOf(each) + 4))
}

/** Long, and without a space: base64, by itself or in a data address. */
function isFile(text: string): boolean {
  return text.length > LONGEST_WORD && /^[\w+/=:;,.-]+$/.test(text.slice(0, LONGEST_WORD))
}

function hasPicture(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(hasPicture)
  if (!isJsonObject(value)) return false
  const { type, images } = value
  if (type === 'image' || type === 'image_url' || type === 'input_image' || Array.isArray(images)) return true
  return Object.values(value).some(hasPicture)
}

/** The first words in it that somebody reads. */
function excerptOf(value: JsonValue): string | null {
  const text = firstText(value)
  return text === null ? null : shortened(text.replace(/\s+/g, ' ').trim(), EXCERPT)
}

const READ = [
  'text',
  'content',
  'output',
  'thinking',
  'summary',
  'arguments',
  'input',
  'name',
  'tool_calls',
  'function',
]

function firstText(value: JsonValue | undefined): string | null {
  if (typeof value === 'string') return value.trim() === '' || isFile(value) ? null : value
  if (Array.isArray(value)) return firstOf(value)
  return isJsonObject(value) ? firstOf(READ.map((name) => value[name])) : null
}

function firstOf(values: readonly (JsonValue | undefined)[]): string | null {
  for (const value of values) {
    const text = firstText(value)
    if (text !== null) return text
  }
  return null
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
