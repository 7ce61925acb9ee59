import type { ErrorClass } from '../../canonical/error.ts'
import type { Classification, WireFailure } from '../protocol.ts'
import { objectOf, stringOf } from './wire.ts'

/** provider-adapter-contract §6.2, wire-rule 109. `server_error` and the like are missing: the status and the words decide. */
const CLASSES: Readonly<Record<string, ErrorClass>> = {
  overloaded_error: 'rate_limit',
  rate_limit_error: 'rate_limit',
  authentication_error: 'auth',
  permission_error: 'auth',
  billing_error: 'billing',
  not_found_error: 'not_found',
  timeout_error: 'network',
  api_error: 'server_error',
  invalid_request_error: 'invalid_request',
}

/** What an `invalid_request_error` or a `permission_error` may really be. */
const BY_WORDS: readonly [RegExp, ErrorClass][] = [
  // prompt is too long: 3333404 tokens > 200000 maximum
  // input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens` …
  // Not about its size: context_management: Extra inputs are not permitted
  [/prompt is too long|\bcontext\b(?![- ](management|editing))|tokens exceeds/i, 'context_overflow'],
  // Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade …
  // You have reached your specified API usage limits. You will regain access on …
  [/credit balance is too low|reached your specified API usage limits/i, 'billing'],
  // Output blocked by content filtering policy
  [/content (filter|policy)|moderation|usage policy|safety (filter|policy|reasons|system)/i, 'content_filter'],
]

/** Reads `{type: 'error', error: {type, message}}`, and the shapes that compatible hosts put in its place. */
export function classify(failure: WireFailure): Classification {
  const { body } = failure
  const error = objectOf(body?.error)
  const message = stringOf(error?.message) || stringOf(body?.error) || stringOf(body?.message) || undefined
  const type = stringOf(error?.type)
  const isVague = type === 'invalid_request_error' || type === 'permission_error'
  const proven = isVague ? BY_WORDS.find(([pattern]) => pattern.test(message ?? ''))?.[1] : undefined
  const error_class = proven ?? (Object.hasOwn(CLASSES, type) ? CLASSES[type] : undefined)
  return { error_class, message }
}
