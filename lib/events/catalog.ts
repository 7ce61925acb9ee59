import { z } from 'zod'
import { ErrorClass, ErrorReason } from '../canonical/error.ts'
import { InsteadOf, RoutingMode } from '../canonical/message.ts'
import { orNewer } from '../canonical/or-newer.ts'
import { ReasoningEffort } from '../canonical/reasoning-effort.ts'
import { StopReason } from '../canonical/stop-reason.ts'
import { Timestamp } from '../canonical/timestamp.ts'
import { SideEffects } from '../canonical/tool.ts'
import { TokenUsage } from '../canonical/usage.ts'

const count = z.number().int().nonnegative()
const toolCall = { tool_use_id: z.string(), name: z.string() }
const llmCall = {
  request_id: z.string(),
  model: z.string(),
  provider: z.string(),
  attempt: z.number().int().positive(),
}

/** What was asked of a model beside the messages. */
export const CallSettings = z.object({
  reasoning_effort: orNewer(ReasoningEffort).nullable(),
  temperature: z.number().nullable(),
  max_output_tokens: count,
})

/** The slots of the routing chain, in their fixed order (design §8). */
export const RoutingPolicy = z.enum([
  'per_message_override',
  'manual_sticky',
  'rule',
  'pattern',
  'delegate_request',
  'workspace_default',
  'global_default',
])
export type RoutingPolicy = z.infer<typeof RoutingPolicy>

export const RejectionReason = z.enum([
  'not_configured',
  'provider_unavailable',
  'no_vision_support',
  'exceeds_context_window',
  'no_tool_support',
  'no_system_prompt_support',
  'no_structured_output_support',
])
export type RejectionReason = z.infer<typeof RejectionReason>

export const RouteVerdict = z.enum(['not_applicable', 'deferred', 'rejected', 'chose'])
export type RouteVerdict = z.infer<typeof RouteVerdict>

export const ChainLink = z.object({
  policy: orNewer(RoutingPolicy),
  verdict: orNewer(RouteVerdict),
  model: z.string().optional(),
  rejection: orNewer(RejectionReason).optional(),
  reason: z.string(),
})
export type ChainLink = z.infer<typeof ChainLink>

/**
 * The closed catalog of persisted events, a payload schema for each type (design §9). Payloads carry hashes, sizes and
 * counts; what people and models wrote lives in messages only. A value that a newer version added to an enum is kept: it
 * must not take its whole event with it.
 */
