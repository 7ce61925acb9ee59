import 'server-only'
import { assertNever } from '#lib/assert-never.ts'
import { LOCAL_OWNER, type Principal } from '#lib/principal.ts'
import { isRefusal, type Refusal } from '#lib/session/refusal.ts'
import { isStorageError } from '#lib/store/storage-error.ts'
import { type Server, server } from '../server.ts'
import { apiAnswer } from './api-answer.ts'
import { HttpError, invalidRequest, notFound } from './http-error.ts'
import { allowed, FOREIGN_METHOD, METHODS, type Method, methodNotAllowed, type OwnMethod } from './method.ts'
import { originProblem } from './origin.ts'

type Handler<P> = (context: {
  request: Request
  principal: Principal
  params: P
  url: URL
  server: Server
}) => Promise<Response>

type RouteHandler<P> = (request: Request, context: { params: Promise<P> }) => Promise<Response>

/**
 * All that an address answers, for every method: the origin is checked, the server is up, what the address has not is said
 * with what it has, and every refusal becomes the contract's error shape. An address without any method does not exist.
 */
export function routes<P = Record<string, never>>(
  handlers: Partial<Record<OwnMethod, Handler<P>>>,
): Record<Method, RouteHandler<P>> {
  const answer: RouteHandler<P> = async (request, context) => {
    try {
      return apiAnswer(await handle(handlers, request, context))
    } catch (cause) {
      const refusal = asHttpError(cause)
      if (refusal && !isStorageError(cause)) return refusal.toResponse()
      const { log } = await server()
      log.error('a request failed', { path: new URL(request.url).pathname, cause })
      const fault = refusal ?? new HttpError(500, 'internal_error', 'something went wrong here; the log says what')
      return fault.toResponse()
    }
  }
  return Object.fromEntries(METHODS.map((method) => [method, answer])) as Record<Method, RouteHandler<P>>
}

async function handle<P>(
  handlers: Partial<Record<string, Handler<P>>>,
  request: Request,
  context: { params: Promise<P> },
): Promise<Response> {
  const problem = originProblem(request.headers, 'api')
  if (problem) throw new HttpError(403, 'forbidden_origin', problem)
  const allow = allowed(Object.keys(handlers))
  if (allow === null) throw notFound('this address')
  const isForeign = request.headers.has(FOREIGN_METHOD)
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } })
  const handler = handlers[request.method === 'HEAD' ? 'GET' : request.method]
  if (isForeign || !handler) throw methodNotAllowed(allow)
  const url = new URL(request.url)
  return handler({ request, principal: LOCAL_OWNER, params: await context.params, url, server: await server() })
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
    case 'IdempotencyMismatchError':
      return new HttpError(422, 'idempotency_mismatch', message)
    case 'PolicyDeniedError':
      return new HttpError(403, 'policy_denied', message)
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
