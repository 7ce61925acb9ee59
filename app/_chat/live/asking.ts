import type { TurnContent } from '#lib/api/turn-content.ts'
import type { Asking, SessionState } from './session-state.ts'

export function ask(state: SessionState, content: TurnContent, parent_id?: string | null): SessionState {
  return { ...state, asking: { content, parent_id, message_id: null }, refused: null }
}

/** The server has stored the question under this id: the stream may have brought it before, or is about to. */
export function acceptAsking(state: SessionState, messageId: string): SessionState {
  const { asking } = state
  return asking ? showOnce({ ...state, asking: { ...asking, message_id: messageId } }) : state
}

/** What was written anew, and refused, is there to be written again. */
export function withdrawAsking(state: SessionState): SessionState {
  return state.asking ? { ...state, asking: null } : state
}

/** What is asked is shown once: by its message, where that is known. */
export function showOnce(state: SessionState): SessionState {
  const { asking, tree } = state
  return asking?.message_id && tree.known.has(asking.message_id) ? { ...state, asking: null } : state
}

/** The path as it will be: without what a question that begins a branch leaves behind. */
export function pathWhileAsking<T extends { id: string }>(path: readonly T[], asking: Asking | null): readonly T[] {
  if (asking?.parent_id === undefined) return path
  return path.slice(0, path.findLastIndex(({ id }) => id === asking.parent_id) + 1)
}
