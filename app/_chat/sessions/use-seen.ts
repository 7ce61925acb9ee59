'use client'

import { useEffect, useSyncExternalStore } from 'react'
import type { SessionSummary } from '#lib/canonical/session.ts'
import { allSeen, markSeen, readSeen, subscribeSeen, unseenOf } from './seen.ts'

/** What a row of the list says of its chat beside the title. */
export type ChatState = 'running' | 'waiting' | 'failed' | 'unread'

export function useChatState(session: SessionSummary, current: boolean): ChatState | null {
  const seen = useSyncExternalStore(subscribeSeen, readSeen, allSeen)
  if (session.turn?.state === 'waiting') return 'waiting'
  if (session.state === 'running') return 'running'
  return current ? null : unseenOf(session, seen)
}

/** Somebody looks at this chat: how its latest turn ended is seen. */
export function useLookingAt(session: Pick<SessionSummary, 'id' | 'turn'> | null): void {
  const id = session?.id
  const endedAt = session?.turn?.ended_at
  useEffect(() => {
    if (!id || !endedAt) return
    const look = () => {
      if (!document.hidden) markSeen(id, endedAt)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [id, endedAt])
}
