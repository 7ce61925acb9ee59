import type { ErrorCode, ErrorDetails } from '#lib/api/error.ts'
import type { Trial } from '#lib/api/provider.ts'
import type { ErrorClass, ErrorReason } from '#lib/canonical/error.ts'
import type { RejectionReason, RoutingPolicy } from '#lib/events/catalog.ts'
import type { StorageProblem } from '#lib/events/frame.ts'
import { format } from './format.ts'

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

/** How models were looked for, by what the server names beside its own words. */
interface Routes {
  verdicts: Readonly<Record<'not_applicable' | 'deferred' | 'chose', string>>
  rejections: Readonly<Record<RejectionReason, string>>
  /** Modes of which the name says why. */
  chosen: Readonly<Record<'override' | 'manual' | 'default', true>>
  by_alias: (alias: string) => string
}

const BUDGETS = {
  installation: 'The budget',
  person: 'Your budget',
  team: 'The budget of the team',
  member: 'Your budget in the team',
}

function budgetSpent({ message, details }: Refusal): string {
  const { reason, scope, period, limit_usd, left_usd, estimate_usd, ends_at, route_to } = (details ?? {}) as Partial<
    ErrorDetails<'budget_spent'>
  >
  if (reason === undefined || reason === 'unpriced' || !scope || !left_usd || !limit_usd || !estimate_usd || !ends_at)
    return message
  const left = left_usd === '0' ? 'nothing' : format.roughCost(left_usd)
  const until = format.moment(new Date(ends_at))
  const way = route_to ? ` Until then ${route_to} can still be asked.` : ''
  return `This message may cost about ${format.roughCost(estimate_usd)}. ${BUDGETS[scope]} of ${format.cost(limit_usd)} for this ${period} has ${left} left until ${until}.${way}`
}

/** What went wrong, whose fault it is, and what to do. */
export const failures = {
  not_sent: 'Not sent',
  /** A sentence of the server’s that is stored, or comes from far inside. */
  said: (sentence: string) => sentence,
  /** By the code of a refusal. The server says all others in English, and says more than a page could. */
  refusals: {
    unreachable: () => 'The server cannot be reached. Is it still running?',
    unknown: ({ status }) => `The server answered ${status}.`,
    turn_in_progress: () => 'An answer is still being written. To go on, wait for it or cancel it first.',
    budget_spent: budgetSpent,
  } as Refusals,
  /** What a trial of a provider has shown, by its problem; null where the server's words are those. */
  trials: null as Trials | null,
  /** Where a model can be chosen, in the order in which it is looked for there. */
  policies: {
    per_message_override: 'In the message',
    manual_sticky: 'For this chat',
    rule: 'Rules',
    pattern: 'Patterns',
    delegate_request: 'Another model',
    workspace_default: 'Folder',
    global_default: 'Default model',
  } as Readonly<Record<RoutingPolicy, string>>,
  /** Why a model was chosen or not; null where the server's words are those. */
  routes: null as Routes | null,
  /** What can be done about a refusal, by the server's name for it; where there is none, the server's own words. */
  ways: {} as Readonly<Record<string, string>>,
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
    budget_spent: 'The budget has no room for this',
    brief_failed: 'No summary could be written',
    description_failed: 'A picture could not be described',
    swap_refused: 'This model cannot take over the conversation',
    storage_full: 'The disk is full',
    storage_unavailable: 'Nothing can be stored',
    not_found: 'This chat does not exist any more',
  },
  /** Before the advice, where something of the answer had come. */
  kept: 'What had arrived is kept.',
  to_settings: 'Providers and keys',
  advice: {
    overloaded: {
      title: 'The provider is overloaded',
      advice: 'Too many ask it at this moment, which usually passes. Send again soon, or choose another model.',
    },
    unreachable: {
      title: 'The provider cannot be reached',
      advice: 'Nothing of the request arrived there. Check that it is running, its address and the network.',
    },
    budget_spent: {
      title: 'The budget is spent',
      advice:
        'What is left is said below. Another model may cost less; whoever runs this installation can raise the limit.',
    },
    refused_before: {
      title: 'Not sent again',
      advice:
        'The provider refused this very request before, with the words below, and would again. Ask another model, or change something in it.',
    },
    rate_limit: {
      title: 'The provider is limiting requests',
      advice: 'Wait a little and send again, or choose another model.',
    },
    auth: {
      title: 'The provider refused the key',
      advice: 'Paste a valid one in the settings, or correct the one in .env. Models of other providers still work.',
    },
    server_error: {
      title: 'The provider has a problem',
      advice: 'It is on their side and usually passes. Send again in a moment, or choose another model.',
    },
    network: {
      title: 'The connection to the provider broke',
      advice: 'Check the network, then send again.',
    },
    context_overflow: {
      title: 'The conversation is too long for this model',
      advice: 'Choose a model with a larger context window, or start a new chat.',
    },
    invalid_request: {
      title: 'The provider did not accept the request',
      advice: 'Its own words are below. Another model may take it; a shorter or simpler message may help.',
    },
    cancelled: { title: 'Stopped', advice: 'The next message starts afresh.' },
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
      advice: 'Why is said below. Send again to go on.',
    },
  } satisfies Record<ErrorClass | ErrorReason, { title: string; advice: string }>,
}
