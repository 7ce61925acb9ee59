'use client'

import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { olderMessages } from '../../_client/use-api.ts'
import { withOlder } from '../live/session-state.ts'
import { useLive, useSessionState } from '../live/use-live-session.ts'

type Loading = 'idle' | 'loading' | 'failed'

/**
 * Loads the page of messages before the first one whenever `sentinel` comes into view, and keeps what the reader looks at
 * where it was.
 */
export function useOlderMessages(scroller: RefObject<HTMLElement | null>, sentinel: RefObject<HTMLElement | null>) {
  const live = useLive()
  const first = useSessionState((state) => state.tree.path[0])
  const [loading, setLoading] = useState<Loading>('idle')
  /** The message whose parent the server could not find. */
  const [beginning, setBeginning] = useState<string | null>(null)
  const before = useRef<{ height: number; top: number } | null>(null)
  const firstId = first?.id ?? null
  const more = first !== undefined && first.parent_id !== null && first.id !== beginning

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when another message came first
  useLayoutEffect(() => {
    const element = scroller.current
    const was = before.current
    before.current = null
    if (!element || !was) return
    // Where the browser has kept the place already, there is nothing to add.
    if (Math.abs(element.scrollTop - was.top) < 2) element.scrollTop = was.top + element.scrollHeight - was.height
  }, [firstId, scroller])

  async function load() {
    if (loading === 'loading' || !first) return
    setLoading('loading')
    try {
      const page = await olderMessages(live.id, first.id)
      const element = scroller.current
      const shown = live.state.tree.path[0]
      before.current = element && { height: element.scrollHeight, top: element.scrollTop }
      live.update((state) => withOlder(state, page))
      // Where another path is shown meanwhile, nothing may have come above it.
      if (live.state.tree.path[0] === shown) before.current = null
      if (page.messages.length === 0) setBeginning(first.id)
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
