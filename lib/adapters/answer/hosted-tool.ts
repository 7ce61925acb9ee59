import type { Citation, HostedToolBlock, HostedToolResult, HostedToolSource } from '../../canonical/hosted-tool.ts'
import type { JsonObject, JsonValue } from '../../canonical/json.ts'
import { isJsonObject } from '../../canonical/json.ts'
import { isStorable } from '../../canonical/storable.ts'
import { isText } from './wire-text.ts'

// What providers' own tools brought back comes from the open web: only what a person or another model can use of it is
// taken over, and no more than this. The whole stays with what only its provider gets back.

const MOST_TEXT = 8_000
const MOST_QUOTE = 1_000
const MOST_TITLE = 300
const MOST_ADDRESS = 2_000
const MOST_SOURCES = 50

/** An address that may become a link, else null: never a script, a file or a picture in disguise. */
export function webAddress(value: JsonValue | undefined): string | null {
  if (!isText(value) || value.length > MOST_ADDRESS || !/^https?:\/\//i.test(value) || !URL.canParse(value)) return null
  const { username, password, href } = new URL(value)
  // What stands before an @ passes for the host.
  return username !== '' || password !== '' ? null : href
}

export function source(values: { url?: JsonValue; title?: JsonValue; page_age?: JsonValue; text?: JsonValue }) {
  const found: HostedToolSource = { url: webAddress(values.url), title: line(values.title, MOST_TITLE) }
  if (isText(values.page_age)) found.page_age = shorten(values.page_age, MOST_TITLE)
  if (isText(values.text)) found.text = shorten(values.text, MOST_TEXT)
  return found
}

/** Those that say where they stand or what they are called. */
export function sources(all: readonly HostedToolSource[]): HostedToolSource[] {
  return all.filter(({ url, title }) => url !== null || title !== null).slice(0, MOST_SOURCES)
}

export function output(stdout: JsonValue | undefined, stderr?: JsonValue, code?: JsonValue, files: string[] = []) {
  const printed: NonNullable<HostedToolResult['output']> = {
    stdout: isText(stdout) ? shorten(stdout, MOST_TEXT) : '',
    stderr: isText(stderr) ? shorten(stderr, MOST_TEXT) : '',
    return_code: typeof code === 'number' && Number.isSafeInteger(code) ? code : null,
  }
  if (files.length > 0) printed.files = files.slice(0, MOST_SOURCES).map((name) => shorten(name, MOST_TITLE))
  return printed
}

export function failure(code: JsonValue | undefined, message?: JsonValue): HostedToolResult {
  const said = isText(message) ? { message: shorten(message, MOST_QUOTE) } : {}
  return { error: { code: isText(code) ? shorten(code, MOST_TITLE) : 'failed', ...said } }
}

export function plainResult(text: string): HostedToolResult {
  return text.trim() === '' ? {} : { text: shorten(text, MOST_TEXT) }
}

export function callOf(
  tool: HostedToolBlock['tool'],
  name: string,
  input: JsonObject,
  status: HostedToolBlock['status'] = 'running',
): HostedToolBlock {
  return { type: 'hosted_tool', tool, name: shorten(name, MOST_TITLE), input: shortValues(input), status }
}

/** Null for what names no source at all. Positions are made ones of the text by `placed`, when all of it is there. */
export function citation(values: {
  url?: JsonValue | undefined
  title?: JsonValue | undefined
  cited_text?: JsonValue | undefined
  start?: JsonValue | undefined
  end?: JsonValue | undefined
  document?: JsonValue | undefined
  page?: JsonValue | undefined
}): Citation | null {
  const url = webAddress(values.url)
  const title = line(values.title, MOST_TITLE)
  const quote = isText(values.cited_text) ? shorten(values.cited_text, MOST_QUOTE) : null
  if (url === null && title === null && quote === null) return null
  const cited: Citation = {}
  if (url !== null) cited.url = url
  if (title !== null) cited.title = title
  if (quote !== null) cited.cited_text = quote
  const [start, end] = [count(values.start), count(values.end)]
  if (start !== undefined && end !== undefined && start <= end) Object.assign(cited, { start, end })
  const [document, page] = [count(values.document), count(values.page)]
  if (document !== undefined) cited.document = document
  if (page !== undefined) cited.page = page
  return cited
}

/**
 * The citation with positions of `text` in place of the host's, which count characters (wire-rule 196) where JavaScript
 * counts UTF-16 units. Positions outside of the text are none.
 */
export function placed(cited: Citation, text: string): Citation {
  const { start, end, ...rest } = cited
  if (typeof start !== 'number' || typeof end !== 'number') return rest
  const [from, to] = [unitAt(text, start), unitAt(text, end)]
  return from === null || to === null ? rest : { ...rest, start: from, end: to }
}

function unitAt(text: string, character: number): number | null {
  if (character > text.length) return null
  // Nearly no text has characters of two units before its first citation.
  if (!/[\ud800-\udbff]/.test(text.slice(0, character))) return character
  let unit = 0
  for (let passed = 0; passed < character; passed += 1) {
    if (unit >= text.length) return null
    unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1
  }
  return unit
}

function count(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** In one line: control characters and breaks would let a title pass for text of its own. */
function line(value: JsonValue | undefined, most: number): string | null {
  if (typeof value !== 'string') return null
  const text = value.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\s]+/gu, ' ').trim()
  return text === '' ? null : shorten(text, most)
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`
}

function shortValues(input: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(input)
      .slice(0, MOST_SOURCES)
      .map(([field, value]) => [shorten(field, MOST_TITLE), shortValue(value)]),
  )
}

/**
 * A long list or a deep object says more than a line about a call can hold: its beginning is kept as text. A number that JSON
 * does not have is kept as null.
 */
function shortValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return shorten(value, MOST_TEXT)
  const text = JSON.stringify(value)
  if (text.length > MOST_TEXT) return shorten(text, MOST_TEXT)
  return isStorable(value) ? value : JSON.parse(text)
}

export function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
