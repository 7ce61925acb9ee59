'use client'

import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { SessionFrame } from '#lib/events/frame.ts'
import { sayServerIsBack } from '../../_client/server-is-back.ts'
import { isSessionMissing } from '../../_client/use-api.ts'
import { behindFirstScreen } from '../../_content/first-screen.ts'
import { dropChat, keepsChats, keptChat } from '../../_offline/kept-chats.ts'
import { ownTask } from '../../_ui/own-task.ts'
import { forgetSession } from '../sessions/forget-session.ts'
import { refreshLists, showInLists, updateLists } from '../sessions/session-list.ts'
import { type SnapshotParts, saysTheSame, snapshotOf } from './kept-snapshot.ts'
import type { Connection } from './live-session.ts'
import { LiveSession } from './live-session.ts'
import { pacedFrames } from './paced-frames.ts'
import { type Asking, runningTurns, type SessionState } from './session-state.ts'

/** Opened for chats whose page is on its way, so that it finds there what they say. */
const prepared = new Map<string, LiveSession>()

/** The lists that hear of what a chat says. */
const clients = new WeakMap<LiveSession, QueryClient>()

export function prepareLiveSession(id: string, client: QueryClient, asking: Asking): void {
  const live = createLiveSession(id)
  clients.set(live, client)
  live.update((state) => ({ ...state, asking }))
  live.connect()
  prepared.set(id, live)
}

/** A page that was gone to and does not come would leave its stream behind. */
const LONGEST_WAY_MS = 10_000

/** A chat that is being gone to is on its way while its page is, and not after it. */
export function openAhead(id: string): void {
  if (!prepared.has(id)) prepare(id)
}

function prepare(id: string): LiveSession {
  const live = createLiveSession(id)
  live.connect()
  prepared.set(id, live)
  setTimeout(() => {
    if (prepared.get(id) !== live) return
    prepared.delete(id)
    live.close()
  }, LONGEST_WAY_MS)
  return live
}

// The page that is being loaded is that of a chat: what it says comes while all else is made ready. It is shown behind the
// task in which the page is taken over from the server, which is the longest of all.
if (typeof location !== 'undefined') {
  const [, id] = /^\/c\/([^/]+)$/.exec(location.pathname) ?? []
  if (id) prepare(decodeURIComponent(id)).hold()
}

/** The page of one session is there. Whoever prepared another has gone elsewhere meanwhile, and its stream goes too. */
function takePrepared(id: string): void {
  prepared.delete(id)
  for (const live of prepared.values()) live.close()
  prepared.clear()
}

/** What changes which models the page offers. */
const AVAILABILITY: ReadonlySet<SessionFrame['type']> = new Set([
  'routing.provider_unavailable',
  'routing.provider_recovered',
])

function createLiveSession(id: string): LiveSession {
  const live: LiveSession = new LiveSession({
    id,
    open: (url) => new EventSource(url),
    async isMissing(missing) {
      if (!(await isSessionMissing(missing))) return false
      void dropChat(missing)
      return true
    },
    recall: keptChat,
    schedule: pacedFrames(),
    onFrame: (frame) => {
      const client = clients.get(live)
      // No list has been asked for yet that could be behind.
      if (!client) return
      if (AVAILABILITY.has(frame.type)) void client.invalidateQueries({ queryKey: ['models'] })
      updateList(client, frame)
      // Not the first one: what was missed may have been news of other sessions.
      if (frame.type === 'snapshot' && live.state.session) void refreshLists(client)
    },
  })
  return live
}

function updateList(client: QueryClient, frame: SessionFrame): void {
  if (frame.type === 'snapshot') {
    showInLists(client, frame.payload.session)
  } else if (frame.type === 'session.updated') {
    updateLists(client, frame.payload.session)
  } else if (frame.type === 'session.deleted') {
    forgetSession(client, frame.payload.session_id)
  }
}

/** The live session of a page, connected for as long as the page is there. */
export function useLiveSession(id: string): LiveSession {
  const client = useQueryClient()
  const [live] = useState(() => prepared.get(id) ?? createLiveSession(id))
  useEffect(() => {
    clients.set(live, client)
    takePrepared(id)
    live.connect()
    void ownTask().then(() => live.release())
    const onVisibility = () => live.setHidden(document.hidden)
    const onOnline = () => {
      if (!document.hidden) live.connect()
    }
    // A tab that was opened in the background has never been told that it is hidden.
    if (document.hidden) live.setHidden(true)
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('online', onOnline)
    const endKeeping = keepAtRest(live)
    const endTelling = tellOfReturn(live)
    return () => {
      endKeeping()
      endTelling()
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('online', onOnline)
      live.close()
    }
  }, [id, live, client])
  return live
}

/** What could not be loaded while the server was away need not wait for its next attempt. */
function tellOfReturn(live: LiveSession): () => void {
  let wasLost = false
  return live.subscribe(() => {
    if (live.connection === 'lost') wasLost = true
    else if (live.connection === 'live' && wasLost) {
      wasLost = false
      sayServerIsBack()
    }
  })
}

const REST_MS = 2_000

const loadKeeper = () => import('../../_offline/keep-chat.ts')

/** Soon after something of it changed, and as a turn ends, this browser keeps what the page knows of the chat, to be read without a server. */
function keepAtRest(live: LiveSession): () => void {
  // It is there by the time that a turn ends, after which the tab may be closed at once.
  if (keepsChats()) void behindFirstScreen(loadKeeper)().catch(() => null)
  let timer: ReturnType<typeof setTimeout> | undefined
  let kept: SnapshotParts | null = null
  const keep = () => {
    timer = undefined
    const { state } = live
    if (saysTheSame(state, kept) || !keepsChats() || live.connection !== 'live') return
    if (state.session && state.tree.head === null && state.deletions > 0) {
      // All that was said has been deleted.
      kept = state
      void dropChat(live.id)
    } else {
      // Where it cannot be loaded, what is kept may be more than there is.
      void loadKeeper().then(keepNow, () => dropChat(live.id))
    }
  }
  /** What there is by then: what was deleted meanwhile does not come back. */
  const keepNow = ({ keepChat }: Awaited<ReturnType<typeof loadKeeper>>) => {
    const { state } = live
    const snapshot = live.connection === 'live' ? snapshotOf(state) : null
    if (!snapshot || saysTheSame(state, kept)) return
    kept = state
    return keepChat(snapshot)
  }
  let { deletions } = live.state
  let runs = runningTurns(live.state).length > 0
  const end = live.subscribe(() => {
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
  })
  return () => {
    clearTimeout(timer)
    end()
  }
}

const LiveContext = createContext<LiveSession | null>(null)
export const LiveSessionProvider = LiveContext.Provider

export function useLive(): LiveSession {
  const live = useContext(LiveContext)
  if (!live) throw new Error('useLive is for components of a conversation')
  return live
}

/** One part of the session's state; the component renders again only when that part changed. */
export function useSessionState<T>(select: (state: SessionState) => T): T {
  const live = useLive()
  return useSyncExternalStore(
    live.subscribe,
    () => select(live.state),
    () => select(live.first),
  )
}

export function useConnection(): Connection {
  const live = useLive()
  return useSyncExternalStore(
    live.subscribe,
    () => live.connection,
    () => 'connecting',
  )
}
