import { assertNever } from '../../assert-never.ts'
import type { RefusalFault } from '../fault.ts'
import { type Prompt, tokensOf } from '../prompt.ts'
import type { Refusal } from '../wire-format.ts'
import { modelNamed } from './model.ts'

export function invalid(message: string): Refusal {
  return { status: 400, type: '', message }
}

/** The errors that the real server answers, in its words; of its cloud, where one on one's own machine has none. */
export function refusalOf(fault: RefusalFault, { segments, model }: Prompt): Refusal {
  switch (fault) {
    case 'overloaded':
    case 'overloaded once':
      return { ...invalid('server busy, please try again. maximum pending requests exceeded'), status: 503 }
    case 'rate limit':
      return {
        ...invalid('you have reached your hourly usage limit, please wait or upgrade to continue'),
        status: 429,
        headers: { 'retry-after': '2' },
      }
    case 'auth':
      return { ...invalid('unauthorized'), status: 401 }
    case 'billing':
      return {
        ...invalid('this model requires a subscription, upgrade for access: https://ollama.com/upgrade'),
        status: 402,
      }
    case 'overflow':
      return invalid(
        `prompt too long; exceeded max context length by ${tokensOf(segments) + modelNamed(model).context} tokens`,
      )
    case 'bad request':
      return invalid('invalid request')
    default:
      return assertNever(fault)
  }
}
