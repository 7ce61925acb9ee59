import { z } from 'zod'
import { ContentBlock } from './block.ts'
import { ErrorClass, ErrorReason } from './error.ts'
import { JsonObject } from './json.ts'
import { orNewer } from './or-newer.ts'
import { Role } from './role.ts'
import { StopReason } from './stop-reason.ts'
import { Timestamp } from './timestamp.ts'
import { Usage } from './usage.ts'

/** Version of canonical-message-format that new messages conform to (§10.1). */
export const SCHEMA_VERSION = 1

/** A status that a newer version added is neither whole nor in the making. */
export const MessageStatus = z.enum(['complete', 'partial', 'cancelled', 'error'])
export type MessageStatus = z.infer<typeof MessageStatus>

export const RoutingMode = z.enum(['override', 'manual', 'rule', 'pattern', 'delegate', 'default'])
export type RoutingMode = z.infer<typeof RoutingMode>

export const InsteadOf = z.object({ model: z.string(), error_class: orNewer(ErrorClass) })
export interface InsteadOf {
  model: string
  error_class: ErrorClass
}

/** Why this model answered, in one line (§4.3). The whole chain is in the turn's `route.decided` event. */
export const RoutingDecisionRecord = z.looseObject({
  mode: orNewer(RoutingMode),
  chosen_model: z.string(),
  reason: z.string(),
  rule_name: z.string().nullish(),
  confidence: z.number().min(0).max(1).nullish(),
  alternatives_considered: z.array(z.string()).default([]),
  instead_of: InsteadOf.array().optional(),
})
export interface RoutingDecisionRecord {
  mode: RoutingMode
  chosen_model: string
  reason: string
  rule_name?: string | null | undefined
  confidence?: number | null | undefined
  alternatives_considered: string[]
  /** Models that were asked before it in the same turn and failed before their first word, in this order. */
  instead_of?: InsteadOf[] | undefined
}

export const MessageMetadata = z.looseObject({
  model: z.string().nullish(),
  provider: z.string().nullish(),
  routing: RoutingDecisionRecord.nullish(),
  usage: Usage.nullish(),
  parent_tool_use_id: z.string().nullish(),
  status: orNewer(MessageStatus).optional(),
  provider_raw: JsonObject.nullish(),
  user_id: z.string().nullish(),
  team_id: z.string().nullish(),
  stop_reason: orNewer(StopReason).optional(),
  stop_explanation: z.string().optional(),
  thinking_ms: z.number().nonnegative().optional(),
  turn_id: z.string().optional(),
  error: z
    .looseObject({ error_class: orNewer(ErrorClass), message: z.string(), reason: orNewer(ErrorReason).optional() })
    .optional(),
  critical: z.boolean().optional(),
  override: z.string().optional(),
  imported_from: z.string().optional(),
  imported_model: z.string().optional(),
})

/** Unknown fields survive a load and save; they are deliberately absent from the type. */
export interface MessageMetadata {
  /** The model that really answered (design §3.7). */
  model?: string | null | undefined
  provider?: string | null | undefined
  routing?: RoutingDecisionRecord | null | undefined
  usage?: Usage | null | undefined
  parent_tool_use_id?: string | null | undefined
  /** Absent means complete; see `statusOf`. */
  status?: MessageStatus | undefined
  /** Opaque to everything but the adapter that wrote it (§6.5); never hashed or compared, and shown in the receipt of an answer alone. */
  provider_raw?: JsonObject | null | undefined
  user_id?: string | null | undefined
  team_id?: string | null | undefined
  stop_reason?: StopReason | undefined
  /** Why, in words for people. */
  stop_explanation?: string | undefined
  /** From its first thought to what came behind those, as it arrived here. */
  thinking_ms?: number | undefined
  turn_id?: string | undefined
  error?: { error_class: ErrorClass; message: string; reason?: ErrorReason | undefined } | undefined
  /** A block of this message that an adapter would have to drop fails the request instead (§4.2.2). */
  critical?: boolean | undefined
  /** The `@alias` that opens a USER message's text and chose its model: part of what is stored, never sent to a model. */
  override?: string | undefined
  /** It was said in another product, the one of that name: of an answer nobody knows how it was asked for, or what it took. */
  imported_from?: string | undefined
  /** The model that answered there, as that product calls it. */
  imported_model?: string | undefined
}

export const MESSAGE_FIELDS = {
  id: z.string().min(1),
  session_id: z.string().min(1),
  role: Role,
  content: z.array(ContentBlock),
  metadata: MessageMetadata,
  created_at: Timestamp,
  schema_version: z.number().int().positive(),
}

export const Message: z.ZodType<Message> = z.looseObject(MESSAGE_FIELDS)
export interface Message {
  /** ULID, monotonic per session. */
  id: string
  session_id: string
  role: Role
  content: ContentBlock[]
  metadata: MessageMetadata
  /** UTC, microseconds. */
  created_at: string
  schema_version: number
}

export function statusOf(message: Pick<Message, 'metadata'>): MessageStatus {
  return message.metadata.status ?? 'complete'
}

/** Whether a message is a question: what is said to an answer while it is given belongs to the turn of that answer. */
export function beginsTurn({ role, metadata }: TurnPlace, before: TurnPlace | undefined): boolean {
  return role === 'user' && (metadata.turn_id === undefined || before?.metadata.turn_id !== metadata.turn_id)
}
type TurnPlace = Pick<Message, 'role' | 'metadata'>

/** What its adapter kept of it, for whoever shows that as it is: nobody else reads it. */
export function keptByAdapter({ metadata }: Pick<Message, 'metadata'>): JsonObject | null {
  return metadata.provider_raw ?? null
}

/** Without what only its adapter may read. What leaves the server is made by `publicMessage`. */
export function withoutProviderRaw<M extends Pick<Message, 'metadata'>>(message: M): M {
  if (message.metadata.provider_raw === undefined) return message
  const { provider_raw: _opaque, ...metadata } = message.metadata
  return { ...message, metadata }
}