export const EVENT_PAYLOADS = {
  'session.created': z.object({ active_model: z.string().nullable() }),
  'turn.started': z.object({
    message_id: z.string(),
    content_hash: z.string(),
    /** Above 0 it answers the same beside the turn on the active path; left out it is 0. */
    lane: count.optional(),
  }),
  'route.decided': z.object({
    chosen_model: z.string().nullable(),
    mode: orNewer(RoutingMode).nullable(),
    reason: z.string(),
    estimated_input_tokens: count,
    chain: z.array(ChainLink),
    /** The second decision of a turn, and those after it: models that failed before. */
    instead_of: InsteadOf.array().optional(),
  }),
  'llm.call_started': z.object({
    ...llmCall,
    message_count: count,
    tool_count: count,
    estimated_input_tokens: count,
    /** As the call was made; `null` leaves it to the model. Older versions did not say it. */
    settings: CallSettings.optional(),
    /** Names of those that were offered. Older versions did not say them. */
    tools: z.array(z.string()).optional(),
  }),
  'llm.call_completed': z.object({
    ...llmCall,
    message_id: z.string(),
    content_hash: z.string(),
    stop_reason: orNewer(StopReason),
    usage: TokenUsage,
    cost_usd: z.string().nullable(),
    pricing_version: z.string().nullable(),
    latency_ms: z.number().nonnegative(),
    time_to_first_token_ms: z.number().nonnegative().nullable(),
    /** Blocks that did not go out as stored; the records name them. */
    projections: count,
  }),
  'llm.call_failed': z.object({
    ...llmCall,
    error_class: orNewer(ErrorClass),
    reason: orNewer(ErrorReason).optional(),
    provider_status: z.number().int().nullable(),
    /** Retries made before this attempt. */
    retry_count: count,
    /** Milliseconds until the next attempt, `null` when there is none. */
    delay_ms: z.number().nonnegative().nullable(),
    /** Where anything is known of it. */
    usage: TokenUsage.optional(),
    cost_usd: z.string().nullable().optional(),
    pricing_version: z.string().nullable().optional(),
  }),
  'tool.called': z.object({
    ...toolCall,
    message_id: z.string(),
    side_effects: orNewer(SideEffects).nullable(),
    input_hash: z.string(),
    input_bytes: count,
  }),
  'tool.completed': z.object({
    ...toolCall,
    duration_ms: z.number().nonnegative(),
    output_hash: z.string(),
    output_bytes: count,
  }),
  'tool.failed': z.object({
    ...toolCall,
    reason: orNewer(z.enum(['error', 'cancelled', 'unknown_tool', 'unreadable_input', 'invalid_input', 'denied'])),
  }),
  'tool.input_invalid': z.object({ ...toolCall, path: z.string(), problem: z.string() }),
  'tool.confirmation_requested': z.object({ ...toolCall, side_effects: orNewer(SideEffects) }),
  'tool.confirmation_resolved': z.object({ ...toolCall, allowed: z.boolean() }),
  'turn.completed': z.object({
    message_id: z.string(),
    model: z.string(),
    llm_calls: count,
    cost_usd: z.string().nullable(),
    /** Of the calls, those without a price: above zero, the cost is a lower bound. */
    unpriced_calls: count.optional(),
  }),
  'turn.failed': z.object({
    error_class: orNewer(ErrorClass),
    message: z.string(),
    reason: orNewer(ErrorReason).optional(),
  }),
  'turn.cancelled': z.object({ message_id: z.string().nullable() }),
  'routing.policy_invalid': z.object({ problem: z.string() }),
  'routing.provider_unavailable': z.object({ provider: z.string(), model: z.string().nullable(), reason: z.string() }),
  'routing.provider_recovered': z.object({ provider: z.string(), model: z.string().nullable() }),
} as const

export type EventType = keyof typeof EVENT_PAYLOADS
export type EventPayload<T extends EventType> = z.infer<(typeof EVENT_PAYLOADS)[T]>

export const Actor = z.enum(['user', 'agent', 'system', 'tool', 'worker'])
export type Actor = z.infer<typeof Actor>

export const Sensitivity = z.enum(['private', 'user_controlled', 'pseudonymous', 'aggregatable'])
export type Sensitivity = z.infer<typeof Sensitivity>

export const EventEnvelope = z.object({
  id: z.string(),
  timestamp: Timestamp,
  session_id: z.string(),
  turn_id: z.string().nullable(),
  parent_event_id: z.string().nullable(),
  actor: Actor,
  sensitivity: Sensitivity,
})
export type EventEnvelope = z.infer<typeof EventEnvelope>

export type PersistedEvent = { [T in EventType]: EventEnvelope & { type: T; payload: EventPayload<T> } }[EventType]

const EVENT_TYPES = Object.keys(EVENT_PAYLOADS) as [EventType, ...EventType[]]
const EventName = z.looseObject({ type: z.enum(EVENT_TYPES) })
/** Built once: making a schema costs many times what using it costs. */
const EVENTS: ReadonlyMap<EventType, z.ZodType> = new Map(
  EVENT_TYPES.map((type) => [type, EventEnvelope.extend({ type: z.literal(type), payload: EVENT_PAYLOADS[type] })]),
)

/** Checks an event against the catalog. Throws a `ZodError`; an unknown type is one too. */
export function parseEvent(value: unknown): PersistedEvent {
  const { type } = EventName.parse(value)
  return EVENTS.get(type)?.parse(value) as PersistedEvent
}

/** Each turn has one of them, and nothing comes after it. */
export const END_OF_TURN = ['turn.completed', 'turn.failed', 'turn.cancelled'] as const satisfies readonly EventType[]

export type EndOfTurn = Extract<PersistedEvent, { type: (typeof END_OF_TURN)[number] }>

export function isEndOfTurn(event: PersistedEvent): event is EndOfTurn {
  return END_OF_TURN.some((type) => type === event.type)
}
