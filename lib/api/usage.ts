import { z } from 'zod'
import { orNewer } from '../canonical/or-newer.ts'
import { RejectionReason, RouteVerdict, RoutingPolicy } from '../events/catalog.ts'
import { USAGE_BUCKETS, USAGE_GROUPS } from '../usage/usage.ts'
import type { Endpoint } from './endpoint.ts'
import { Moment, TimeZone } from './moment.ts'
import { limit } from './request.ts'

const Name = z.string().min(1).max(300)
const Count = z.number().int().nonnegative()
const Dollars = z.string()

export const Percentiles = z.object({ p50: z.number(), p95: z.number(), p99: z.number() }).nullable()

const latency = { latency_ms: Percentiles, time_to_first_token_ms: Percentiles }

const sums = {
  calls: Count,
  failed_calls: Count,
  input_tokens: Count,
  output_tokens: Count,
  cached_input_tokens: Count,
  cache_creation_input_tokens: Count,
  cache_creation_1h_input_tokens: Count,
  reasoning_tokens: Count,
  cost_usd: Dollars.nullable(),
  /** Without a price, or with a part that has none: not in the sum, or not wholly. */
  unpriced_calls: Count,
  /** Those of them of which a part has one. */
  partial_calls: Count,
  /** Nobody saw their end: they may have been billed. */
  unknown_calls: Count,
  estimated_calls: Count,
  cache_saved_usd: Dollars,
  retries: Count,
  retries_usd: Dollars,
  output_tokens_per_second: z.number().nullable(),
}

const UsageRow = z.object({
  /** What it is the sum of; `null` for calls that have no such thing. */
  key: z.string().nullable(),
  /** When its bucket begins. */
  bucket: z.string().optional(),
  /** Of a session or the session of a turn, a person or a team: what it is called, `null` where it has no title or is gone. */
  title: z.string().nullable().optional(),
  /** Of a session or a turn: the session, where it is still there for whoever asks; else `null`. */
  session_id: z.string().nullable().optional(),
  ...sums,
  ...latency,
})

const Totals = z.object({ ...sums, ...latency })

const range = {
  from: Moment.optional(),
  to: Moment.optional(),
  tz: TimeZone,
}

const format = z.enum(['json', 'csv'], 'json or csv').optional()

const filter = {
  model: Name.optional(),
  provider: Name.optional(),
  session: Name.optional(),
  user: Name.optional(),
  routing_mode: Name.optional(),
  error_class: Name.optional(),
}

export const readUsage = {
  id: 'readUsage',
  tag: 'usage',
  needs: 'admin',
  summary: 'What calls of models came to',
  description:
    'Calls that begin from `from` on and before `to`; without them those of the last 30 days. A day stands for its beginning in `tz`. With `group_by` one row for each model, provider and so on, the dearest first; with `bucket` as well one for each of its hours, days, weeks (from Monday) or months in `tz`, in their order. With `limit` only the first rows, without it all of them, up to 100,000; more are refused, and never cut. `totals` are always of all. `costs=repriced` adds what a reprice that holds changes; without it costs are those that were stamped when each call was made. `cost_usd` is `null` where tokens were counted and none of them has a price. Latencies are there for models, providers and totals, within a sixteenth, and `null` elsewhere, with `bucket`, and for chats and turns. A call that used several tools is in the row of each, and one of somebody who is in several teams in that of each of these. As `text/csv` the same rows as a table.',
  query: z.object({
    ...range,
    ...filter,
    bucket: z.enum(USAGE_BUCKETS, 'hour, day, week or month').optional(),
    group_by: z.enum(USAGE_GROUPS, `one of ${USAGE_GROUPS.join(', ')}`).optional(),
    costs: z.enum(['stamped', 'repriced'], 'stamped or repriced').default('stamped'),
    limit: limit(10_000, 10_000).unwrap().optional(),
    format,
  }),
  answer: {
    status: 200,
    json: z.object({
      from: z.string(),
      to: z.string(),
      tz: z.string(),
      costs: z.enum(['stamped', 'repriced']),
      /** Where each bucket of the range begins, also of those without a call. */
      buckets: z.array(z.string()).optional(),
      rows: z.array(UsageRow),
      totals: Totals,
    }),
    or: ['text/csv'],
  },
  errors: ['invalid_request'],
} as const satisfies Endpoint

