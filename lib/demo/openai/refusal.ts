import { assertNever } from '../../assert-never.ts'
import type { RefusalFault } from '../fault.ts'
import type { JsonObject } from '../json.ts'
import type { Prompt } from '../prompt.ts'
import type { Refusal } from '../wire-format.ts'

const CONTEXT_WINDOW = 128_000

export function invalid(message: string, param: string | null = null, code: string | null = null): Refusal {
  return { status: 400, type: 'invalid_request_error', message, param, code }
}

export const NOT_JSON =
  "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.)"

export const SERVER_ERROR = {
  type: 'server_error',
  message: 'The server had an error while processing your request. Sorry about that!',
}

/** The errors that the real provider answers, in its words. */
export function refusalOf(fault: RefusalFault, { segments, model }: Prompt): Refusal {
  switch (fault) {
    case 'overloaded':
    case 'overloaded once':
      return {
        status: 503,
        type: 'server_error',
        message: 'The engine is currently overloaded, please try again later.',
      }
    case 'rate limit':
      return {
        status: 429,
        type: 'tokens',
        code: 'rate_limit_exceeded',
        message: `Rate limit reached for ${model} on tokens per min (TPM): Limit 30000, Used 29500, Requested 1500. Please try again in 2s. Visit https://platform.openai.com/account/rate-limits to learn more.`,
        headers: { 'retry-after': '2' },
      }
    case 'auth':
      return {
        status: 401,
        type: 'invalid_request_error',
        code: 'invalid_api_key',
        message:
          'Incorrect API key provided: demo. You can find your API key at https://platform.openai.com/account/api-keys.',
      }
    case 'billing':
      return {
        status: 429,
        type: 'insufficient_quota',
        code: 'insufficient_quota',
        message:
          'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.',
      }
    case 'overflow': {
      const tokens = segments.reduce((total, segment) => total + segment.tokens, CONTEXT_WINDOW)
      return invalid(
        `This model's maximum context length is ${CONTEXT_WINDOW} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
        'messages',
        'context_length_exceeded',
      )
    }
    case 'bad request':
      return invalid('Invalid request. Please check your request and try again.')
    default:
      return assertNever(fault)
  }
}

export function errorBody({
  type,
  message,
  param = null,
  code = null,
}: Pick<Refusal, 'type' | 'message' | 'param' | 'code'>): JsonObject {
  return { error: { message, type, param, code } }
}
