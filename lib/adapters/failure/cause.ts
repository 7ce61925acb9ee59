import type { JsonObject } from '../../canonical/json.ts'
import { redact, redactValue } from '../../redact.ts'
import { shortened } from '../../shortened.ts'
import { MAX_WORDS } from '../exchange/limit.ts'
import { WireError } from '../protocol.ts'

/** How far down a chain of causes anyone looks. */
const DEPTH = 8

/**
 * What was thrown, as it may be kept with an error that is logged, inspected and passed on: hosts repeat keys in their
 * answers, and `fetch` names a header it does not take. The very same value where there is nothing to remove.
 */
export function cleanCause(thrown: unknown, secrets: readonly string[], depth = DEPTH): unknown {
  if (typeof thrown === 'string') return redact(thrown, secrets)
  if (!(thrown instanceof Error)) return thrown
  if (thrown instanceof WireError) return cleanWireError(thrown, secrets)
  const cause = depth === 0 ? undefined : cleanCause(thrown.cause, secrets, depth - 1)
  const message = redact(thrown.message, secrets)
  if (message === thrown.message && cause === thrown.cause) return thrown
  const copy = new Error(message, cause === undefined ? undefined : { cause })
  copy.name = thrown.name
  copy.stack = redact(thrown.stack ?? '', secrets)
  return copy
}

/** Without the headers of the answer: nobody needs them any more, and cookies stand there. */
export function cleanWireError({ message, failure, stack, cause }: WireError, secrets: readonly string[]): WireError {
  const { status, body, text } = failure
  const copy = new WireError(
    redact(message, secrets),
    { status, body: redactValue(body, secrets) as JsonObject | null, text: redact(text, secrets) },
    cause === undefined ? undefined : { cause: cleanCause(cause, secrets) },
  )
  copy.stack = redact(stack ?? '', secrets)
  return copy
}

/** What is kept with an error of the host's answer once that was read: its start, and no part of a body that is longer. */
export function excerptOf(error: WireError): WireError {
  const { status, text } = error.failure
  if (text.length <= MAX_WORDS && error.message.length <= MAX_WORDS) return error
  const copy = new WireError(
    shortened(error.message, MAX_WORDS),
    { status, body: null, text: shortened(text, MAX_WORDS) },
    error.cause === undefined ? undefined : { cause: error.cause },
  )
  copy.stack = shortened(error.stack ?? '', MAX_WORDS)
  return copy
}
