import type { ErrorClass } from './error.ts'
import { type Message, type MessageMetadata, type RoutingDecisionRecord, SCHEMA_VERSION } from './message.ts'
import type { MessageComplete, StreamEvent } from './stream-event.ts'
import type { Usage } from './usage.ts'

/** What the core adds to an adapter's answer to make the canonical message of it (provider-adapter-contract §3.3). */
export interface AnswerFrame {
  id: string
  session_id: string
  turn_id: string
  attribution: Pick<MessageMetadata, 'user_id' | 'team_id'>
  created_at: string
  routing: RoutingDecisionRecord
  thinking_ms?: number | undefined
  cost: Pick<Usage, 'cost_usd' | 'pricing_version' | 'cost_state'>
  error?: { error_class: ErrorClass; message: string } | undefined
}

export function answerMessage(answer: MessageComplete, frame: AnswerFrame): Message {
  const { id, session_id, turn_id, attribution, created_at, routing, cost, thinking_ms, error } = frame
  return {
    id,
    session_id,
    role: 'assistant',
    content: answer.final_content,
    metadata: {
      model: answer.model,
      provider: answer.provider,
      routing,
      usage: { ...answer.usage, ...cost, latency_ms: answer.latency_ms },
      status: error ? 'error' : answer.stop_reason === 'cancelled' ? 'cancelled' : 'complete',
      stop_reason: answer.stop_reason,
      ...(answer.stop_explanation !== undefined && { stop_explanation: answer.stop_explanation }),
      ...(thinking_ms !== undefined && { thinking_ms }),
      turn_id,
      ...attribution,
      ...(answer.provider_raw && { provider_raw: answer.provider_raw }),
      ...(error && { error }),
    },
    created_at,
    schema_version: SCHEMA_VERSION,
  }
}

/** The event as it may leave the server: without what only its adapter may read (§6.5). */
export function publicStreamEvent(event: StreamEvent): StreamEvent {
  if (event.type !== 'message.complete' || event.provider_raw === undefined) return event
  const { provider_raw: _opaque, ...rest } = event
  return rest
}
