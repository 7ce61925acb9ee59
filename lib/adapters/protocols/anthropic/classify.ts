import type { ErrorClass } from '../../../canonical/error.ts'
import { forbiddenClass } from '../../failure/errors.ts'
import type { Classification, WireFailure } from '../../protocol.ts'
import { objectOf, stringOf } from './wire.ts'

/** provider-adapter-contract §6.2, wire-rule 109. `server_error` and the like are missing: the status and the words decide. */
const CLASSES: Readonly<Record<string, ErrorClass>> = {
  overloaded_error: 'rate_limit',
  rate_limit_error: 'rate_limit',
  authentication_error: 'auth',
  billing_error: 'billing',
  not_found_error: 'not_found',
  timeout_error: 'network',
  api_error: 'server_error',
  invalid_request_error: 'invalid_request',
}

/**
 * What an `invalid_request_error` may really be:
 * prompt is too long: 3333404 tokens > 200000 maximum
 * input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens` …
 * Not about its size: context_management: Extra inputs are not permitted
 */
const OVERFLOW = /prompt is too long|\bcontext\b(?![- ](management|editing))|tokens exceeds/i

/** What an `invalid_request_error` or a `permission_error` may really be. */
const BY_WORDS: readonly [RegExp, ErrorClass][] = [
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
  return { error_class: classOf(stringOf(error?.type), message ?? ''), message }
}

function classOf(type: string, message: string): ErrorClass | undefined {
  if (type === 'invalid_request_error' && OVERFLOW.test(message)) return 'context_overflow'
  const isForbidden = type === 'permission_error'
  const proven =
    isForbidden || type === 'invalid_request_error' ? BY_WORDS.find(([words]) => words.test(message)) : undefined
  if (proven) return proven[1]
  if (isForbidden) return forbiddenClass(message)
  return Object.hasOwn(CLASSES, type) ? CLASSES[type] : undefined
}
