import { z } from 'zod'
import { orNewer } from '../canonical/or-newer.ts'
import { Timestamp } from '../canonical/timestamp.ts'
import type { Endpoint } from './endpoint.ts'
import { Moment, TimeZone } from './moment.ts'
import { KEYED } from './request.ts'

const Version = z.string().min(1).max(100)
const Count = z.number().int().nonnegative()
const Dollars = z.string().nullable()

const sums = {
  calls: Count,
  before_usd: Dollars,
  after_usd: Dollars,
  difference_usd: Dollars,
  unpriced_before: Count,
  unpriced_after: Count,
  kept_calls: Count,
}

const DifferenceRow = z.object({ key: z.string().nullable(), ...sums })

const SessionDifference = DifferenceRow.extend({
  /** The session, where it is still there for whoever asks, and what it is called; else `null`. */
  session_id: z.string().nullable(),
  title: z.string().nullable(),
})
export type DifferenceRow = z.infer<typeof DifferenceRow>

const ComputedFrom = z.enum(['reported', 'estimated', 'incomplete'])

const CallDifference = z.object({
  id: z.string(),
  session_id: z.string().nullable(),
  model: z.string(),
  started_at: Timestamp,
  before_usd: Dollars,
  after_usd: Dollars,
  difference_usd: Dollars,
  computed_from: ComputedFrom,
})

const Difference = z.object({
  ...sums,
  changed_calls: Count,
  by_day: z.array(DifferenceRow),
  by_model: z.array(DifferenceRow),
  by_person: z.array(DifferenceRow),
  by_session: z.array(SessionDifference),
  computed_from: z.record(ComputedFrom, Count),
  items: z.array(CallDifference),
})
export type Difference = z.infer<typeof Difference>

const Reprice = z.object({
  id: z.string(),
  from: Timestamp,
  to: Timestamp,
  pricing_version: Version,
  reason: z.string(),
  author: z.string(),
  created_at: Timestamp,
  state: orNewer(z.enum(['applying', 'applied', 'reverting', 'reverted'])),
  /** For how much of its time it holds, from 0 to 1. */
  progress: z.number().min(0).max(1),
  /** Calls that were looked at, and those of them that got another cost. */
  calls: Count,
  changed_calls: Count,
  ended_at: Timestamp.nullable(),
})
export type Reprice = z.infer<typeof Reprice>

export const listReprices = {
  id: 'listReprices',
  tag: 'prices',
  needs: 'admin',
  summary: 'Every reprice that was begun, the latest first',
  answer: { status: 200, json: z.object({ reprices: z.array(Reprice) }) },
  errors: [],
} as const satisfies Endpoint

export const repriceCalls = {
  id: 'repriceCalls',
  tag: 'prices',
  needs: 'admin',
  summary: 'What calls cost by another version of the prices',
  description:
    'Of calls that begin from `from` on and before `to`; a day stands for its beginning in `tz`. With `dry_run` nothing is written: the answer says what would change, by day, model, person and session, each as it was billed and by the version, what that has no price for as it was billed (`kept_calls`). Of sessions and calls the 200 with the largest difference are named. `computed_from` says of how many calls the provider counted the tokens, of how many they were counted here, and of how many nobody knows them: those stay as they are. Without it the costs are kept beside what was billed, which never changes, in the background: `202` with the id under which its progress is read and it is reverted. A call is repriced by one version at a time: where calls of this time are by another, that has to be reverted first. The same again changes nothing.',
  headers: KEYED,
  body: {
    json: z
      .strictObject({
        from: Moment,
        to: Moment,
        tz: TimeZone,
        pricing_version: Version,
        dry_run: z.boolean().default(false),
        reason: z.string().trim().max(2_000).default(''),
      })
      .refine(({ dry_run, reason }) => dry_run || reason !== '', { path: ['reason'], error: 'a word on why' }),
  },
  answer: { status: 200, json: Difference },
  otherwise: { status: 202, json: z.object({ id: z.string() }) },
  errors: ['invalid_request', 'reprice_conflict', 'idempotency_mismatch', 'too_large', 'unsupported_media'],
} as const satisfies Endpoint

export const readReprice = {
  id: 'readReprice',
  tag: 'prices',
  needs: 'admin',
  summary: 'A reprice, and how far it has come',
  answer: { status: 200, json: Reprice },
  errors: ['not_found'],
} as const satisfies Endpoint

export const revertReprice = {
  id: 'revertReprice',
  tag: 'prices',
  needs: 'admin',
  summary: 'Takes a reprice back',
  description:
    'In the background, like applying it. What it was, by whom and why stays in the list. One that is reverted already stays so.',
  answer: { status: 202, json: Reprice },
  errors: ['not_found'],
} as const satisfies Endpoint
