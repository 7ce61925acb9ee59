import { format, plural } from './format.ts'

/** What is said of models, their servers and prices. */
export const models = {
  choose: 'Choose a model',
  model: (label: string) => `Model: ${label}`,
  model_then: (label: string, next: string) => `Model: ${label}, ${next}`,
  automatic: 'Automatic',
  next: (label: string) => `${label} next`,
  none: 'No model',
  count: (count: number) => plural(count, '1 model', `${count} models`),
  answers: (count: number) => plural(count, '1 answer', `${count} answers`),
  problems: {
    unreachable: () => 'the server cannot be reached. Its models are listed as soon as it answers.',
    key_refused: () => 'the server refuses the key. Put the right one in its place in the settings.',
    no_list: (provider: string) =>
      `the server does not say which models it has. Begin a message with @${provider}:name to use one.`,
    no_models: () => 'the server has no models yet. They are listed as soon as it has.',
  },
  /** Goes on after the name of a model or a provider. */
  unavailable: (since: Date, why: string, until: Date) =>
    `unavailable since ${format.clock(since)}: ${why}; tried again at ${format.clock(until)}`,
  unavailable_because: {
    rate_limit: 'rate limit',
    auth: 'the key is refused',
    server_error: 'errors of the server',
    network: 'it cannot be reached',
    billing: 'nothing left to pay with',
    other: 'its calls failed',
  },
  ends: (day: string) => `until ${day}`,
  ended: (day: string) => `switched off on ${day}`,
  no_models_listed: 'the server lists no models.',
  local_amount: '0 · this machine',
  free: 'free',
  no_price: 'no price',
  price: (input: string, output: string) => `${format.dollars(input)} in · ${format.dollars(output)} out`,
  sample: (price: string) => `${price} (sample)`,
  at_least: (amount: string) => `at least ${amount}`,
  unpriced: (what: string, calls: number) =>
    `${what}; ${plural(calls, 'one model call has', `${format.count(calls)} model calls have`)} no price`,
  cost_of_chat: 'Cost of this chat',
  cost_of_answer: 'Cost of this answer',
  cost: (amount: string) => `Cost: ${amount}`,
}
