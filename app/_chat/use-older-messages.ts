'use client'

import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { prependMessages } from './session-state.ts'
import { olderMessages } from './use-api.ts'
import { useLive, useSessionState } from './use-live-session.ts'

/** As many as the snapshot brings: fewer means that there are no older ones. */
const SNAPSHOT_SIZE = 100

type Loading = 'idle' | 'loading' | 'failed'

/**
 * Loads the page of messages before the first one whenever `sentinel` comes into view, and keeps what the reader looks at
 * where it was.
 */
export function useOlderMessages(scroller: RefObject<HTMLElement | null>, sentinel: RefObject<HTMLElement | null>) {
  const live = useLive()
  const first = useSessionState((state) => state.messages[0]?.id ?? null)
  const count = useSessionState((state) => state.messages.length)
  const [loading, setLoading] = useState<Loading>('idle')
  const [complete, setComplete] = useState(false)
  const before = useRef<{ height: number; top: number } | null>(null)
  const more = !complete && count >= SNAPSHOT_SIZE

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when another message came first
  useLayoutEffect(() => {
    const element = scroller.current
    const was = before.current
    before.current = null
    if (!element || !was) return
    // Where the browser has kept the place already, there is nothing to add.
    if (Math.abs(element.scrollTop - was.top) < 2) element.scrollTop = was.top + element.scrollHeight - was.height
  }, [first, scroller])

  async function load() {
    if (loading === 'loading' || first === null) return
    setLoading('loading')
    try {
      const page = await olderMessages(live.id, first)
      const element = scroller.current
      before.current = element && { height: element.scrollHeight, top: element.scrollTop }
      live.update((state) => prependMessages(state, page.messages))
      if (page.next === null) setComplete(true)
      setLoading('idle')
    } catch {
      setLoading('failed')
    }
  }

  useEffect(() => {
    const element = sentinel.current
    if (!element || !more) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting && loading === 'idle') void load()
      },
      { root: scroller.current, rootMargin: '600px 0px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  })

  return { more, loading, load }
}
