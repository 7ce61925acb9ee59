import { type Document, LineCounter, type Node, parseDocument } from 'yaml'
import type { z } from 'zod'

/** What is wrong with a text that somebody wrote, and where they mend it. Both begin at 1. */
export interface YamlFault {
  line: number
  column: number
  /** The key at fault, from the root, with a number from 0 for an item of a list: `rules.1.name`. Empty: the whole text. */
  path: string
  /** Says where it is as people count. */
  problem: string
}

export type YamlPath = readonly PropertyKey[]

export type ReadYaml<T> =
  | { ok: true; value: T; faultAt: (path: YamlPath, problem: string) => YamlFault }
  | { ok: false; faults: [YamlFault, ...YamlFault[]] }

/** What people call an item of a list of the file, and the key that it is known by: `rule 2 (night)`. */
export type YamlItems = Readonly<Record<string, { one: string; named: string }>>

/** Reads a text in YAML 1.2 by a schema. A fault names the key, from the root, and stands where the key does. */
export function readYaml<T>(text: string, schema: z.ZodType<T>, items: YamlItems = {}): ReadYaml<T> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2' })
  const at = (offset: number, problem: string, path: YamlPath = []): YamlFault => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col, path: path.map(String).join('.'), problem }
  }
  const faultAt = (path: YamlPath, problem: string) =>
    at(offsetOf(document.contents, path), `${placeOf(path, document, items)} ${problem}`, path)
  const [broken, ...more] = document.errors.map(({ pos, message }) => at(pos[0], `the file is no YAML: ${message}`))
  if (broken) return { ok: false, faults: [broken, ...more] }
  const value = unfolded(document)
  if (value === undefined)
    return { ok: false, faults: [at(0, 'the file repeats its anchors too often: write them out')] }
  const parsed = schema.safeParse(value)
  if (parsed.success) return { ok: true, value: parsed.data, faultAt }
  const faults = parsed.error.issues.flatMap((issue) => wordsOf(issue).map(({ path, words }) => faultAt(path, words)))
  faults.sort((one, other) => one.line - other.line || one.column - other.column)
  const [first = faultAt([], 'is not of the form that is asked for'), ...others] = faults
  return { ok: false, faults: [first, ...others] }
}

/** As people say it, who count from 1: `rule 2 (night), when.any_of 1.has_images`. */
function placeOf(path: YamlPath, document: Document, items: YamlItems): string {
  const [list, index, ...rest] = path
  const item = typeof list === 'string' && typeof index === 'number' ? items[list] : undefined
  if (!item) return keysOf(path) || 'the file'
  const name: unknown = document.getIn([list, index, item.named])
  const known = typeof name === 'string' && name !== '' ? ` (${name})` : ''
  return [`${item.one} ${Number(index) + 1}${known}`, ...(rest.length > 0 ? [keysOf(rest)] : [])].join(', ')
}

function keysOf(path: YamlPath): string {
  return path.reduce<string>((keys, key) => {
    if (typeof key === 'number') return `${keys} ${key + 1}`
    return keys === '' ? String(key) : `${keys}.${String(key)}`
  }, '')
}

/** Undefined where anchors stand for each other so many times that they would fill the memory. */
function unfolded(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 }) ?? {}
  } catch (error) {
    if (error instanceof ReferenceError) return undefined
    throw error
  }
}

function wordsOf(issue: z.core.$ZodIssue): { path: YamlPath; words: string }[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      return { path: [...issue.path, key], words: 'is no setting that there is: mend its name, or take it out' }
    })
  }
  if (issue.code === 'invalid_key') return [{ path: issue.path, words: issue.issues[0]?.message ?? issue.message }]
  return [{ path: issue.path, words: issue.message }]
}

/** Where a key stands, or the nearest thing around it that does. */
function offsetOf(contents: Node | null, keys: YamlPath): number {
  let [node, offset] = [contents as unknown, contents?.range?.[0] ?? 0]
  for (const key of keys) {
    if (!isCollection(node)) break
    const item = node.items.find((each, place) => (isPair(each) ? String(keyOf(each)) === String(key) : place === key))
    if (item === undefined) break
    offset = (isPair(item) ? rangeOf(item.key) : rangeOf(item)) ?? offset
    node = isPair(item) ? item.value : item
  }
  return offset
}

interface AnyPair {
  key: unknown
  value: unknown
}

function isCollection(node: unknown): node is { items: unknown[] } {
  return typeof node === 'object' && node !== null && 'items' in node && Array.isArray(node.items)
}

function isPair(node: unknown): node is AnyPair {
  return typeof node === 'object' && node !== null && 'key' in node && 'value' in node
}

function keyOf({ key }: AnyPair): unknown {
  return typeof key === 'object' && key !== null && 'value' in key ? key.value : key
}

function rangeOf(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range)) return undefined
  return Number(node.range[0])
}
