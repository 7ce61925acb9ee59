import type { CanonicalRequest } from '../adapters/adapter.ts'
import { answerMessage } from '../canonical/answer.ts'
import { isBlockOf, type ToolUseBlock } from '../canonical/block.ts'
import type { AdapterError, ErrorReason } from '../canonical/error.ts'
import { contentHash } from '../canonical/hash.ts'
import type { Message } from '../canonical/message.ts'
import type { ReceivedAnswer } from '../canonical/received-answer.ts'
import type { StopReason } from '../canonical/stop-reason.ts'
import type { PersistedEvent } from '../events/catalog.ts'
import type { ModelDirectory } from '../models/model-directory.ts'
import { attributionOf, callerOf } from '../principal.ts'
import type { SessionWrite, StoredProjection, WireAnswer } from '../store/store.ts'
import type { LlmCall } from '../store/turn-record.ts'
import { availabilityEvent } from './availability-event.ts'
import { type Attempt, type Invocation, type Invoked, invoke } from './invoke.ts'
import { type AnswerFrame, PartialAnswer } from './partial-answer.ts'
import { toolCallRows } from './tool-call-row.ts'
import type { FittedSettings } from './turn-settings.ts'

export interface ModelCall extends AnswerFrame {
  request: Omit<CanonicalRequest, 'onAttempt' | 'onProjection'>
  estimated_input_tokens: number
  /** What became of the settings of the turn at this model, and of messages by them. */
  setting_changes: readonly SettingChange[]
  prepare: Invocation['prepare']
  models: ModelDirectory
}

type SettingChange = FittedSettings['changes'][number] & { message_id?: string }

/** How one model call ended, with the message it left. Nothing of it is stored yet but checkpoints: `write` is. */
export interface CallResult {
  outcome: Invoked['attempt']['outcome']
  message: Message
  /** The calls to run before the turn can go on. */
  pending: ToolUseBlock[]
  /** Null unless it failed. */
  error: AdapterError | null
  write: Omit<SessionWrite, 'session_id'> &
    Required<Pick<SessionWrite, 'llm_calls' | 'wire_answers' | 'projections'>> & { events: PersistedEvent[] }
}

/** Answers whose tool calls are run; any other ends the turn, and its calls with it. */
const MAY_DISPATCH: ReadonlySet<StopReason> = new Set(['tool_use', 'end_turn', 'stop_sequence', 'max_tokens'])

/** Streams one answer to whoever watches, saving what arrived as it goes. Throws only when the store does. */
export async function callModel(call: ModelCall): Promise<CallResult> {
  const { journal, model, request, prepare, models } = call
  const projections = call.setting_changes.map((change) => settingProjection(call, change))
  const wire_answers: WireAnswer[] = []
  let partial: PartialAnswer | undefined
  const invocation = { model, request, prepare, models, timestamp: () => journal.timestamp() }
  const answer = await invoke(invocation, {
    async begun(attempt) {
      await journal.write({ events: [started(call, attempt)], llm_calls: [rowOf(call, attempt)] })
      partial = new PartialAnswer(call)
    },
    retried(last, delay_ms, next, reason) {
      const events = [failed(call, last, delay_ms, reason), started(call, next)]
      // A write that fails is told by the next one: the journal keeps its order and its first error.
      journal.write({ events, llm_calls: [rowOf(call, last), rowOf(call, next)] }).catch(() => {})
    },
    projected: (record) => projections.push({ ...record, request_id: request.request_id }),
    event: (event) => partial?.take(event),
    received: (attempt, received) => wire_answers.push(wireAnswer(call, attempt, received)),
    content: () => partial?.content ?? [],
  })
  await partial?.stop()
  await journal.settled()
  return resultOf(call, answer, partial, { projections, wire_answers })
}

