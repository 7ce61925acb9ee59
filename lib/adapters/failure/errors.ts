import type { ErrorClass, ErrorReason } from '../../canonical/error.ts'
import { RETRYABLE_CLASSES } from '../../canonical/error.ts'
import type { JsonObject, JsonValue } from '../../canonical/json.ts'
import { isJsonObject } from '../../canonical/json.ts'
import { shortened } from '../../shortened.ts'
import { isText } from '../answer/wire-text.ts'
import type { Classification, WireFailure } from '../protocol.ts'
import { speaksOfMissingModel } from './missing-model.ts'
import { speaksOfOverflow } from './overflow.ts'
import { speaksOfBadRequest } from './plainly-bad.ts'

export interface ClassifiedFailure {
  error_class: ErrorClass
  /** The provider's own words, secrets not yet removed. */
  message: string
  retryable: boolean
  reason?: ErrorReason
}

/** How much of a body that says nothing we understand is shown. */
const EXCERPT = 501

/**
 * The class of a failure: what the provider's words prove, then what the protocol reads in its own error body, then the
 * status (provider-adapter-contract §6.2, grown by design §3.13).
 */
export function classifyFailure(failure: WireFailure, protocol: Classification): ClassifiedFailure {
  const said = protocol.message ?? messageOf(failure.body)
  const message = said ?? excerpt(failure.text)
  // Not the whole body: many servers repeat in it what the user said, who may have asked about such words.
  const words = said === undefined ? failure.text : [said, ...labelsOf(failure.body)].join('\n')
  const status = statusOf(failure)
  const error_class = byWords(words, status) ?? ownClass(protocol, status) ?? byStatus(status, words)
  return {
    error_class,
    message,
    retryable: RETRYABLE_CLASSES.has(error_class) && protocol.retryable !== false,
    ...(RETRYABLE_CLASSES.has(error_class) && speaksOfOverload(status, words) && { reason: 'overloaded' }),
  }
}

/** 529 is Anthropic's number for it; others say it with 429 or 503, or in the middle of an answer. */
function speaksOfOverload(status: number | null, words: string): boolean {
  return status === 529 || /overloaded|(?:over|at) capacity/i.test(words)
}

/** Hosts say `api_error` to everything: with a status that blames the request, it is not the server's fault. */
function ownClass({ error_class }: Classification, status: number | null): ErrorClass | undefined {
  const blamesRequest = status !== null && status >= 400 && status < 500
  return error_class === 'server_error' && blamesRequest ? undefined : error_class
}

/** What the words prove whatever type and status say: llama.cpp answers 500 `server_error` to plainly bad requests. */
function byWords(words: string, status: number | null): ErrorClass | undefined {
  if (/insufficient_quota|exceeded your current quota/i.test(words)) return 'billing'
  if (status !== null && ALREADY_CLEAR.has(status)) return undefined
  if (speaksOfOverflow(words)) return 'context_overflow'
  if (speaksOfMissingModel(words)) return 'not_found'
  return (status === null || status >= 500) && speaksOfBadRequest(words) ? 'invalid_request' : undefined
}

const ALREADY_CLEAR: ReadonlySet<number> = new Set([401, 402, 403, 404, 408, 429, 529])

/** An error inside a 200 may name the status that it would have had: OpenRouter `{code: 429}`, Groq `{status_code: 400}`. */
export function statusOf({ status, body }: WireFailure): number | null {
  if (status !== null && status >= 300) return status
  const error = isJsonObject(body?.error) ? body.error : body
  const codes = [error?.status_code, error?.code, error?.status].map(Number)
  return codes.find((code) => Number.isInteger(code) && code >= 400 && code < 600) ?? null
}

function byStatus(status: number | null, words: string): ErrorClass {
  if (status === null) return 'server_error'
  switch (status) {
    case 401:
      return 'auth'
    case 402:
      return 'billing'
    case 403:
      return forbiddenClass(words)
    case 404:
      return 'not_found'
    case 408:
      return 'network'
    case 413:
      return /token/i.test(words) ? 'context_overflow' : 'invalid_request'
    case 429:
      return 'rate_limit'
    case 529:
      // Anthropic's for "overloaded"; without its word it is one of the server's errors.
      return /overloaded/i.test(words) ? 'rate_limit' : 'server_error'
  }
  if (status >= 500) return 'server_error'
  if (status >= 400) return 'invalid_request'
  // A redirect is not followed with keys in hand; a 2xx that came here was not the answer asked for.
  return status >= 300 ? 'invalid_request' : 'server_error'
}

/** OpenRouter and others answer 403 for moderated input and for exhausted credits, also with a type (wire-rule 99). */
export function forbiddenClass(words: string): ErrorClass {
  if (/moderat|content[ _-]?(filter|policy)|flagged|safety/i.test(words)) return 'content_filter'
  if (/credit|billing|quota|payment|balance/i.test(words)) return 'billing'
  return 'auth'
}

/** Where hosts of all kinds put their words; protocols read their own shape before. */
function messageOf(body: JsonObject | null): string | undefined {
  if (body === null) return undefined
  const error = body.error ?? body
  if (isText(error)) return error
  if (!isJsonObject(error)) return undefined
  const said = [error.message, error.detail, error.msg, body.message, body.detail].find(isText)
  return said ?? listedWords(body.detail) ?? listedWords(body.errors)
}

/**
 * FastAPI: {"detail": [{"loc": ["body", "model"], "msg": "field required", "input": "what the user sent"}]}
 * Cloudflare: {"success": false, "errors": [{"code": 7003, "message": "No route for that URI"}]}
 */
function listedWords(list: JsonValue | undefined): string | undefined {
  if (!Array.isArray(list)) return undefined
  const faults = list.filter(isJsonObject).flatMap(({ loc, msg, message }) => {
    const words = [msg, message].find(isText)
    if (words === undefined) return []
    return Array.isArray(loc) ? `${loc.join('.')}: ${words}` : words
  })
  return faults.length > 0 ? faults.join('; ') : undefined
}

/** All other words of an error body that are the server's own. */
function labelsOf(body: JsonObject | null): string[] {
  const error = isJsonObject(body?.error) ? body.error : {}
  const inner = isJsonObject(error.innererror) ? error.innererror : {}
  return [
    ...[error.code, error.type, error.status, inner.code, error.message],
    ...[body?.code, body?.type, body?.error, body?.message, body?.detail],
  ].filter(isText)
}

function excerpt(text: string): string {
  return shortened(text.trim(), EXCERPT)
}
