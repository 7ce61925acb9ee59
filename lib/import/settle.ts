import type { Message } from '../canonical/message.ts'
import { isUnreadable } from '../canonical/unreadable.ts'
import type { WholeChat } from '../store/import-store.ts'
import type { PlacedMessage } from '../store/store.ts'
import type { Loss } from './found.ts'

const CUT_OFF = 'The answer was still being written when it was exported.'
const LOST = 'This message could not be read any more when it was exported.'

/** The states in which nothing is to be done. */
const ENDED_TURNS: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled'])
const ENDED_CALLS: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled'])

/**
 * A chat in which nothing runs: whatever did when it was exported ended then, and no process takes it over. Of the same export
 * always the same.
 */
export function settledChat(chat: WholeChat, exported_at: string): { chat: WholeChat; losses: Loss[] } {
  const { session, messages, turns, tool_calls, calls } = chat
  const { pending_model, ...rest } = session
  const interrupted = messages.filter(({ message }) => message.metadata.status === 'partial').length
  const unreadable = messages.filter(({ message }) => isUnreadable(message)).length
  return {
    chat: {
      ...chat,
      session: {
        ...rest,
        active_model: pending_model === undefined ? session.active_model : pending_model,
        state: 'idle',
        temporary: false,
        turn: null,
        // Made from its calls.
        cost_usd: '0',
        unpriced_calls: 0,
      },
      messages: messages.map(settledMessage),
      turns: turns.map((turn) =>
        ENDED_TURNS.has(turn.state)
          ? { ...turn, ended_at: turn.ended_at ?? exported_at }
          : { ...turn, state: 'failed', ended_at: exported_at },
      ),
      tool_calls: tool_calls.map((call) =>
        ENDED_CALLS.has(call.status)
          ? call
          : { ...call, status: 'cancelled', completed_at: call.completed_at ?? exported_at },
      ),
      calls: calls.map(settledCall),
    },
    losses: [
      ...(interrupted > 0 ? [{ kind: 'interrupted' as const, count: interrupted }] : []),
      ...(unreadable > 0 ? [{ kind: 'unreadable' as const, count: unreadable }] : []),
    ],
  }
}

export function settledCall<C extends WholeChat['calls'][number]>(call: C): C {
  return call.outcome === 'running' ? { ...call, outcome: 'interrupted', cost_state: 'unknown' } : call
}

function settledMessage({ message, parent_id }: PlacedMessage): PlacedMessage {
  return { message: isUnreadable(message) ? lost(message) : cutOff(message), parent_id }
}

function cutOff(message: Message): Message {
  if (message.metadata.status !== 'partial') return message
  const error = { error_class: 'other' as const, message: CUT_OFF }
  return { ...message, metadata: { ...message.metadata, status: 'error', stop_reason: 'error', error } }
}

/** It only stood for a row that could not be read. */
function lost(message: Message): Message {
  return {
    ...message,
    content: message.role === 'tool' ? [] : [{ type: 'text', text: LOST }],
    metadata: { ...message.metadata, status: 'error' },
  }
}
