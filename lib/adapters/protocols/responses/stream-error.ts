import type { JsonObject } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import { isText } from '../../answer/wire-text.ts'
import { WireError } from '../../protocol.ts'

/**
 * What a host says in place of an answer: a response that failed, or a body that is an error and nothing else. Null for a
 * response that went well so far.
 */
export function errorIn(body: JsonObject): WireError | null {
  const { error, status, output } = body
  const hasError = isText(error) || (isJsonObject(error) && Object.keys(error).length > 0)
  const isBroken = typeof status === 'string' && BROKEN.includes(status)
  // FastAPI and its like: {"detail": …}; gateways: {"message": …, "type": …}.
  const isOther = output === undefined && (isText(body.detail) || Array.isArray(body.detail) || isText(body.message))
  // Of a response, the error alone: its words are read to class it, and the instructions in it may hold any words.
  if (hasError && (output !== undefined || body.object === 'response')) return wireError({ error })
  if (hasError || isOther) return wireError(body)
  return isBroken ? wireError({ error: { message: `the provider ended the answer as "${status}"` } }) : null
}

const BROKEN = ['failed', 'cancelled']

/** An `error` event holds the error itself or, with some hosts, one level down. */
export function wireError(body: JsonObject): WireError {
  const text = JSON.stringify(body)
  return new WireError('the provider reported an error inside its answer', { status: null, body, text })
}

export function unreadable(text: string, cause?: unknown): WireError {
  return new WireError('a piece of the answer is not JSON', { status: null, body: null, text }, { cause })
}
