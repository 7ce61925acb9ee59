import type { CanonicalRequest } from '../adapters/adapter.ts'
import type { ContentBlock } from '../canonical/block.ts'
import { AdapterError, type ErrorReason } from '../canonical/error.ts'
import { newId } from '../canonical/id.ts'
import type { ProjectionRecord } from '../canonical/projection.ts'
import type { ReceivedAnswer } from '../canonical/received-answer.ts'
import type { MessageComplete, StreamEvent } from '../canonical/stream-event.ts'
import type { TokenUsage } from '../canonical/usage.ts'
import type { AvailabilityChange } from '../models/availability.ts'
import type { AvailableModel, ModelDirectory } from '../models/model-directory.ts'
import type { Bill } from '../pricing/bill.ts'
import type { CallCost } from '../pricing/call-cost.ts'
import { costOf, stateOfFailure } from '../pricing/call-cost.ts'
import type { LlmCall } from '../store/turn-record.ts'

export interface Invocation {
  model: AvailableModel
  request: Omit<CanonicalRequest, 'onAttempt' | 'onProjection'>
  /** The last step before the adapter. Throws an `AdapterError` for what must not be sent. */
  prepare: (request: CanonicalRequest) => Promise<CanonicalRequest>
  models: Pick<ModelDirectory, 'answered' | 'bill' | 'availability'>
  timestamp: () => string
}

/** What a call is by itself, whatever it is made for. */
export type Attempt = Omit<LlmCall, 'session_id' | 'turn_id' | 'message_id' | 'started_by' | 'team_id' | 'routing_mode'>

/** Is told of a call as it goes on. */
export interface InvocationSink {
  /** Nothing is sent before this is done. */
  begun: (attempt: Attempt) => Promise<void>
  retried: (failed: Attempt, delay_ms: number, next: Attempt, reason?: ErrorReason) => void
  projected: (record: ProjectionRecord) => void
  /** The next event waits for what it returns. */
  event: (event: StreamEvent) => Promise<void> | undefined
  /** What came in one attempt, when that is over. Where nobody asks for it nothing is held for it. */
  received?: (attempt: Attempt, answer: ReceivedAnswer) => void
  /** What the events so far add up to. */
  content: () => ContentBlock[]
}

/** How a call ended: in every case with an answer, which may be empty, and with what is known of its cost. */
export interface Invoked {
  complete: MessageComplete
  cost: CallCost
  /** Null unless it failed. */
  error: AdapterError | null
  /** The last attempt, ended. */
  attempt: Attempt & { outcome: 'completed' | 'cancelled' | 'failed' }
  /** What it says of whether the model and its provider can be counted on. */
  availability: readonly AvailabilityChange[]
}

/**
 * Calls a model once, with the adapter's retries. It knows of no session: whatever needs an answer takes this way, a chat's
 * turn or anything else. Throws only what `sink.begun` throws.
 */
export async function invoke(invocation: Invocation, sink: InvocationSink): Promise<Invoked> {
  const { model, request } = invocation
  let attempt = begin(invocation, 1)
  await sink.begun(attempt)
  const { complete, error } = await stream(
    invocation,
    {
      ...request,
      onProjection: sink.projected,
      onExchange: (exchange) => {
        attempt = { ...attempt, exchange }
      },
      ...(sink.received && { onReceived: (answer) => sink.received?.(attempt, answer) }),
      onAttempt: ({ attempt: number, error_class, provider_status, reason, delay_ms }) => {
        const cost_state = stateOfFailure({ error_class, provider_status, reason })
        const failed: Attempt = { ...attempt, outcome: 'failed', error_class, provider_status, cost_state }
        attempt = begin(invocation, number + 1)
        sink.retried(failed, delay_ms, attempt, reason)
      },
    },
    sink,
  )
  const answered = invocation.models.answered(complete.model, model.id)
  // Of a long call the moment counts in which it was made.
  const bill = invocation.models.bill(complete.usage, answered, attempt.started_at)
  const { by_own_server } = answered
  const ended = end({ ...attempt, by_own_server }, complete, bill, error)
  const changes = tells(ended) ? invocation.models.availability.ended(model.id, error) : []
  return { complete, cost: costOf(bill), error, attempt: ended, availability: changes }
}

