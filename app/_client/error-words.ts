import type { Trial } from '#lib/api/provider.ts'
import type { Texts } from '../_texts/texts.ts'
import { ApiError } from './use-api.ts'

type Words = Pick<Texts, 'failures'>

/** Why a request failed, in the language of the reader; the server's own words where only they say it. */
export function errorWords(texts: Words, error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  const { code, message, details } = error
  const trial = code === 'provider_refused' ? (details as { problem?: Trial['problem'] } | undefined)?.problem : null
  const { trials } = texts.failures
  if (trials && trial) return trials.problems[trial](trials.some_provider, bracketsOf(message))
  // A newer server may say others.
  const refusals: Readonly<Record<string, ((refusal: ApiError) => string) | undefined>> = texts.failures.refusals
  return refusals[code]?.(error) ?? message
}

/** What came out when a provider was tried. */
export function trialWords({ failures: { trials } }: Words, provider: string, trial: Trial): string {
  if (!trials) return trial.message
  const { problem, models, message } = trial
  return problem === null ? trials.works(provider, models) : trials.problems[problem](provider, bracketsOf(message))
}

/** What the provider itself has said: `One refuses this key (401: no such key).` */
function bracketsOf(message: string): string {
  return / \(.*\)(?=\.$)/s.exec(message)?.[0] ?? ''
}