/** By what calls themselves can be told apart. */
const UNREAD_GROUPS = ['model', 'provider', 'session', 'user', 'routing_mode', 'error_class'] as const

const writes = {
  writes: Count,
  tokens: Count,
  /** What they cost above ordinary input; of those of which that is known. */
  premium_usd: Dollars,
  unpriced_writes: Count,
}

export const readUnreadWrites = {
  id: 'readUnreadWrites',
  tag: 'usage',
  needs: 'admin',
  summary: 'Writes to a cache that nothing has read',
  description:
    'Of calls that begin from `from` on and before `to`: those after which no later call of the same chat and model has read from a cache, up to now. `premium_usd` is what they cost above the same tokens as ordinary input. With `group_by` one row for each, the dearest first.',
  query: z.object({
    ...range,
    ...filter,
    group_by: z.enum(UNREAD_GROUPS, `one of ${UNREAD_GROUPS.join(', ')}`).optional(),
    limit: limit(100, 10_000),
  }),
  answer: {
    status: 200,
    json: z.object({
      from: z.string(),
      to: z.string(),
      rows: z.array(z.object({ key: z.string().nullable(), ...writes })),
      totals: z.object(writes),
    }),
  },
  errors: ['invalid_request'],
} as const satisfies Endpoint

const Route = z.object({
  policy: orNewer(RoutingPolicy),
  verdict: orNewer(RouteVerdict),
  /** `null` where none was proposed. */
  model: z.string().nullable(),
  rejection: orNewer(RejectionReason).nullable(),
  decisions: Count,
})

export const readRoutes = {
  id: 'readRoutes',
  tag: 'usage',
  needs: 'admin',
  summary: 'What each slot of the routing chain came to',
  description:
    'How often each slot chose a model, was rejected and why, gave way to an earlier one, or had nothing to say; turns that were refused are among them. Of whole quarters of an hour: of all that the range touches. With `model` of what it was proposed for alone. As `text/csv` the same rows as a table.',
  query: z.object({ ...range, model: Name.optional(), format }),
  answer: {
    status: 200,
    json: z.object({ from: z.string(), to: z.string(), rows: z.array(Route) }),
    or: ['text/csv'],
  },
  errors: ['invalid_request'],
} as const satisfies Endpoint

export const readMetrics = {
  id: 'readMetrics',
  tag: 'usage',
  needs: 'admin',
  byToken: true,
  summary: 'What calls of models came to, as Prometheus reads it',
  description:
    'Counters since the first call, by model; times of the last day. Text format 0.0.4. A monitor that does not sign in sends `Authorization: Bearer` with `METIS_METRICS_TOKEN`.',
  answer: { status: 200, file: ['text/plain'] },
  errors: [],
} as const satisfies Endpoint

/** As a range: tokenisers count and models write differently, so that it is within a fifth either way. */
const Elsewhere = z.object({
  cost_usd: Dollars.nullable(),
  low_usd: Dollars.nullable(),
  high_usd: Dollars.nullable(),
  estimated: z.literal(true),
  calls: Count,
  /** Calls that are in no sum: their tokens are not known, or the model has no price for a part of them. */
  unpriced_calls: Count,
})

export const readElsewhere = {
  id: 'readElsewhere',
  tag: 'usage',
  needs: 'admin',
  summary: 'What the same tokens would have cost with another model',
  description:
    'By the prices that hold now, with what was read from caches at its rate for that. With `model` of that one, else of every model that can be asked and has a price. Of the calls that the filters name; `of_model` is the one that answered them. An estimate: other models count and write differently.',
  query: z.object({ ...range, ...filter, of_model: Name.optional() }),
  answer: {
    status: 200,
    json: z.object({
      model: z.string().optional(),
      ...Elsewhere.partial().shape,
      models: z.array(Elsewhere.extend({ model: z.string() })).optional(),
      as_it_was: z.object({ cost_usd: Dollars.nullable(), calls: Count, unpriced_calls: Count }),
    }),
  },
  errors: ['invalid_request'],
} as const satisfies Endpoint
