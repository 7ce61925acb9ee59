'use client'

import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { SessionFrame } from '#lib/events/frame.ts'
import { sayServerIsBack } from '../../_client/server-is-back.ts'
import { isSessionMissing } from '../../_client/use-api.ts'
import { behindFirstScreen } from '../../_content/first-screen.ts'
import { dropChat, keptChat } from '../../_offline/kept-chats.ts'
import { ownTask } from '../../_ui/own-task.ts'
import { forgetSession } from '../sessions/forget-session.ts'
import { refreshLists, showInLists, updateLists } from '../sessions/session-list.ts'
import type { Connection } from './live-session.ts'
import { LiveSession } from './live-session.ts'
import { pacedFrames } from './paced-frames.ts'
import type { Asking, SessionState } from './session-state.ts'
import { takeStreamPlace } from './stream-place.ts'

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
    place: takeStreamPlace,
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
    live.connect(document.hasFocus())
    void ownTask().then(() => live.release())
    const onVisibility = () => live.setHidden(document.hidden)
    const onOnline = () => {
      if (!document.hidden) live.connect()
    }
    // A tab that was opened in the background has never been told that it is hidden.
    if (document.hidden) live.setHidden(true)
    const onFocus = () => live.connect(true)
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('online', onOnline)
    window.addEventListener('focus', onFocus)
    const endKeeping = keepWhenLoaded(live)
    const endTelling = tellOfReturn(live)
    return () => {
      endKeeping()
      endTelling()
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('online', onOnline)
      window.removeEventListener('focus', onFocus)
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

/** What this browser keeps of the chat is seen to behind the first screen. */
function keepWhenLoaded(live: LiveSession): () => void {
  let end = () => {}
  let isOver = false
  loadKeeper().then(
    ({ keepAtRest }) => {
      if (!isOver) end = keepAtRest(live)
    },
    // What is kept may be more than there is by now. Once: nothing keeps it anew.
    () => {
      end = live.subscribe(() => {
        if (live.connection !== 'live') return
        end()
        void dropChat(live.id)
      })
    },
  )
  return () => {
    isOver = true
    end()
  }
}

const loadKeeper = behindFirstScreen(() => import('./keep-at-rest.ts'))

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
