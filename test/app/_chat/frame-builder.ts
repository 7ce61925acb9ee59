import type { ContentBlock } from '#lib/canonical/block.ts'
import type { Message } from '#lib/canonical/message.ts'
import { type PublicMessage, publicMessage } from '#lib/canonical/public-message.ts'
import type { Session } from '#lib/canonical/session.ts'
import type { TurnTotal } from '#lib/canonical/turn-total.ts'
import type { SessionFrame, Snapshot } from '#lib/events/frame.ts'

export const SESSION: Session = {
  id: 'S1',
  owner_id: 'local',
  title: 'A talk',
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
  created_at: '2026-05-08T12:00:00.000000Z',
  updated_at: '2026-05-08T12:00:00.000000Z',
}

let serial = 0

/** A frame of session S1 and turn T1; `at` is the second of the minute. */
export function frame<T extends SessionFrame['type']>(
  type: T,
  payload: Extract<SessionFrame, { type: T }>['payload'],
  { turn_id = 'T1' as string | null, at = 0 } = {},
): SessionFrame {
  serial += 1
  const timestamp = `2026-05-08T12:00:${String(at).padStart(2, '0')}.000000Z`
  return { id: `F${serial}`, session_id: 'S1', turn_id, timestamp, type, payload } as unknown as SessionFrame
}

export function snapshot(fields: Partial<Snapshot> = {}): SessionFrame {
  return frame('snapshot', {
    session: SESSION,
    messages: [],
    turn_totals: [],
    places: [],
    partial: null,
    turn: null,
    beside: [],
    last_turn: null,
    storage: null,
    confirmations: [],
    cost_usd: '0',
    unpriced_calls: 0,
    ...fields,
  })
}

/** What turn T1 took, in one call that cost nothing. */
export function total(fields: Partial<TurnTotal> = {}): TurnTotal {
  return {
    turn_id: 'T1',
    calls: 1,
    input_tokens: 12,
    output_tokens: 34,
    cached_input_tokens: 0,
    cache_creation_input_tokens: 0,
    cost_usd: '0',
    unpriced_calls: 0,
    latency_ms: 1_500,
    estimated: false,
    ...fields,
  }
}

/** `M2` follows `M1`, which begins the path, unless another parent is named. */
export function message(
  id: string,
  role: Message['role'],
  content: string | ContentBlock[],
  metadata: Message['metadata'] = {},
  parent_id: string | null = idBefore(id),
): PublicMessage {
  const message = {
    id,
    session_id: 'S1',
    role,
    content: typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content,
    metadata,
    created_at: '2026-05-08T12:00:00.000000Z',
    schema_version: 1,
  }
  return publicMessage({ message, parent_id })
}

function idBefore(id: string): string | null {
  const number = id.slice(1)
  return Number(number) > 1 ? `M${String(Number(number) - 1).padStart(number.length, '0')}` : null
}

/** The turn of the question M1, T1, begins. */
export const started = frame('turn.started', { message_id: 'M1', content_hash: 'h' })

/** An answer of that turn. */
export function answer(id: string) {
  return message(id, 'assistant', 'x', { model: 'one:big', turn_id: 'T1' })
}
