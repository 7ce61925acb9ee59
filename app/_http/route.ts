import 'server-only'
import { assertNever } from '#lib/assert-never.ts'
import { isRefusal, type Refusal } from '#lib/session/refusal.ts'
import { isStorageError } from '#lib/session/storage-error.ts'
import { type Server, server } from '../server.ts'
import { HttpError, invalidRequest, notFound } from './http-error.ts'
import { originProblem } from './origin.ts'

type Handler<P> = (context: { request: Request; params: P; url: URL; server: Server }) => Promise<Response>

/** A route handler: the origin is checked, the server is up, and every refusal becomes the contract's error shape. */
export function route<P = Record<string, never>>(handler: Handler<P>) {
  return async (request: Request, context: { params: Promise<P> }): Promise<Response> => {
    try {
      const problem = originProblem(request.headers, 'api')
      if (problem) throw new HttpError(403, 'forbidden_origin', problem)
      return await handler({ request, params: await context.params, url: new URL(request.url), server: await server() })
    } catch (cause) {
      const refusal = asHttpError(cause)
      if (refusal && !isStorageError(cause)) return refusal.toResponse()
      const { log } = await server()
      log.error('a request failed', { path: new URL(request.url).pathname, cause })
      const fault = refusal ?? new HttpError(500, 'internal_error', 'something went wrong here; the log says what')
      return fault.toResponse()
    }
  }
}

function asHttpError(thrown: unknown): HttpError | undefined {
  if (thrown instanceof HttpError) return thrown
  return isRefusal(thrown) ? refusalError(thrown) : undefined
}

function refusalError(refusal: Refusal): HttpError {
  const { message } = refusal
  switch (refusal.name) {
    case 'UnknownSessionError':
      return notFound('the session')
    case 'BadCursorError':
      return invalidRequest([{ path: refusal.parameter, problem: message }])
    case 'TurnInProgressError':
      return new HttpError(409, 'turn_in_progress', message)
    case 'UnknownModelError':
      return new HttpError(422, 'unknown_model', message, { model: refusal.model, near_matches: refusal.near })
    case 'NoModelError':
      return new HttpError(422, 'no_model', message, { chain: refusal.chain })
    case 'ContentTooLargeError':
      return new HttpError(413, 'too_large', message, { limit_bytes: refusal.limit })
    case 'UnsupportedMediaError':
      return new HttpError(415, 'unsupported_media', message)
    case 'DownloadError':
      return new HttpError(422, 'download_failed', message, { reason: refusal.kind })
    case 'InvalidContentError':
      return invalidRequest(refusal.faults)
    case 'StorageError':
      return refusal.kind === 'full'
        ? new HttpError(507, 'storage_full', message, { kind: refusal.kind })
        : new HttpError(503, 'storage_unavailable', message, { kind: refusal.kind })
    default:
      return assertNever(refusal)
  }
}

/** `limit` of a list, bounded. */
export function pageLimit(url: URL, fallback: number, most: number): number {
  const text = url.searchParams.get('limit')
  if (text === null) return fallback
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1) throw invalidRequest([{ path: 'limit', problem: 'a whole number from 1' }])
  return Math.min(limit, most)
}
