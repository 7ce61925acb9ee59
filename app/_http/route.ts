import 'server-only'
import { BadCursorError, UnknownSessionError } from '#lib/session/store.ts'
import { ContentTooLargeError, UnsupportedMediaError } from '#lib/session/turn-content.ts'
import { InvalidContentError, NoModelError, TurnInProgressError, UnknownModelError } from '#lib/session/turn-error.ts'
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
      if (refusal) return refusal.toResponse()
      const { log } = await server()
      log.error('a request failed', {
        path: new URL(request.url).pathname,
        cause: cause instanceof Error ? (cause.stack ?? '') : String(cause),
      })
      return new HttpError(500, 'internal_error', 'something went wrong here; the log says what').toResponse()
    }
  }
}

function asHttpError(cause: unknown): HttpError | undefined {
  if (cause instanceof HttpError) return cause
  if (cause instanceof UnknownSessionError) return notFound('the session')
  if (cause instanceof BadCursorError) return invalidRequest([{ path: 'cursor', problem: cause.message }])
  if (cause instanceof TurnInProgressError) return new HttpError(409, 'turn_in_progress', cause.message)
  if (cause instanceof UnknownModelError) {
    return new HttpError(422, 'unknown_model', cause.message, { model: cause.model, near_matches: cause.near })
  }
  if (cause instanceof NoModelError) return new HttpError(422, 'no_model', cause.message, { chain: cause.chain })
  if (cause instanceof ContentTooLargeError)
    return new HttpError(413, 'too_large', cause.message, { limit_bytes: cause.limit })
  if (cause instanceof UnsupportedMediaError) return new HttpError(415, 'unsupported_media', cause.message)
  if (cause instanceof InvalidContentError) return invalidRequest(cause.faults)
  return undefined
}

/** `limit` of a list, bounded. */
export function pageLimit(url: URL, fallback: number, most: number): number {
  const text = url.searchParams.get('limit')
  if (text === null) return fallback
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1) throw invalidRequest([{ path: 'limit', problem: 'a whole number from 1' }])
  return Math.min(limit, most)
}
