import { type Document, LineCounter, type Node, parseDocument } from 'yaml'
import type { z } from 'zod'
import { knownProvider } from '../adapters/registry.ts'
import { parseModelId } from '../canonical/id.ts'
import type { ConfigProblem } from '../models/installed-provider.ts'
import { priceNamed } from '../pricing/own-prices.ts'
import type { PriceTable } from '../pricing/price.ts'
import { faultOfName } from '../provider-env.ts'
import { ModelsFile } from './schema.ts'

export type Parsed = { ok: true; file: ModelsFile } | { ok: false; problem: ConfigProblem }

type Path = readonly PropertyKey[]

/** Reads the text of the file. The first fault counts: it is what a person mends first. */
export function parseModelsFile(text: string, path: string, prices: PriceTable): Parsed {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2' })
  const at = (offset: number, problem: string): Parsed => {
    const { line, col } = lines.linePos(offset)
    return { ok: false, problem: { file: path, line, column: col, problem } }
  }
  const [broken] = document.errors
  if (broken) return at(broken.pos[0], `is no YAML: ${broken.message}`)
  const value = unfolded(document)
  if (value === undefined) return at(0, 'the file repeats its anchors too often: write them out')
  const placeOf = (keys: Path) => offsetOf(document.contents, keys)
  const parsed = ModelsFile.safeParse(value)
  if (!parsed.success) {
    const { path: keys, words } = firstFault(parsed.error)
    return at(placeOf(keys), `${keys.join('.') || 'the file'} ${words}`)
  }
  const fault = faultIn(parsed.data, prices)
  return fault ? at(placeOf(fault.path), `${fault.path.join('.')} ${fault.words}`) : { ok: true, file: parsed.data }
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

interface Fault {
  path: Path
  words: string
}

function firstFault(error: z.ZodError): Fault {
  const [issue] = error.issues
  if (!issue) return { path: [], words: 'is not of the form that is asked for' }
  if (issue.code === 'unrecognized_keys') {
    return {
      path: [...issue.path, issue.keys[0] ?? ''],
      words: 'is no setting that there is: mend its name, or take it out',
    }
  }
  if (issue.code === 'invalid_key') return { path: issue.path, words: issue.issues[0]?.message ?? issue.message }
  return { path: issue.path, words: issue.message }
}

/** What no schema sees: names that must be those of something else. */
function faultIn({ adapters, models }: ModelsFile, prices: PriceTable): Fault | null {
  for (const [id, settings] of Object.entries(adapters ?? {})) {
    if (knownProvider(id)) continue
    const fault = faultOfName(id)
    if (fault !== null) return { path: ['adapters', id], words: fault }
    if (settings.base_url === undefined) {
      return { path: ['adapters', id], words: 'has no base_url: give the address of its server' }
    }
  }
  const taken = new Map<string, string>()
  for (const [id, { adapter, aliases = [], price }] of Object.entries(models ?? {})) {
    const provider = parseModelId(id)?.provider
    if (adapter !== undefined && adapter !== provider) {
      const words = `must be ${provider}: a model is reached through the adapter before its colon`
      return { path: ['models', id, 'adapter'], words }
    }
    for (const [place, alias] of aliases.entries()) {
      const other = taken.get(alias)
      if (other !== undefined)
        return { path: ['models', id, 'aliases', place], words: `is an alias of ${other} already` }
      taken.set(alias, id)
    }
    if (price !== undefined && priceNamed(price, prices) === undefined) {
      return {
        path: ['models', id, 'price'],
        words: `must be free, unpriced or a model with a row in the price table of ${prices.pricing_version}`,
      }
    }
  }
  return null
}

/** Where a key stands, or the nearest thing around it that does. */
function offsetOf(contents: Node | null, keys: Path): number {
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
