import { z } from 'zod'
import { orNewer } from './or-newer.ts'
import { SessionOrigin } from './session-origin.ts'
import { SessionSettings } from './session-settings.ts'
import { Timestamp } from './timestamp.ts'

/** A state that a newer version added is none in which a turn of this one runs. */
export const SessionState = z.enum(['idle', 'running'])

/** As `turns` has it; one that a newer version added ends nothing that this one knows of. */
export const TurnProgress = z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled'])

/** Who gave the title: a person, the first words of the first question, or a model, which may have cost something. */
export const TitleOrigin = z.object({
  by: orNewer(z.enum(['person', 'words', 'model'])),
  /** The model that was asked for one, whether or not its answer served. */
  model: z.string().optional(),
  /** What that took; `null` where it has no price. */
  cost_usd: z.string().nullish(),
})
export type TitleOrigin = z.infer<typeof TitleOrigin>

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
  /** `null` where nobody knows any more: then it is as good as given by a person. */
  title_origin: TitleOrigin.nullable(),
  /** Absent and `null` alike: it began here. */
  origin: SessionOrigin.nullish(),
  /** Stands before those that are not. */
  pinned: z.boolean(),
  /** Out of the way: in the archive, and in no other list. */
  archived: z.boolean(),
  /** A folder is there while a chat is in it. */
  folder: z.string().nullable(),
  tags: z.array(z.string()),
  /** In no list, and removed when nobody looks at it any more. */
  temporary: z.boolean(),
  /** Its latest turn, on whatever branch; `null` where there was none. */
  turn: z.object({ state: orNewer(TurnProgress), ended_at: Timestamp.nullable() }).nullable(),
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
  pinned: true,
  archived: true,
  folder: true,
  tags: true,
  temporary: true,
  turn: true,
})
export type SessionSummary = z.infer<typeof SessionSummary>