/**
 * Whether it says anything of who was asked: not where it was stopped, and not where nothing was sent, for the sake of a
 * budget, a policy or a key in the text.
 */
export function tells({ outcome, exchange }: Pick<Attempt, 'outcome' | 'exchange'>): boolean {
  return outcome === 'completed' || (outcome === 'failed' && exchange !== null)
}

function begin({ model, request, timestamp }: Invocation, attempt: number): Attempt {
  return {
    id: newId(),
    request_id: request.request_id,
    attempt,
    started_at: timestamp(),
    model_asked: model.id,
    model_served: null,
    provider: model.adapter?.name ?? '',
    outcome: 'running',
    usage: null,
    cost_usd: null,
    pricing_version: null,
    cost_state: null,
    cache_saved_usd: null,
    cache_write_premium_usd: null,
    by_own_server: null,
    latency_ms: null,
    time_to_first_token_ms: null,
    tools: [],
    stop_reason: null,
    error_class: null,
    provider_status: null,
    exchange: null,
  }
}

function end(attempt: Attempt, complete: MessageComplete, bill: Bill, error: AdapterError | null) {
  const { model, usage, latency_ms, time_to_first_token_ms, stop_reason } = complete
  const outcome = error ? 'failed' : stop_reason === 'cancelled' ? 'cancelled' : 'completed'
  // A call that never got anywhere counted nothing: then nothing is known of it, and nothing is missing in a sum.
  const isKnown = outcome === 'completed' || tokens(usage) > 0
  const error_class = error?.error_class ?? (outcome === 'cancelled' ? 'cancelled' : null)
  const provider_status = error?.provider_status ?? null
  const { cost_usd, pricing_version, state, cache_saved_usd, cache_write_premium_usd } = bill
  return {
    ...attempt,
    outcome,
    model_served: isKnown ? model : null,
    ...(isKnown
      ? { usage, cost_usd, pricing_version, cost_state: state, cache_saved_usd, cache_write_premium_usd }
      : { cost_state: stateOfFailure({ error_class, provider_status, reason: error?.reason }) }),
    latency_ms,
    time_to_first_token_ms,
    tools: toolsOf(complete),
    stop_reason,
    error_class,
    provider_status,
  } as const satisfies Attempt
}

function toolsOf({ final_content, usage }: MessageComplete): string[] {
  const called = final_content.flatMap((block) => {
    if (block.type === 'tool_use') return [block.name]
    return block.type === 'hosted_tool' ? [block.tool] : []
  })
  return [...new Set([...called, ...Object.keys(usage.tool_uses ?? {})])]
}

function tokens(usage: TokenUsage): number {
  const { input_tokens, output_tokens, cached_input_tokens, cache_creation_input_tokens } = usage
  return input_tokens + output_tokens + cached_input_tokens + cache_creation_input_tokens
}

async function stream({ model, prepare }: Invocation, request: CanonicalRequest, sink: InvocationSink) {
  const { request_id } = request
  let complete: MessageComplete | undefined
  let error: AdapterError | null = null
  try {
    if (!model.adapter) throw new AdapterError('auth', `${model.id} is not configured`, { request_id })
    for await (const event of model.adapter.stream(await prepare(request))) {
      if (event.type === 'message.complete') complete = event
      const waiting = sink.event(event)
      if (waiting) await waiting
    }
  } catch (cause) {
    error = asAdapterError(cause, request_id)
  }
  if (complete) return { complete, error }
  error ??= new AdapterError('other', 'the adapter ended without an answer', { request_id })
  return { complete: emptyAnswer(model, sink.content()), error }
}

/** For a call that failed before it showed anything. */
function emptyAnswer(model: AvailableModel, final_content: ContentBlock[]): MessageComplete {
  return {
    type: 'message.complete',
    stop_reason: 'error',
    final_content,
    usage: { input_tokens: 0, output_tokens: 0, cached_input_tokens: 0, cache_creation_input_tokens: 0 },
    model: model.id,
    provider: model.adapter?.name ?? '',
    latency_ms: 0,
    time_to_first_token_ms: null,
  }
}

function asAdapterError(cause: unknown, request_id: string): AdapterError {
  if (cause instanceof AdapterError) return cause
  return new AdapterError('other', cause instanceof Error ? cause.message : String(cause), { request_id, cause })
}
