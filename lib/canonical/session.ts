import { z } from 'zod'
import { orNewer } from './or-newer.ts'
import { SessionSettings } from './session-settings.ts'
import { Timestamp } from './timestamp.ts'

/** A state that a newer version added is none in which a turn of this one runs. */
export const SessionState = z.enum(['idle', 'running'])

/** canonical-message-format §9.1 with the additions of the HTTP contract. */
export const Session = z.object({
  id: z.string(),
  /** The principal that may see it. */
  owner_id: z.string(),
  title: z.string().nullable(),
  /** The sticky model (picker); `null` leaves the choice to the defaults. */
  active_model: z.string().nullable(),
  /** A change asked for during a turn: it becomes `active_model` when the turn ends. `undefined` means none. */
  pending_model: z.string().nullish(),
  system_prompt: z.string().nullable(),
  settings: SessionSettings,
  state: orNewer(SessionState),
  /** Decimal string, the sum of what is priced; `null` where nothing is known to cost anything and something is unpriced. */
  cost_usd: z.string().nullable(),
  /** Model calls without a price: above zero, the cost is a lower bound. */
  unpriced_calls: z.number().int().nonnegative(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Session = z.infer<typeof Session>

/** A row of the session list. */
export const SessionSummary = Session.pick({
  id: true,
  title: true,
  active_model: true,
  state: true,
  updated_at: true,
  cost_usd: true,
  unpriced_calls: true,
})
export type SessionSummary = z.infer<typeof SessionSummary>
