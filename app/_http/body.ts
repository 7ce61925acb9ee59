import type { z } from 'zod'
import { HttpError, invalidRequest } from './http-error.ts'

/** Reads a body up to `limit` bytes. Refuses a larger one before reading it where it says its size, else while reading. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limit) throw tooLarge(limit)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  const body = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    body.set(chunk, offset)
    offset += chunk.byteLength
  }
  return body
}

const JSON_LIMIT = 1_000_000

/** A JSON body, checked; no body at all is an empty one. Throws `400 invalid_request` with the path of each fault, `415` for another type. */
export async function readJson<T>(request: Request, schema: z.ZodType<T>, limit = JSON_LIMIT): Promise<T> {
  const type = request.headers.get('content-type')
  if (type !== null && !isJson(type)) throw notJson(type)
  const bytes = await readBody(request, limit)
  if (type === null && bytes.byteLength > 0) throw notJson(null)
  const parsed = schema.safeParse(parseJson(bytes))
  if (parsed.success) return parsed.data
  throw faulty(parsed.error)
}

/** What is asked for in the query, of each name the first; what the schema does not know counts for nothing. */
export function readQuery<T>(url: URL, schema: z.ZodType<T>): T {
  const asked = [...url.searchParams].reverse()
  const parsed = schema.safeParse(Object.fromEntries(asked))
  if (parsed.success) return parsed.data
  throw faulty(parsed.error)
}

function faulty(error: z.ZodError): HttpError {
  return invalidRequest(error.issues.map((issue) => ({ path: issue.path.join('.'), problem: issue.message })))
}

/** The type without its parameters: JSON is UTF-8 whatever they say. */
function isJson(type: string): boolean {
  return bareType(type) === 'application/json'
}

export function hasType(request: Request, type: string): boolean {
  return bareType(request.headers.get('content-type') ?? '') === type
}

function bareType(type: string): string | undefined {
  return type.split(';')[0]?.trim().toLowerCase()
}

function notJson(type: string | null): HttpError {
  const came = type === null ? 'this came without any' : `this came as ${JSON.stringify(type.slice(0, 100))}`
  const message = `the body must be JSON with the header "content-type: application/json"; ${came}`
  return new HttpError('unsupported_media', message)
}

function parseJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidRequest([{ path: '', problem: 'the body is not valid UTF-8' }])
  }
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch (cause) {
    throw invalidRequest([
      { path: '', problem: `the body is not valid JSON: ${cause instanceof Error ? cause.message : ''}` },
    ])
  }
}

export function tooLarge(limit: number, what = 'the body'): HttpError {
  return new HttpError('too_large', `${what} is larger than the ${Math.floor(limit / 1_000_000)} MB allowed`, {
    limit_bytes: limit,
  })
}
