'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { TurnContent } from '#lib/api/turn-content.ts'
import type { PictureDecision } from '#lib/canonical/session-settings.ts'
import { ApiError } from '../../_client/use-api.ts'
import type { TurnOutcome } from '../live/session-state.ts'
import { type Hold, maySteer, type QueuedMessage, queueKey, readQueue, steering, writeQueue } from './queue.ts'
import type { SendHow } from './use-sending.ts'

export interface QueueOptions {
  sessionId: string
  /** The session is known: whether a turn runs in it, and how the last one ended. */
  loaded: boolean
  turnId: string | null
  outcome: TurnOutcome | null
  /** Rejects when the message was refused; resolves with its turn. */
  post: (message: QueuedMessage) => Promise<string>
  stop: () => void
  onError: (error: unknown) => void
}

export type Queue = ReturnType<typeof useQueue>

/**
 * Messages that are sent one by one, each when the answer before it has ended well. After a failure or a stop they stay
 * until the person says so: what they were to follow is not there.
 */
export function useQueue({ sessionId, loaded, turnId, outcome, post, stop, onError }: QueueOptions) {
  const [queue, setQueue] = useStoredQueue(sessionId)
  const [hold, setHold] = useState<Hold | null>('away')
  /** The message that is meant to go whatever was before it. */
  const [urgent, setUrgent] = useState<string | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  /** What is being sent, or was and is not seen to run yet. */
  const [sent, setSent] = useState<{ turnId: string | null; after: TurnOutcome | null } | null>(null)

  const [seen, setSeen] = useState<string | null>(null)
  if (seen !== turnId) {
    setSeen(turnId)
    setHold(turnId === null ? holdAfter(outcome) : null)
  }
  // Known to the server, and seen to run, or over before this page saw it run: the next one may follow.
  if (sent?.turnId && (sent.turnId === turnId || sent.after !== outcome)) {
    setSent(null)
    if (turnId === null) setHold(holdAfter(outcome))
  }

  const first = queue.find(({ key }) => key === urgent) ?? queue[0]
  const isDue = loaded && turnId === null && sent === null && (hold === null || first?.key === urgent)
  // What was meant for an answer that is over may have been said.
  const due = isDue && first && first.key !== editing && !first.steers ? first : null

  async function send(message: QueuedMessage) {
    setSent({ turnId: null, after: outcome })
    setUrgent(null)
    try {
      const turnId = await post(message)
      setSent((now) => now && { ...now, turnId })
      setQueue((all) => all.filter(({ key }) => key !== message.key))
    } catch (error) {
      setSent(null)
      setHold(isBusy(error) ? 'elsewhere' : 'refused')
      if (!isBusy(error)) onError(error)
    }
  }
  const sendDue = useEffectEvent(() => {
    if (due) void send(due)
  })
  const dueKey = due?.key ?? null
  useEffect(() => {
    if (dueKey !== null) sendDue()
  }, [dueKey])

  return {
    queue,
    /** Why nothing of it is sent, where nothing is under way. */
    hold: turnId === null && sent === null ? hold : null,
    editing,
    edit: setEditing,
    /** For the end of a turn that this page has not seen. */
    wait(content: TurnContent, resolution: PictureDecision | undefined) {
      setQueue((all) => [...all, { key: crypto.randomUUID(), content, resolution }])
      setHold('elsewhere')
    },
    add(content: TurnContent, how: SendHow, resolution: PictureDecision | undefined) {
      const key = crypto.randomUUID()
      const message = { key, content, resolution }
      setQueue((all) => (how === 'now' ? [message, ...all] : [...all, message]))
      if (how === 'step' && maySteer(message)) setQueue((all) => steering(all, key))
      if (how !== 'now') return
      setUrgent(key)
      stop()
    },
    /** Before all others, and in the place of an answer that is being written. */
    sendNow(key: string) {
      setUrgent(key)
      if (turnId !== null) stop()
    },
    /** To what `update` makes of what waits by then. */
    change: setQueue,
  }
}

/** A turn runs in the session, begun elsewhere, or so lately that this page has not seen it. */
export function isBusy(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'turn_in_progress'
}

function holdAfter(outcome: TurnOutcome | null): Hold | null {
  if (outcome?.state === 'failed') return 'failed'
  return outcome?.state === 'cancelled' ? 'stopped' : null
}

/** Kept in this browser, and the same in all of its windows. */
function useStoredQueue(sessionId: string) {
  const [queue, setQueue] = useState<readonly QueuedMessage[]>([])
  // What an answer from the server changes is what waits by then, not what waited when it was asked.
  const latest = useRef(queue)
  useEffect(() => {
    const read = () => {
      latest.current = readQueue(sessionId)
      setQueue(latest.current)
    }
    read()
    const onStorage = ({ key }: StorageEvent) => {
      if (key === queueKey(sessionId)) read()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [sessionId])

  function change(update: (all: readonly QueuedMessage[]) => readonly QueuedMessage[]) {
    latest.current = update(latest.current)
    writeQueue(sessionId, latest.current)
    setQueue(latest.current)
  }
  return [queue, change] as const
}