function resultOf(
  call: ModelCall,
  answer: Invoked,
  partial: PartialAnswer | undefined,
  { projections, wire_answers }: { projections: StoredProjection[]; wire_answers: WireAnswer[] },
): CallResult {
  const { complete, cost, error, attempt } = answer
  const { outcome } = attempt
  const message = answerMessage(complete, {
    id: call.message_id,
    session_id: call.session_id,
    turn_id: call.turn_id,
    attribution: attributionOf(call.principal),
    created_at: partial?.created_at ?? call.journal.timestamp(),
    routing: call.routing,
    cost,
    thinking_ms: partial?.thinking_ms,
    ...(error && { error: errorOf(error) }),
  })
  const dispatch = outcome === 'completed' && MAY_DISPATCH.has(complete.stop_reason)
  const event =
    outcome === 'completed'
      ? completed(call, answer, message, projections.length)
      : failed(call, attempt, null, error?.reason)
  const availability = answer.availability.map((change) => {
    const { type, payload } = availabilityEvent(change)
    return call.journal.event(type, payload)
  })
  const status = dispatch ? 'pending' : 'cancelled'
  return {
    outcome,
    message,
    pending: dispatch ? message.content.filter(isBlockOf('tool_use')) : [],
    error,
    write: {
      messages: [{ message, parent_id: call.parent_id }],
      tool_calls: toolCallRows(message, partial?.calls ?? new Map(), status, attempt.provider || null),
      llm_calls: [rowOf(call, attempt)],
      wire_answers,
      projections,
      events: [event, ...availability],
      patch: call.journal.headAt(message.id),
    },
  }
}

/** Of the request itself where it is of no message in it. */
function settingProjection({ session_id, model, request }: ModelCall, change: SettingChange) {
  const adapter = model.adapter?.name ?? ''
  return { session_id, message_id: '', adapter, request_id: request.request_id, ...change } satisfies StoredProjection
}

function rowOf({ session_id, turn_id, message_id, principal, routing }: ModelCall, attempt: Attempt): LlmCall {
  return { ...attempt, session_id, turn_id, message_id, ...callerOf(principal), routing_mode: routing.mode }
}

function wireAnswer(
  { session_id, turn_id, message_id }: ModelCall,
  { id: call_id }: Attempt,
  received: ReceivedAnswer,
): WireAnswer {
  return { call_id, session_id, turn_id, message_id, ...received }
}

const identify = ({ request_id, model_asked, provider, attempt }: Attempt) => {
  return { request_id, model: model_asked, provider, attempt }
}

function started({ journal, request, estimated_input_tokens }: ModelCall, attempt: Attempt): PersistedEvent {
  const { messages, tools: offered, max_output_tokens, reasoning_effort = null, temperature = null } = request
  const sizes = { message_count: messages.length, tool_count: offered.length, estimated_input_tokens }
  const tools = offered.map(({ name }) => name)
  const settings = { reasoning_effort, temperature, max_output_tokens }
  return journal.event('llm.call_started', { ...identify(attempt), ...sizes, tools, settings }, { actor: 'agent' })
}

function completed({ journal }: ModelCall, answer: Invoked, message: Message, projections: number): PersistedEvent {
  const { stop_reason, usage, latency_ms, time_to_first_token_ms } = answer.complete
  return journal.event(
    'llm.call_completed',
    {
      ...identify(answer.attempt),
      message_id: message.id,
      content_hash: contentHash(message),
      stop_reason,
      usage,
      ...answer.cost,
      latency_ms,
      time_to_first_token_ms,
      projections,
    },
    { actor: 'agent' },
  )
}

function errorOf({ error_class, message, reason }: AdapterError): NonNullable<Message['metadata']['error']> {
  return { error_class, message, ...(reason && { reason }) }
}

/** With what is known of its usage: it is paid for all the same. */
function failed(
  { journal }: ModelCall,
  attempt: Attempt,
  delay_ms: number | null,
  reason?: ErrorReason,
): PersistedEvent {
  const { usage, cost_usd, pricing_version } = attempt
  return journal.event('llm.call_failed', {
    ...identify(attempt),
    error_class: attempt.error_class ?? 'other',
    ...(reason && { reason }),
    provider_status: attempt.provider_status,
    retry_count: attempt.attempt - 1,
    delay_ms,
    ...(usage && { usage, cost_usd, pricing_version }),
  })
}
