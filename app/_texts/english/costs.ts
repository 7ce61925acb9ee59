import { format, plural } from './format.ts'

/** How a figure comes about. */
export const costs = {
  of_answer: 'What this answer cost',
  of_chat: 'What this chat cost',
  of_next: 'What the next message costs',
  of_next_at: (model: string) => `What the next message costs with ${model}`,
  back: 'Back to the whole chat',
  back_to_next: 'Back to all models',
  close: 'Close',
  loading: 'Adding it up…',
  try_again: 'Try again',
  none: 'No model was called for it.',
  lines: 'Cost, line by line',
  what: 'What',
  count: 'Count',
  rate: 'Rate',
  amount: 'Amount',
  sum: 'Sum',
  buckets: {
    input: 'Read',
    output: 'Wrote',
    cached_read: 'From cache',
    cache_write: 'To cache',
    cache_write_1h: 'To cache, 1 h',
    request: 'Request',
    web_search: 'Web searches',
    web_fetch: 'Pages fetched',
    code_execution: 'Code run',
    file_search: 'File searches',
    image_generation: 'Pictures made',
  } as Readonly<Record<string, string>>,
  per_million: (dollars: string) => `${dollars} per million`,
  per_thousand: (dollars: string) => `${dollars} per thousand`,
  per_request: (dollars: string) => `${dollars} each`,
  no_source: 'no source given',
  read_on: (day: string) => `read on ${day}`,
  failed: (why: string) => `failed: ${why}`,
  attempt: (nth: number) => `attempt ${nth}`,
  version: (name: string) => `By the price version ${name}, which held when the call was made.`,
  no_lines:
    'Its lines cannot be shown: what this installation says of its prices has changed since. The amount stays what it was.',
  provider_says: (amount: string) => `The provider itself says ${amount}.`,
  repriced: (amount: string, version: string, reason: string) =>
    `Repriced to ${amount} by version ${version}: ${reason}`,
  states: {
    estimated: 'By tokens that were counted here: the provider sent no figures.',
    partial: 'A part of it has no rate, so that it is at least so much.',
    unpriced: 'The model has no price in the version that holds.',
    unknown: 'Nobody saw its end: it may have been billed.',
  } as Readonly<Record<string, string>>,
  nothing_due: 'It was never answered: nothing is due.',
  model: 'Model',
  question: 'Question',
  turn: 'An earlier question',
  other: 'Title of the chat, and what belongs to no question',
  calls: 'Calls',
  by_model: 'By model',
  by_turn: 'By question, the dearest first',
  cache_saved: (part: string, amount: string) => `${part} was read from a cache, which saved ${amount}.`,
  cache_cost: (part: string, amount: string) =>
    `${part} was read from a cache; writing to it cost ${amount} more than reading saved.`,
  unpriced: (calls: number) =>
    plural(
      calls,
      'A call has no price, or not for all of it: the sum is at least so much.',
      `${format.count(calls)} calls have no price, or not for all of them: the sum is at least so much.`,
    ),
  unknown: (calls: number) =>
    plural(
      calls,
      'Of a call nobody saw the end: it may have been billed, and is not in the sum.',
      `Of ${format.count(calls)} calls nobody saw the end: they may have been billed, and are not in the sum.`,
    ),
  /** Why a model is among those that the next message is told for. */
  chosen: {
    chat: 'of this chat',
    most_used: 'used most by you',
    cheapest: 'cheapest to read this',
    dearest: 'dearest to read this',
  } as Readonly<Record<string, string>>,
  floor: 'At least',
  floor_about: 'At least: to read what is here, with an empty message and without an answer.',
  range: 'As a rule',
  range_about:
    'As a rule: what the middle 80 % of your turns would cost from here, with what they wrote and their tools.',
  range_unknown: 'not known yet',
  no_range: 'What an answer adds is not known yet: there are fewer than 5 turns to go by.',
  from_to: (low: string, high: string) => (low === high ? low : `${low} to ${high}`),
  left_out: (model: string, reason: string) => `${model} cannot go on with this chat: ${reason}.`,
  counted_here: 'Tokens are counted here, about: providers count in their own way.',
  from_cache_until: (tokens: string, until: string, after: string | null) =>
    `${tokens} tokens may still come from the cache of its host, until ${until} at most.${after === null ? '' : ` Without it, it costs at least ${after}.`}`,
  /** While an answer is written. */
  wrote_so_far: (tokens: number) => `wrote ${format.count(tokens)} so far`,
  so_far_about: 'So far, about: counted here while the answer comes. What was billed stands below it at its end.',
  version_now: (name: string) => `By the price version ${name}, which holds now.`,
  price_of: (model: string) => `At the price of ${model}.`,
  by_chat: (turns: number) =>
    `By the last ${format.count(turns)} answered turns of this chat, at the prices of this model and from the length that the chat has now.`,
  by_person: (turns: number) =>
    `By your last ${format.count(turns)} answered turns with this model in 30 days, from the length that this chat has now: it has fewer than 5 itself.`,
  /** `most`: how many calls that is at most. */
  turns_took: (tokens: string, calls: string, most: number) =>
    `The middle 80 % of them wrote ${tokens} tokens, in ${calls} ${plural(most, 'call', 'calls')}.`,
}
