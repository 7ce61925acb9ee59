import { assertNever } from '../../assert-never.ts'
import type { RefusalFault } from '../fault.ts'
import type { JsonObject } from '../json.ts'
import type { Prompt } from '../prompt.ts'
import type { Refusal } from '../wire-format.ts'

const CONTEXT_WINDOW = 200_000

export function invalid(message: string): Refusal {
  return { status: 400, type: 'invalid_request_error', message }
}

/** The errors that the real provider answers, in its words. */
export function refusalOf(fault: RefusalFault, { segments }: Prompt): Refusal {
  switch (fault) {
    case 'overloaded':
    case 'overloaded once':
      return { status: 529, type: 'overloaded_error', message: 'Overloaded' }
    case 'rate limit':
      return {
        status: 429,
        type: 'rate_limit_error',
        message:
          "This request would exceed your organization's rate limit of 50,000 input tokens per minute. For details, refer to: https://docs.claude.com/en/api/rate-limits.",
        headers: { 'retry-after': '2' },
      }
    case 'auth':
      return { status: 401, type: 'authentication_error', message: 'invalid x-api-key' }
    case 'billing':
      return {
        status: 402,
        type: 'billing_error',
        message:
          'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
      }
    case 'overflow': {
      const tokens = segments.reduce((total, segment) => total + segment.tokens, CONTEXT_WINDOW)
      return invalid(`prompt is too long: ${tokens} tokens > ${CONTEXT_WINDOW} maximum`)
    }
    case 'bad request':
      return invalid('There was an issue with the format or content of your request.')
    default:
      return assertNever(fault)
  }
}

export function errorBody({ type, message }: Pick<Refusal, 'type' | 'message'>, requestId: string): JsonObject {
  return { type: 'error', error: { type, message }, request_id: requestId }
}
