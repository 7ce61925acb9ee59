import type { UsageBucket, UsageGroup } from '#lib/usage/usage.ts'
import { addDays, bucketsFor, type Day, type Days, daysBefore, isDay, SPANS, type Span, spanUntil } from './period.ts'
import type { RoutesQuery, UnreadQuery, UsageQuery } from './use-usage.ts'

/** By what calls can be told apart, in the ledger and over time. */
export const LEDGER_GROUPS = [
  'model',
  'provider',
  'session',
  'user',
  'team',
  'tool',
  'error_class',
  'routing_mode',
] as const satisfies readonly UsageGroup[]
export type LedgerGroup = (typeof LEDGER_GROUPS)[number]

/** What calls can be left out by. */
export const FILTERS = [
  'model',
  'provider',
  'session',
  'user',
  'routing_mode',
  'error_class',
] as const satisfies readonly (UsageGroup & keyof UsageQuery)[]
export type Filter = (typeof FILTERS)[number]
export type Filters = Readonly<Partial<Record<Filter, string>>>

/** All that the address of the page says. */
export interface View {
  /** Of chosen days there is no span. */
  span: Span | null
  days: Days
  /** `null`: the one that reads best. */
  bucket: UsageBucket | null
  group: LedgerGroup
  filters: Filters
  costs: 'stamped' | 'repriced'
  /** Every amount and count to its last digit. */
  isExact: boolean
}

const USUAL_SPAN: Span = '30d'

/** What it does not say, and what it says wrongly, is as usual. */
export function parseView(said: URLSearchParams, today: Day): View {
  const chosen = daysOf(said.get('from'), said.get('to'))
  const span = chosen ? null : (SPANS.find((each) => each === said.get('period')) ?? USUAL_SPAN)
  const days = chosen ?? spanUntil(today, span ?? USUAL_SPAN)
  const filters = FILTERS.flatMap((filter) => {
    const value = said.get(filter)
    return value === null || value === '' || value.length > 300 ? [] : [[filter, value] as const]
  })
  return {
    span,
    days,
    bucket: bucketsFor(days).offered.find((each) => each === said.get('bucket')) ?? null,
    group: LEDGER_GROUPS.find((each) => each === said.get('group')) ?? 'model',
    filters: Object.fromEntries(filters),
    costs: said.get('costs') === 'repriced' ? 'repriced' : 'stamped',
    isExact: said.get('exact') === '1',
  }
}

/** Both are days that are shown: the last one belongs to them. */
function daysOf(first: string | null, last: string | null): Days | null {
  if (first === null || last === null || !isDay(first) || !isDay(last) || first > last) return null
  return { from: first, to: addDays(last, 1) }
}

/** Only what is not as usual. */
export function addressOfView({ span, days, bucket, group, filters, costs, isExact }: View): string {
  const said = new URLSearchParams({
    ...(span === null && { from: days.from, to: addDays(days.to, -1) }),
    ...(span !== null && span !== USUAL_SPAN && { period: span }),
    ...(bucket && { bucket }),
    ...(group !== 'model' && { group }),
    ...filters,
    ...(costs === 'repriced' && { costs }),
    ...(isExact && { exact: '1' }),
  })
  return said.size === 0 ? '' : `?${said}`
}

/** As many as a chart can show. */
export const MOST_ROWS = 10_000
/** As many rows as a page shows of a ledger. */
export const LEDGER_ROWS = 100
const DEAREST_ROWS = 10

/** Chats are too many to be told apart in a chart, and calls with several tools or teams would be in it several times. */
const CANNOT_BE_STACKED: ReadonlySet<LedgerGroup> = new Set(['session', 'tool', 'team'])

/** What the page asks the server. Parts that ask the same share one request. */
export function queriesOf(view: View, tz: string) {
  const { days, span, filters, costs, group } = view
  const { model: of_model, ...otherFilters } = filters
  const base: UsageQuery = { ...days, tz, ...(costs === 'repriced' && { costs }), ...filters }
  return {
    ledger: { ...base, group_by: group, limit: LEDGER_ROWS },
    /** The same as a file, with all of its rows. */
    file: { ...base, group_by: group },
    models: { ...base, group_by: 'model', limit: LEDGER_ROWS },
    providers: { ...base, group_by: 'provider', limit: LEDGER_ROWS },
    errors: { ...base, group_by: 'error_class', limit: LEDGER_ROWS },
    sessions: { ...base, group_by: 'session', limit: DEAREST_ROWS },
    turns: { ...base, group_by: 'turn', limit: DEAREST_ROWS },
    before: { ...base, ...daysBefore(days, span), limit: 1 },
    time: {
      ...base,
      group_by: CANNOT_BE_STACKED.has(group) ? 'model' : group,
      bucket: bucketOf(view),
      limit: MOST_ROWS,
    },
    whole: (bucket: UsageBucket): UsageQuery => ({ ...base, bucket, limit: MOST_ROWS }),
    elsewhere: { ...days, tz, ...otherFilters, ...(of_model !== undefined && { of_model }) },
    /** Decisions are told apart by the model that was proposed, and by nothing else of a call. */
    routing: { ...days, tz, ...(of_model !== undefined && { model: of_model }) },
    unread: { ...days, tz, ...filters, group_by: 'model' },
    /** What there is to choose from for a filter, also beside what is chosen of it. */
    choices: (filter: Filter): UsageQuery => ({ ...base, [filter]: undefined, group_by: filter, limit: LEDGER_ROWS }),
  } satisfies Record<string, UsageQuery | RoutesQuery | UnreadQuery | ((of: never) => UsageQuery)>
}

export function bucketOf({ bucket, days }: View): UsageBucket {
  return bucket ?? bucketsFor(days).best
}
