'use client'

import { useEffect, useRef, useState } from 'react'
import { olderMessages } from '../../_client/use-api.ts'
import type { MessageTree } from '../live/message-tree.ts'
import { withOlder } from '../live/session-state.ts'
import { useLive } from '../live/use-live-session.ts'
import type { Span } from './row-span.ts'
import type { WholePath } from './turn-rows.ts'

/** Messages that are asked for at once: at least these, and no more than those. */
const [FEWEST, MOST] = [60, 200]

/** Loads what the rows of a span say, a page at a time and the last ones first, and the row before them. */
export function useRowMessages(path: WholePath, known: MessageTree['known'], { start, end }: Span) {
  const live = useLive()
  const [failed, setFailed] = useState(false)
  const [pages, setPages] = useState(0)
  const isLoading = useRef(false)
  const wanted = pageOf(path, known, { start: Math.max(0, start - 1), end })
  const before = wanted?.before
  const limit = wanted?.limit

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that has come may leave another to be asked for
  useEffect(() => {
    if (before === undefined || limit === undefined || failed || isLoading.current) return
    isLoading.current = true
    olderMessages(live.id, before, limit)
      .then((page) => {
        const before = live.state
        live.update((state) => withOlder(state, page))
        // Asked again, the server would say the same.
        if (live.state === before) setFailed(true)
      })
      .catch(() => setFailed(true))
      .finally(() => {
        isLoading.current = false
        setPages((count) => count + 1)
      })
  }, [live, before, limit, failed, pages])

  return { failed: failed && wanted !== null, retry: () => setFailed(false) }
}

/** The page that holds the last row of the span whose messages are not here. */
export function pageOf(
  { ids, rows }: WholePath,
  known: MessageTree['known'],
  { start, end }: Span,
): { before: string; limit: number } | null {
  const wanted = ids.slice(rows[start]?.from, rows[end - 1]?.to)
  const last = wanted.findLastIndex((id) => !known.has(id))
  const before = ids[(rows[start]?.from ?? 0) + last + 1]
  if (last === -1 || !before) return null
  const count = last + 1 - wanted.findIndex((id) => !known.has(id))
  return { before, limit: Math.min(MOST, Math.max(FEWEST, count)) }
}
