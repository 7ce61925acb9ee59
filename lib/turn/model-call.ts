import type { CanonicalRequest } from '../adapters/adapter.ts'
import { answerMessage } from '../canonical/answer.ts'
import { isBlockOf, type ToolUseBlock } from '../canonical/block.ts'
import { AdapterError } from '../canonical/error.ts'
import { contentHash } from '../canonical/hash.ts'
import { type Message, type RoutingDecisionRecord, SCHEMA_VERSION } from '../canonical/message.ts'
import type { StopReason } from '../canonical/stop-reason.ts'
import type { MessageComplete, StreamEvent } from '../canonical/stream-event.ts'
import type { PersistedEvent } from '../events/catalog.ts'
import type { LiveStream } from '../live/live-stream.ts'
import type { Logger } from '../log.ts'
import type { AvailableModel, ModelDirectory } from '../models/model-directory.ts'
import { storageProblem } from '../store/storage-problem.ts'
import type { SessionWrite, Store, StoredProjection, ToolCall } from '../store/store.ts'
import { Checkpoint } from './checkpoint.ts'
import type { Journal } from './journal.ts'

export interface ModelCall {
  session_id: string
  turn_id: string
  message_id: string
  parent_id: string
  model: AvailableModel
  routing: RoutingDecisionRecord
  request: Omit<CanonicalRequest, 'onAttempt' | 'onProjection'>
  estimated_input_tokens: number
  /** The last step before the adapter; says what it changed. Throws an `AdapterError` for what must not be sent. */
  fitPictures: (request: CanonicalRequest) => Promise<CanonicalRequest>
  journal: Journal
  store: Store
  live: LiveStream
  models: ModelDirectory
  log: Logger
  checkpointMs?: number | undefined
}

/** How one model call ended, with the message it left. Nothing of it is stored yet but checkpoints: `write` is. */
export interface CallResult {
  outcome: 'complete' | 'cancelled' | 'error'
  message: Message
  /** The calls to run before the turn can go on. */
  pending: ToolUseBlock[]
  /** Null unless `outcome` is `error`. */
  error: AdapterError | null
  write: Omit<SessionWrite, 'session_id'> & { events: PersistedEvent[] }
}

/** Answers whose tool calls are run; any other ends the turn, and its calls with it. */
const MAY_DISPATCH: ReadonlySet<StopReason> = new Set(['tool_use', 'end_turn', 'stop_sequence', 'max_tokens'])

/** Streams one answer to whoever watches, saving what arrived as it goes. Throws only when the store does. */
export async function callModel(call: ModelCall): Promise<CallResult> {
  const { journal, model, request } = call
  const provider = model.adapter?.name ?? ''
  const projections: StoredProjection[] = []
  let attempt = 1
  const identify = () => ({ request_id: request.request_id, model: model.id, provider, attempt })
  const started = () =>
    journal.event(
      'llm.call_started',
      {
        ...identify(),
        message_count: request.messages.length,
        tool_count: request.tools.length,
        estimated_input_tokens: call.estimated_input_tokens,
      },
      { actor: 'agent' },
    )

  await journal.write({ events: [started()] })
  const answer = await streamAnswer(call, {
    ...request,
    onProjection: (record) => projections.push({ ...record, request_id: request.request_id }),
    onAttempt: (failed) => {
      const failure = journal.event('llm.call_failed', {
        ...identify(),
        error_class: failed.error_class,
        provider_status: failed.provider_status,
        retry_count: attempt - 1,
        delay_ms: failed.delay_ms,
      })
      attempt = failed.attempt + 1
      // A write that fails is told by the next one: the journal keeps its order and its first error.
      journal.write({ events: [failure, started()] }).catch(() => {})
    },
  })
  await journal.settled()

  const { complete, calls } = answer
  const error = answer.error ?? null
  const cost = call.models.cost(complete.usage, complete.model, model.id)
  const message = answerMessage(complete, {
    id: call.message_id,
    session_id: call.session_id,
    turn_id: call.turn_id,
    created_at: answer.created_at,
    routing: call.routing,
    cost,
    ...(error && { error: { error_class: error.error_class, message: error.message } }),
  })
  const outcome = error ? 'error' : complete.stop_reason === 'cancelled' ? 'cancelled' : 'complete'
  const dispatch = outcome === 'complete' && MAY_DISPATCH.has(complete.stop_reason)
  const event =
    outcome === 'complete'
      ? journal.event(
          'llm.call_completed',
          {
            ...identify(),
            message_id: message.id,
            content_hash: contentHash(message),
            stop_reason: complete.stop_reason,
            usage: complete.usage,
            ...cost,
            latency_ms: complete.latency_ms,
            time_to_first_token_ms: complete.time_to_first_token_ms,
            projections: projections.length,
          },
          { actor: 'agent' },
        )
      : journal.event('llm.call_failed', {
          ...identify(),
          error_class: error?.error_class ?? 'cancelled',
          provider_status: error?.provider_status ?? null,
          retry_count: attempt - 1,
          delay_ms: null,
        })
  return {
    outcome,
    message,
    pending: dispatch ? message.content.filter(isBlockOf('tool_use')) : [],
    error,
    write: {
      messages: [{ message, parent_id: call.parent_id }],
      tool_calls: toolCallRows(message, calls, dispatch ? 'pending' : 'cancelled', provider || null),
      projections,
      events: [event],
      patch: { head_id: message.id },
    },
  }
}

