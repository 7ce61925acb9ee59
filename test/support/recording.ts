import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { JsonObject } from '#lib/canonical/json.ts'

/** One HTTP exchange in the form that the recordings and our own cassettes share. */
export interface Recording {
  name: string
  provider: string
  api: string
  /** Whether the response is a stream. */
  streaming: boolean
  /** `synthetic` is written by hand; absent or `recorded` is real traffic. */
  label?: 'recorded' | 'synthetic'
  request: { path?: string; body: JsonObject } | null
  response: {
    status: number | null
    headers: Record<string, string>
    body: string
    /** The body as received, where it was kept so: it may not be UTF-8. */
    bytes?: Uint8Array
  }
}

const ROOT = new URL('../..', import.meta.url).pathname
/** What is not in the repository: a folder beside it. Another one can be named, which may be empty as it is elsewhere. */
const BESIDE = process.env.METIS_RECORDINGS ?? join(ROOT, '../shared')
const RECORDED = join(BESIDE, 'recordings')
const MORE = join(BESIDE, 'recordings-more')
const LLAMA = join(BESIDE, 'llama-recordings')
const CASSETTES = join(ROOT, 'cassettes')

/** Which folders of recordings are missing on this machine: they are not in the repository. */
export const missingRecordings = [RECORDED, MORE, LLAMA]
  .filter((folder) => !existsSync(folder))
  .map((path) => basename(path))

/** Whether nothing at all lies beside the repository, as for everyone who has cloned it. */
export const isAlone = !existsSync(BESIDE)

/** What of the recordings is missing, in words for a title or a summary. */
export function absence(missing: readonly string[] = missingRecordings): string {
  return missing.length > 0 ? `not beside the repository: ${missing.join(', ')}` : 'none is missing'
}

/** A file of facts that lies beside the repository; null where it does not. */
export function factsOf(path: string): string | null {
  const file = join(BESIDE, 'facts', path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** All recorded exchanges of one wire format: real traffic, a llama.cpp-family server's, our own cassettes. */
export function recordingsOf(api: string): Recording[] {
  const own = jsonFiles(join(CASSETTES, api)).filter((path) => !path.endsWith('.golden.json'))
  const all = [
    ...[...jsonFiles(join(RECORDED, api)), ...jsonFiles(join(MORE, api)), ...own].map((path) =>
      framed(JSON.parse(readFileSync(path, 'utf8'))),
    ),
    ...llamaRecordings().filter((recording) => recording.api === api),
  ]
  return [...new Map(all.map((recording) => [recording.name, recording])).values()]
}

/** Where only the data of a stream's events was kept, one a line, they get their frames back. */
function framed(recording: Recording & { fidelity?: string }): Recording {
  if (recording.fidelity !== 'sse-data-lines') return recording
  const body = recording.response.body.replace(/^(?=.)/gm, 'data: ').replaceAll('\n', '\n\n')
  return { ...recording, response: { ...recording.response, body } }
}

function jsonFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => join(folder, file))
}

function llamaRecordings(): Recording[] {
  if (!existsSync(LLAMA)) return []
  return readdirSync(LLAMA)
    .filter((file) => file.endsWith('.response.txt'))
    .sort()
    .map((file) => readLlama(file.slice(0, -'.response.txt'.length)))
}

/** Status line, headers and body, as received. */
function readLlama(name: string): Recording {
  const bytes = readFileSync(join(LLAMA, `${name}.response.txt`))
  const response = bytes.toString('utf8')
  const end = response.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = response.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const request = readFileSync(join(LLAMA, `${name}.request.json`), 'utf8')
  return {
    name: `llama-${name}`,
    provider: 'llamacpp',
    api: formatOf(name),
    streaming: headers['content-type']?.startsWith('text/event-stream') ?? false,
    request: request.trim().startsWith('{') && isJson(request) ? { body: JSON.parse(request) } : null,
    response: {
      status: Number(statusLine.split(' ')[1]),
      headers,
      body: response.slice(end + 4),
      bytes: bytes.subarray(bytes.indexOf('\r\n\r\n') + 4),
    },
  }
}

function formatOf(name: string): string {
  if (/anthropic-count-tokens|not-found/.test(name)) return 'other'
  if (/anthropic/.test(name)) return 'anthropic.messages'
  return /responses/.test(name) ? 'openai.responses' : 'openai.chat'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
