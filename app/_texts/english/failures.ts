import type { ErrorCode } from '#lib/api/error.ts'
import type { Trial } from '#lib/api/provider.ts'
import type { ErrorClass } from '#lib/canonical/error.ts'
import type { StorageProblem } from '#lib/events/frame.ts'

/** What the server has said of a request that it did not do, and what it knows beside its words. */
export interface Refusal {
  status: number
  message: string
  details: unknown
}

type Refusals = Readonly<Partial<Record<ErrorCode | 'unreachable' | 'unknown', (refusal: Refusal) => string>>>

/** `said`: the provider's own words, in brackets, or nothing. */
interface Trials {
  some_provider: string
  works: (provider: string, models: number | null) => string
  problems: Readonly<Record<NonNullable<Trial['problem']>, (provider: string, said: string) => string>>
}

/** What went wrong, whose fault it is, and what to do. */
export const failures = {
  not_sent: 'Not sent',
  /** By the code of a refusal. The server says all others in English, and says more than a page could. */
  refusals: {
    unreachable: () => 'The server cannot be reached. Is it still running?',
    unknown: ({ status }) => `The server answered ${status}.`,
  } as Refusals,
  /** What a trial of a provider has shown, by its problem; null where the server's words are those. */
  trials: null as Trials | null,
  /** Why an answer is not stored yet. */
  storage: {
    full: (said: string) => said,
    locked: (said: string) => said,
    unreachable: (said: string) => said,
    missing: (said: string) => said,
  } satisfies Record<StorageProblem['kind'], (said: string) => string>,
  titles: {
    unreachable: 'The server cannot be reached',
    turn_in_progress: 'An answer is still being written',
    too_large: 'The message is too large',
    unsupported_media: 'This kind of file cannot be sent',
    unknown_model: 'There is no such model',
    no_model: 'No model can take this message',
    swap_refused: 'This model cannot take over the conversation',
    storage_full: 'The disk is full',
    storage_unavailable: 'Nothing can be stored',
    not_found: 'This chat does not exist any more',
  },
  advice: {
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
  } satisfies Record<ErrorClass, { title: string; advice: string }>,
}
