import { z } from 'zod'
import { ErrorClass } from '../canonical/error.ts'
import { ExchangeRecord } from '../canonical/exchange-record.ts'
import { type Message, RoutingDecisionRecord, RoutingMode } from '../canonical/message.ts'
import { orNewer } from '../canonical/or-newer.ts'
import { PersonSettings } from '../canonical/person-settings.ts'
import { Preset } from '../canonical/preset.ts'
import { ProjectionRecord } from '../canonical/projection.ts'
import { Session } from '../canonical/session.ts'
import { SessionSettings } from '../canonical/session-settings.ts'
import { StopReason } from '../canonical/stop-reason.ts'
import { Timestamp } from '../canonical/timestamp.ts'
import { parseStoredMessage } from '../canonical/upgrade.ts'
import { TokenUsage } from '../canonical/usage.ts'
import { type PersistedEvent, parseEvent } from '../events/catalog.ts'
import type { CostedCall } from '../store/export-store.ts'
import type { StoredProjection, ToolCall } from '../store/store.ts'
import type { TurnRecord } from '../store/turn-record.ts'

// What an export is made of, for whoever writes one and whoever reads one. README.md of this folder says how it is laid out.

export const FORMAT = 'metis-export'
/** Grows when a reader of the version before could not read it any more; further fields and kinds of lines are no reason. */
export const FORMAT_VERSION = 1

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Count = z.number().int().nonnegative()
const Dollars = z.string().nullable()

const CostStates = orNewer(z.enum(['exact', 'estimated', 'partial', 'unpriced', 'unknown']))

const TurnLine: z.ZodType<TurnRecord> = z.looseObject({
  id: z.string(),
  session_id: z.string(),
  state: orNewer(z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled'])),
  question_id: z.string(),
  lane: Count,
  model: z.string(),
  routing: RoutingDecisionRecord,
  system_prompt: z.string().nullable(),
  settings: SessionSettings,
  started_by: z.string(),
  started_at: Timestamp,
  ended_at: Timestamp.nullable(),
})

const ToolCallLine: z.ZodType<ToolCall> = z.looseObject({
  id: z.string(),
  session_id: z.string(),
  message_id: z.string(),
  result_message_id: z.string().nullable(),
  name: z.string(),
  status: orNewer(z.enum(['pending', 'succeeded', 'failed', 'cancelled'])),
  provider_id: z.string().nullable(),
  provider: z.string().nullable(),
  created_at: Timestamp,
  completed_at: Timestamp.nullable(),
})

const CallLine: z.ZodType<CostedCall> = z.looseObject({
  id: z.string(),
  session_id: z.string().nullable(),
  turn_id: z.string().nullable(),
  message_id: z.string().nullable(),
  request_id: z.string(),
  attempt: Count,
  started_by: z.string(),
  team_id: z.string().nullable(),
  started_at: Timestamp,
  model_asked: z.string(),
  model_served: z.string().nullable(),
  provider: z.string(),
  routing_mode: orNewer(RoutingMode).nullable(),
  outcome: orNewer(z.enum(['running', 'completed', 'cancelled', 'failed', 'interrupted'])),
  usage: TokenUsage.nullable(),
  cost_usd: Dollars,
  pricing_version: z.string().nullable(),
  cost_state: CostStates.nullable(),
  cache_saved_usd: Dollars,
  cache_write_premium_usd: Dollars,
  by_own_server: z.boolean().nullable(),
  latency_ms: z.number().nullable(),
  time_to_first_token_ms: z.number().nullable(),
  tools: z.array(z.string()),
  stop_reason: orNewer(StopReason).nullable(),
  error_class: orNewer(ErrorClass).nullable(),
  provider_status: z.number().int().nullable(),
  /** Older exports have none. */
  exchange: ExchangeRecord.nullable().default(null).catch(null),
  repriced: z
    .object({ cost_usd: z.string(), cost_state: CostStates, pricing_version: z.string(), reprice_id: z.string() })
    .nullable(),
})

const ProjectionLine: z.ZodType<StoredProjection> = ProjectionRecord.extend({ request_id: z.string() })

/** How many of each kind. */
export const ChatCounts = z.object({
  messages: Count,
  turns: Count,
  tool_calls: Count,
  calls: Count,
  events: Count,
  projections: Count,
})
export type ChatCounts = z.infer<typeof ChatCounts>

/** A stored message of this version or any before it: `__proto__`, a newer field and an unknown block are all kept. */
const StoredMessage = readBy<Message>(parseStoredMessage)
const StoredEvent = readBy<PersistedEvent>(parseEvent)

/**
 * A line of `chats/<id>.ndjson`, and of `calls.ndjson`. A chat begins with its session and ends with its `end`, which says what
 * it should hold: where it is missing, the file was cut off. Lines of a kind that is not known are passed over.
 */
export const ChatLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session'), session: Session, head_id: z.string().nullable() }),
  z.object({
    type: z.literal('message'),
    parent_id: z.string().nullable(),
    /** `messageHash`: of all of it but what is opaque. */
    hash: Hash,
    message: StoredMessage,
  }),
  z.object({ type: z.literal('turn'), turn: TurnLine }),
  z.object({ type: z.literal('tool_call'), tool_call: ToolCallLine }),
  z.object({ type: z.literal('call'), call: CallLine }),
  z.object({ type: z.literal('event'), event: StoredEvent }),
  z.object({ type: z.literal('projection'), projection: ProjectionLine }),
  /** `hash`: `SessionHash` over all of its messages. */
  z.object({ type: z.literal('end'), hash: Hash, counts: ChatCounts }),
])
export type ChatLine = z.infer<typeof ChatLine>

/** `person.json`: what is not of a chat. */
export const PersonFile = z.object({ settings: PersonSettings, presets: z.array(Preset) })
export type PersonFile = z.infer<typeof PersonFile>

/** What stands in a file of the archive. */
const FileKind = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chat'), session_id: z.string(), hash: Hash, counts: ChatCounts }),
  z.object({
    kind: z.literal('upload'),
    /** As messages refer to it: `attachments/<sha256>`. */
    data: z.string(),
    media_type: z.string(),
  }),
  z.object({ kind: z.literal('calls') }),
  z.object({ kind: z.literal('person') }),
])

export const ArchivedFile = z.intersection(z.object({ path: z.string(), bytes: Count, sha256: Hash }), FileKind)
export type ArchivedFile = z.infer<typeof ArchivedFile>

/** `manifest.json`, the last file: what should be there, to be found without reading any of it. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  version: z.number().int().positive(),
  /** The version of the product that wrote it. */
  product_version: z.string(),
  exported_at: Timestamp,
  /** All that somebody owns, or one chat. */
  scope: orNewer(z.enum(['everything', 'chat'])),
  owner_id: z.string(),
  counts: ChatCounts.extend({ chats: Count, uploads: Count }),
  files: z.array(ArchivedFile),
  /** Uploads that messages refer to and that are not there any more. */
  missing_uploads: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

function readBy<T>(read: (value: unknown) => T) {
  return z.unknown().transform((value, context): T => {
    try {
      return read(value)
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
      return z.NEVER
    }
  })
}
