import { format, plural } from './format.ts'

/** What past calls cost by another version of the prices. */
export const reprices = {
  title: 'Reprice past calls',
  about:
    'What calls cost by another version of the prices. What was billed never changes: the other cost is kept beside it, and can be taken back.',
  version: 'Priced by',
  in_force: (version: string) => `${version} (in force)`,
  try: 'Dry run',
  trying: 'Going through the calls…',
  if_priced: (first: string, last: string, version: string) => `If ${first} to ${last} were priced by ${version}`,
  nothing_written: 'dry run, nothing is written',
  groups: { day: 'Day', call: 'Call' },
  difference_by: {
    model: 'Difference by model',
    day: 'Difference by day',
    user: 'Difference by person',
    session: 'Difference by chat',
    call: 'Difference by call',
  },
  as_billed: 'As billed',
  by_version: 'By the version',
  difference: 'Difference',
  computed_from: 'Computed from',
  sources: { reported: 'reported tokens', estimated: 'estimated tokens', incomplete: 'nothing known' },
  changed: (changed: number, calls: number) =>
    `${format.count(changed)} of ${plural(calls, '1 call', `${format.count(calls)} calls`)} would cost something else.`,
  computed: (reported: number, estimated: number) =>
    `Computed from tokens that the provider reported (${format.count(reported)}) or that were estimated here (${format.count(estimated)}).`,
  incomplete: (count: number) =>
    plural(
      count,
      'Of 1 call the tokens are not known: it stays as it is.',
      `Of ${format.count(count)} calls the tokens are not known: they stay as they are.`,
    ),
  kept: (count: number) =>
    plural(
      count,
      '1 call has no price in this version and keeps what it was billed.',
      `${format.count(count)} calls have no price in this version and keep what they were billed.`,
    ),
  still_unpriced: (count: number) =>
    plural(
      count,
      '1 call has no price in this version, or one for a part.',
      `${format.count(count)} calls have no price in this version, or one for a part.`,
    ),
  show_all: (count: number) => `Show all ${format.count(count)}`,
  largest: (count: number) => `These are the ${format.count(count)} with the largest difference.`,
  none: 'No call was made in these days.',
  reason: 'Why',
  reason_hint: 'It is kept with the costs, with your name and the time.',
  reason_missing: 'Say why, for whoever looks at these costs later.',
  apply: 'Keep these costs',
  begun: 'It is being applied. It goes on when you leave this page.',
  earlier: 'Earlier reprices',
  no_earlier: 'Nothing has been repriced yet.',
  from_to: (first: string, last: string) => `${first} to ${last}`,
  begun_by: (author: string, when: string) => `Begun by ${author} on ${when}.`,
  has_changed: (changed: number, calls: number) =>
    `${format.count(changed)} of ${plural(calls, '1 call', `${format.count(calls)} calls`)} changed.`,
  states: { applying: 'being applied', applied: 'holds', reverting: 'being reverted', reverted: 'reverted' },
  progress: (version: string) => `How far ${version} has come`,
  revert: 'Revert',
  revert_this: (version: string, when: string) => `Revert ${version} of ${when}`,
  revert_sure: 'These calls go back to what they were billed.',
  revert_now: 'Revert now',
  keep: 'Keep it',
}
