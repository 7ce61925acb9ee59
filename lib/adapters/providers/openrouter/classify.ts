import { isJsonObject } from '../../../canonical/json.ts'
import type { Classification, Protocol, WireFailure } from '../../protocol.ts'

/** What a status does not say, or says otherwise here (wire-rule 99). */
const WORDS: readonly [RegExp, NonNullable<Classification['error_class']>][] = [
  // 403: … requires moderation on OpenAI. Your input was flagged for "violence".
  [/moderat|flagged/i, 'content_filter'],
  // 403: Key limit exceeded (monthly limit). · 402: Insufficient credits. Add more using …
  [/key limit exceeded|insufficient credits|requires more credits/i, 'billing'],
  // 404: No endpoints found that support image input
  [/no endpoints found that support/i, 'invalid_request'],
  // 400: openai/gpt-nonexistent is not a valid model ID · 404: No endpoints found for …
  [/is not a valid model ID|no endpoints found/i, 'not_found'],
]

/** The shared reading of an error body, and what OpenRouter says in its own way. */
export function classify(failure: WireFailure, shared: Protocol['classify']): Classification {
  const classified = shared(failure)
  const error = isJsonObject(failure.body?.error) ? failure.body.error : null
  const metadata = isJsonObject(error?.metadata) ? error.metadata : {}
  const words = typeof error?.message === 'string' ? error.message : ''
  const error_class = Array.isArray(metadata.reasons)
    ? 'content_filter'
    : (WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? classified.error_class)
  // The upstream's own words, where they are not text (wire-rule 98).
  const message = isJsonObject(metadata.raw) ? `${words}: ${JSON.stringify(metadata.raw)}` : classified.message
  return { ...classified, error_class, message }
}
