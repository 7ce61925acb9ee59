import { keepChat } from '../../_offline/keep-chat.ts'
import { dropChat, keepsChats } from '../../_offline/kept-chats.ts'
import { type SnapshotParts, saysTheSame, snapshotOf } from './kept-snapshot.ts'
import type { LiveSession } from './live-session.ts'
import { runningTurns } from './session-state.ts'

const REST_MS = 2_000

/** Soon after something of it changed, and as a turn ends, this browser keeps what the page knows of the chat, to be read without a server. */
export function keepAtRest(live: LiveSession): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let kept: SnapshotParts | null = null
  const keep = () => {
    timer = undefined
    const { state } = live
    if (saysTheSame(state, kept) || !keepsChats() || live.connection !== 'live') return
    const snapshot = snapshotOf(state)
    if (state.session && state.tree.head === null && state.deletions > 0) {
      // All that was said has been deleted.
      kept = state
      void dropChat(live.id)
    } else if (snapshot) {
      kept = state
      void keepChat(snapshot)
    }
  }
  // What was deleted before this was there must not stay either.
  let deletions = 0
  let runs = false
  const look = () => {
    const { state } = live
    const ran = runs
    runs = runningTurns(state).length > 0
    if (state.deletions !== deletions) {
      // What is gone must not stay here until the page rests, which may be closed before.
      deletions = state.deletions
      clearTimeout(timer)
      keep()
    } else if (ran && !runs) {
      // So may it be once the answer is there, in a task behind the one that shows its end.
      clearTimeout(timer)
      timer = setTimeout(keep)
    } else if (!saysTheSame(state, kept)) timer ??= setTimeout(keep, REST_MS)
  }
  look()
  const end = live.subscribe(look)
  return () => {
    clearTimeout(timer)
    end()
  }
}
