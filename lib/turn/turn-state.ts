import { isBlockOf, type ToolUseBlock } from '../canonical/block.ts'
import type { Message } from '../canonical/message.ts'
import type { SideEffects } from '../canonical/tool.ts'
import type { Store } from '../store/store.ts'
import type { ClaimedTurn } from '../store/turn-record.ts'

/** What is stored of a turn, as far as the next step depends on it. */
export interface TurnState {
  /** From the root to the last message of the turn. */
  path: readonly Message[]
  /** The calls of its last answer that have no result. */
  calls: readonly OpenCall[]
  /** A model was called, or was about to be for the first time, and the end of the call is not stored. */
  isCalling: boolean
}

export type OpenCall = { block: ToolUseBlock } & (
  | { status: 'pending' | 'cancelled' }
  /** By a process that is gone; `null` where no such tool was known. */
  | { status: 'begun'; side_effects: SideEffects | null }
  /** What is stored does not say what was called. */
  | { status: 'unreadable' }
)

/**
 * Reads what a turn came to in the process that ran it before. 2026-11-22: a turn of which only the question is stored
 * counts as calling. Nothing of it is lost, and a question that kills the server must not do so at every start.
 */
export async function readTurn(store: Store, turn: ClaimedTurn): Promise<TurnState> {
  const { id: turn_id, session_id, question_id, leaf_id, is_calling } = turn
  if (is_calling || leaf_id === null || leaf_id === question_id) return { path: [], calls: [], isCalling: true }
  const [path, rows, called] = await Promise.all([
    store.path(session_id, leaf_id),
    store.toolCalls(session_id),
    store.events(session_id, { turn_id, types: ['tool.called'] }),
  ])
  const asked = answersOf(path, turn_id).at(-1)
  if (!asked) return { path, calls: [], isCalling: false }
  const effects = new Map<string, SideEffects | null>()
  for (const event of called) {
    if (event.type === 'tool.called') effects.set(event.payload.tool_use_id, event.payload.side_effects)
  }
  const blocks = new Map(asked.content.filter(isBlockOf('tool_use')).map((block) => [block.id, block]))
  const calls = rows
    .filter(({ message_id, status }) => message_id === asked.id && (status === 'pending' || status === 'cancelled'))
    .map(({ id, name, status }): OpenCall => {
      const block = blocks.get(id)
      if (!block) return { block: { type: 'tool_use', id, name, input: {} }, status: 'unreadable' }
      if (status === 'cancelled') return { block, status }
      const side_effects = effects.get(id)
      return side_effects === undefined ? { block, status: 'pending' } : { block, status: 'begun', side_effects }
    })
  return { path, calls, isCalling: false }
}

/** The answers of the turn so far: one for each time the model was called. */
export function answersOf(path: readonly Message[], turnId: string): Message[] {
  return path.filter(({ role, metadata }) => role === 'assistant' && metadata.turn_id === turnId)
}
