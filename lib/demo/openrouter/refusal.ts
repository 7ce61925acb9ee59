import { assertNever } from '../../assert-never.ts'
import type { RefusalFault } from '../fault.ts'
import type { JsonObject } from '../json.ts'
import { type Prompt, tokensOf } from '../prompt.ts'
import type { Refusal } from '../wire-format.ts'

export const PROVIDER = 'Demo'
const CONTEXT_WINDOW = 200_000

/** The host's own words. */
export function invalid(message: string): Refusal {
  return { status: 400, type: 'host', message }
}

/** The upstream's words, which the host hands on. */
export function fromUpstream({ status, message, headers }: Refusal): Refusal {
  return { status, type: 'upstream', message, ...(headers && { headers }) }
}

/** The errors that the real host answers, in its words. */
export function refusalOf(fault: RefusalFault, { segments }: Prompt): Refusal {
  switch (fault) {
    case 'overloaded':
    case 'overloaded once':
      return fromUpstream({ ...invalid('Overloaded'), status: 503 })
    case 'rate limit':
      return fromUpstream({
        ...invalid('openrouter is temporarily rate-limited upstream. Please retry shortly.'),
        status: 429,
        headers: { 'retry-after': '2' },
      })
    case 'auth':
      return { ...invalid('No auth credentials found'), status: 401 }
    case 'billing':
      return { ...invalid('Insufficient credits. Add more using https://openrouter.ai/settings/credits'), status: 402 }
    case 'overflow':
      return invalid(
        `This endpoint's maximum context length is ${CONTEXT_WINDOW} tokens. However, you requested about ${tokensOf(segments) + CONTEXT_WINDOW} tokens. Please reduce the length of either one, or use the context-compression plugin to compress your prompt automatically.`,
      )
    case 'bad request':
      return invalid('Provider returned error')
    default:
      return assertNever(fault)
  }
}

export function errorBody({ status, type, message }: Refusal): JsonObject {
  const metadata = { raw: message, provider_name: PROVIDER }
  return {
    error:
      type === 'upstream' ? { message: 'Provider returned error', code: status, metadata } : { message, code: status },
  }
}
