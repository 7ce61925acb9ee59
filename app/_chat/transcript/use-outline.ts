'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import { type Outlined, outlineMessages } from '../../_client/use-api.ts'
import { useLive, useSessionState } from '../live/use-live-session.ts'

const NOTHING: readonly Outlined[] = []

/**
 * What comes before the messages that are here: which there are, and how long. Asked for once it is wanted, and anew where
 * the path begins with a message that is not among them.
 */
export function useOutline(isWanted: boolean) {
  const live = useLive()
  const first = useSessionState(({ tree }) => tree.path[0])
  const firstId = first?.id ?? null
  const above = first?.parent_id ?? null
  const gone = useSessionState((state) => state.gone)
  const deletions = useSessionState((state) => state.deletions)
  const [asked, setOutline] = useState(NOTHING)
  const outline = useMemo(() => (gone.size === 0 ? asked : asked.filter(({ id }) => !gone.has(id))), [asked, gone])
  /** The message before which the server knows of none. */
  const [beginning, setBeginning] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const places = useMemo(() => new Map(outline.map(({ id }, index) => [id, index] as const)), [outline])
  const at = above === null ? undefined : places.get(above)
  const missing = above !== null && at === undefined && firstId !== beginning

  useEffect(() => {
    if (!isWanted || !missing || failed || firstId === null) return
    let isCurrent = true
    outlineMessages(live.id, firstId).then(
      ({ messages }) => {
        if (!isCurrent) return
        if (messages.at(-1)?.id === above) setOutline(messages)
        else setBeginning(firstId)
      },
      () => {
        if (isCurrent) setFailed(true)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [live, isWanted, missing, failed, firstId, above])

  // What was deleted is out of it at once; what is there again, and where a turn begins now, the server has to say.
  const heard = useRef(deletions)
  useEffect(() => {
    if (heard.current === deletions || firstId === null || above === null) return
    heard.current = deletions
    let isCurrent = true
    outlineMessages(live.id, firstId).then(
      ({ messages }) => {
        if (isCurrent && messages.at(-1)?.id === above) setOutline(messages)
      },
      // It is asked for again where it does not fit.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [live, deletions, firstId, above])

  const ancestors = useMemo(() => (at === undefined ? NOTHING : outline.slice(0, at + 1)), [outline, at])
  return {
    ancestors,
    /** All of the path is known from its beginning, if not what each message says. */
    whole: firstId !== null && !missing,
    failed: missing && failed,
    retry: () => setFailed(false),
  }
}
