import type { ErrorClass } from '#lib/canonical/error.ts'

export interface ErrorAdvice {
  title: string
  /** What to do about it. */
  advice: string
}

/** What an error means to the person who sees it, and the way on. */
export const ERROR_ADVICE = {
  rate_limit: {
    title: 'The provider is limiting requests',
    advice: 'Wait a little and send again, or choose another model.',
  },
  auth: {
    title: 'The provider refused the key',
    advice: 'Check the key of this provider in .env and restart the server. Other models still work.',
  },
  server_error: {
    title: 'The provider has a problem',
    advice: 'It is on their side and usually passes. Send again in a moment, or choose another model.',
  },
  network: {
    title: 'The connection to the provider broke',
    advice: 'What had arrived is kept. Check the network and the base URL, then send again.',
  },
  context_overflow: {
    title: 'The conversation is too long for this model',
    advice: 'Choose a model with a larger context window, or start a new chat.',
  },
  invalid_request: {
    title: 'The provider did not accept the request',
    advice: 'Its own words are below. Another model may take it; a shorter or simpler message may help.',
  },
  cancelled: { title: 'Stopped', advice: 'What had arrived is kept. The next message starts afresh.' },
  billing: {
    title: 'The account has no credit left',
    advice: 'Add credit with the provider or raise its limit, or choose a model of another provider.',
  },
  content_filter: {
    title: 'The provider’s content filter stopped this',
    advice: 'Put it in other words, or choose another model.',
  },
  not_found: {
    title: 'The provider does not know this model',
    advice: 'It may have been renamed, retired or not installed. Choose another model.',
  },
  other: {
    title: 'The answer could not be finished',
    advice: 'Why is said below. What had arrived of it is kept; send again to go on.',
  },
} satisfies Record<ErrorClass, ErrorAdvice>

/** Also for a class that a newer server may send. */
export function adviceFor(errorClass: string): ErrorAdvice {
  return Object.hasOwn(ERROR_ADVICE, errorClass) ? ERROR_ADVICE[errorClass as ErrorClass] : ERROR_ADVICE.other
}