interface StreamedAnswer {
  complete: MessageComplete
  error: AdapterError | undefined
  created_at: string
  /** The provider's id of each call, by canonical id. */
  calls: ReadonlyMap<string, string | null>
}

async function streamAnswer(call: ModelCall, request: CanonicalRequest): Promise<StreamedAnswer> {
  const { session_id, turn_id, message_id } = call
  const { adapter } = call.model
  const calls = new Map<string, string | null>()
  const created_at = call.journal.timestamp()
  /** Calls the store knows of; `null` before the first checkpoint, which places the message in the path. */
  let storedCalls: number | null = null
  let complete: MessageComplete | undefined
  let error: AdapterError | undefined

  const arrived = () => {
    const { partial } = call.live.read(session_id)
    return partial?.message_id === message_id ? partial.content : []
  }

  const save = async () => {
    const content = arrived()
    if (storedCalls === calls.size) return call.store.checkpoint(call.session_id, call.message_id, content)
    const known = calls.size
    const message = partialMessage(call, created_at, content)
    await call.store.commit({
      session_id: call.session_id,
      messages: [{ message, parent_id: call.parent_id }],
      tool_calls: toolCallRows(message, calls, 'pending', call.model.adapter?.name ?? null),
      patch: { head_id: message.id },
    })
    storedCalls = known
  }

  const checkpoint = new Checkpoint({
    save: () => call.journal.attempt(save),
    onError: (cause) => {
      // One that a later write may bring is told by the journal.
      if (!storageProblem(cause)) call.log.error('checkpoint failed', { session_id: call.session_id, cause })
    },
    ...(call.checkpointMs !== undefined && { intervalMs: call.checkpointMs }),
  })

  const show = (event: StreamEvent) => {
    if (event.type === 'tool.use_start') calls.set(event.tool_use_id, event.provider_id)
    if (event.type === 'message.complete') complete = event
    call.live.publish(session_id, { type: 'answering', turn_id, message_id, event })
  }

  try {
    if (!adapter)
      throw new AdapterError('auth', `${call.model.id} is not configured`, { request_id: request.request_id })
    for await (const event of adapter.stream(await call.fitPictures(request))) {
      const waiting = call.journal.shown()
      if (waiting) await waiting
      show(event)
      checkpoint.touch()
    }
  } catch (cause) {
    error = asAdapterError(cause, request.request_id)
  } finally {
    await checkpoint.stop()
  }
  if (!complete) {
    error ??= new AdapterError('other', 'the adapter ended without an answer', { request_id: request.request_id })
    complete = emptyAnswer(call, arrived())
  }
  return { complete, error, created_at, calls }
}

function partialMessage(call: ModelCall, created_at: string, content: Message['content']): Message {
  return {
    id: call.message_id,
    session_id: call.session_id,
    role: 'assistant',
    content,
    metadata: {
      model: call.model.id,
      provider: call.model.adapter?.name ?? null,
      routing: call.routing,
      status: 'partial',
      turn_id: call.turn_id,
    },
    created_at,
    schema_version: SCHEMA_VERSION,
  }
}

/** For a call that failed before it showed anything. */
function emptyAnswer(call: ModelCall, final_content: Message['content']): MessageComplete {
  return {
    type: 'message.complete',
    stop_reason: 'error',
    final_content,
    usage: { input_tokens: 0, output_tokens: 0, cached_input_tokens: 0, cache_creation_input_tokens: 0 },
    model: call.model.id,
    provider: call.model.adapter?.name ?? '',
    latency_ms: 0,
    time_to_first_token_ms: null,
  }
}

function toolCallRows(
  message: Message,
  providerIds: ReadonlyMap<string, string | null>,
  status: ToolCall['status'],
  provider: string | null,
): ToolCall[] {
  return message.content.filter(isBlockOf('tool_use')).map((block) => ({
    id: block.id,
    session_id: message.session_id,
    message_id: message.id,
    result_message_id: null,
    name: block.name,
    status,
    provider_id: providerIds.get(block.id) ?? null,
    provider,
    created_at: message.created_at,
    completed_at: status === 'pending' ? null : message.created_at,
  }))
}

function asAdapterError(cause: unknown, request_id: string): AdapterError {
  if (cause instanceof AdapterError) return cause
  return new AdapterError('other', cause instanceof Error ? cause.message : String(cause), { request_id, cause })
}
