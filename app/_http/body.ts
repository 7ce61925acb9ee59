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

/** A JSON body, checked. Throws `400 invalid_request` with the path of each fault. */
export async function readJson<T>(request: Request, schema: z.ZodType<T>, limit = JSON_LIMIT): Promise<T> {
  const bytes = await readBody(request, limit)
  const parsed = schema.safeParse(parseJson(bytes))
  if (parsed.success) return parsed.data
  throw invalidRequest(parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), problem: issue.message })))
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
  return new HttpError(413, 'too_large', `${what} is larger than the ${Math.floor(limit / 1_000_000)} MB allowed`, {
    limit_bytes: limit,
  })
}
