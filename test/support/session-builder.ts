import { monotonicIds } from '#lib/canonical/id.ts'
import type { Message, MessageMetadata } from '#lib/canonical/message.ts'
import type { ProjectionRecord } from '#lib/canonical/projection.ts'
import type { Session } from '#lib/canonical/session.ts'
import type { EventPayload, EventType, PersistedEvent } from '#lib/events/catalog.ts'
import type { PlacedMessage, ToolCall, WireAnswer } from '#lib/store/store.ts'
import type { LlmCall, TurnRecord } from '#lib/store/turn-record.ts'

const nextId = monotonicIds()

export const NOON = '2026-05-08T12:00:00.000000Z'

export function session(fields: Partial<Session> = {}): Session {
  return {
    id: nextId(),
    owner_id: 'local',
    title: null,
    active_model: null,
    system_prompt: null,
    settings: {},
    title_origin: null,
    pinned: false,
    archived: false,
    folder: null,
    tags: [],
    temporary: false,
    turn: null,
    state: 'idle',
    cost_usd: '0',
    unpriced_calls: 0,
    created_at: NOON,
    updated_at: NOON,
    ...fields,
  }
}

/** A message of that session, with a new id. */
export function messageOf(owner: Pick<Session, 'id'>, fields: Partial<Message> = {}): Message {
  return {
    id: nextId(),
    session_id: owner.id,
    role: 'user',
    content: [{ type: 'text', text: 'Hello' }],
    metadata: {},
    created_at: NOON,
    schema_version: 1,
    ...fields,
  }
}

/** What a complete assistant message must name. */
export const ANSWERED: MessageMetadata = {
  model: 'demo:test',
  provider: 'demo',
  routing: { mode: 'default', chosen_model: 'demo:test', reason: 'the only one', alternatives_considered: [] },
  usage: {
    input_tokens: 10,
    output_tokens: 20,
    cached_input_tokens: 0,
    cache_creation_input_tokens: 0,
    cost_usd: '0.000123',
    pricing_version: '2026-05-01',
    latency_ms: 12.5,
  },
}

/** Each message under the one before. */
export function chain(messages: readonly Message[], root: string | null = null): PlacedMessage[] {
  return messages.map((message, index) => ({ message, parent_id: messages[index - 1]?.id ?? root }))
}

export function toolCallOf(message: Message, fields: Partial<ToolCall> = {}): ToolCall {
  return {
    id: `tu_${nextId()}`,
    session_id: message.session_id,
    message_id: message.id,
    result_message_id: null,
    name: 'calculator',
    status: 'pending',
    provider_id: 'call_1',
    provider: 'demo',
    created_at: NOON,
    completed_at: null,
    ...fields,
  }
}

export function eventOf<T extends EventType>(
  owner: Pick<Session, 'id'>,
  type: T,
  payload: EventPayload<T>,
  fields: Partial<PersistedEvent> = {},
): PersistedEvent {
  return {
    id: nextId(),
    timestamp: NOON,
    session_id: owner.id,
    turn_id: null,
    parent_event_id: null,
    actor: 'system',
    sensitivity: 'pseudonymous',
    ...fields,
    type,
    payload,
  } as PersistedEvent
}

export function projectionOf(message: Message, fields: Partial<ProjectionRecord> = {}) {
  return {
    session_id: message.session_id,
    message_id: message.id,
    request_id: 'request_1',
    block_type: 'thinking',
    adapter: 'demo',
    action: 'dropped' as const,
    reason: 'made by another model',
    ...fields,
  }
}

/** What came for an answer. */
export function wireAnswerOf({ id: message_id, session_id, metadata }: Message, text = 'data: [DONE]\n\n'): WireAnswer {
  const { turn_id = 'turn_1' } = metadata
  return { call_id: nextId(), session_id, turn_id, message_id, status: 200, bytes: text.length, text, is_cut: false }
}

/** A call that was answered. */
export function llmCallOf(owner: Pick<Session, 'id'>, fields: Partial<LlmCall> = {}): LlmCall {
  return {
    id: nextId(),
    session_id: owner.id,
    turn_id: null,
    message_id: null,
    request_id: 'request_1',
    attempt: 1,
    started_by: 'local',
    team_id: null,
    started_at: NOON,
    model_asked: 'demo:test',
    model_served: 'demo:test',
    provider: 'demo',
    routing_mode: 'default',
    outcome: 'completed',
    usage: { input_tokens: 10, output_tokens: 20, cached_input_tokens: 0, cache_creation_input_tokens: 0 },
    cost_usd: '0.000123',
    pricing_version: '2026-05-01',
    cost_state: 'exact',
    cache_saved_usd: null,
    cache_write_premium_usd: null,
    by_own_server: false,
    latency_ms: 12,
    time_to_first_token_ms: 3,
    tools: [],
    stop_reason: 'end_turn',
    error_class: null,
    provider_status: null,
    exchange: null,
    ...fields,
  }
}

/** The turn that answers the question. */
export function turnOf(question: Message, fields: Partial<TurnRecord> = {}): TurnRecord {
  return {
    id: nextId(),
    session_id: question.session_id,
    state: 'running',
    question_id: question.id,
    lane: 0,
    model: 'demo:test',
    routing: { mode: 'default', chosen_model: 'demo:test', reason: 'the only one', alternatives_considered: [] },
    system_prompt: null,
    settings: {},
    started_by: 'local',
    started_at: NOON,
    ended_at: null,
    ...fields,
  }
}
