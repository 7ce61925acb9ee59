'use client'

import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { moveHead } from '../../_client/use-api.ts'
import { useLive } from '../live/use-live-session.ts'
import { keepPlace, type ReaderPlace, recallPlace } from './place-of-reader.ts'
import type { WholePath } from './turn-rows.ts'

/** Of a message that was gone to, below the top of the view. */
const OFFSET = 24
const MARKED_MS = 2_400

interface Parts {
  content: RefObject<HTMLElement | null>
  path: WholePath
  /** What `path` lacks is nowhere above it. */
  whole: boolean
  goTo: (index: number, offset: number, message?: string) => void
  /** Where the reader is; `null` at the end. */
  place: () => ReaderPlace | null
}

interface Target extends ReaderPlace {
  /** It was asked for by its address. */
  isAddressed: boolean
  /** The chat is being led to its branch. */
  isAwaited?: true
}

/**
 * Brings the reader to the message that the address names (`#m-` and its id), and marks it; else to where they were when
 * they left this chat. Returns whether they are still to be brought anywhere.
 */
export function useReaderPlace({ content, path, whole, goTo, place }: Parts): boolean {
  const live = useLive()
  const [target, setTarget] = useState<Target | null>(null)
  const toMark = useRef<string | null>(null)

  useEffect(() => {
    const recalled = recallPlace(live.id)
    setTarget(addressed() ?? (recalled && { ...recalled, isAddressed: false }))
    const onAddress = () => setTarget((before) => addressed() ?? before)
    addEventListener('hashchange', onAddress)
    const history = historyOfPage()
    history?.addEventListener('currententrychange', onAddress)
    return () => {
      removeEventListener('hashchange', onAddress)
      history?.removeEventListener('currententrychange', onAddress)
    }
  }, [live])

  useEffect(() => {
    if (!target || path.rows.length === 0) return
    const row = path.rowOf.get(target.id)
    if (row !== undefined) {
      if (target.isAddressed) toMark.current = target.id
      // Not within the effect: the rows around it are made at once.
      queueMicrotask(() => {
        goTo(row, target.offset, target.isAddressed ? target.id : undefined)
        setTarget(null)
      })
    } else if (whole && !target.isAwaited) {
      setTarget(null)
      // It may be on another branch, which then is the one that is read.
      if (target.isAddressed) void leadTo(target)
    }
  })

  async function leadTo(addressee: Target) {
    try {
      await moveHead(live.id, addressee.id)
      setTarget({ ...addressee, isAwaited: true })
    } catch (refused) {
      live.update((state) => ({ ...state, refused }))
    }
  }

  useLayoutEffect(() => {
    const id = toMark.current
    const message = id && content.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)
    if (!message) return
    toMark.current = null
    message.dataset.marked = ''
    const turn = message.closest<HTMLElement>('.turn')
    // Where it is written anew, its field has it.
    if (!turn?.contains(document.activeElement)) turn?.focus({ preventScroll: true })
    setTimeout(() => delete message.dataset.marked, MARKED_MS)
  })

  const latest = useRef(place)
  useEffect(() => {
    latest.current = place
  })
  useEffect(() => {
    const keep = () => keepPlace(live.id, latest.current())
    addEventListener('pagehide', keep)
    return () => {
      keep()
      removeEventListener('pagehide', keep)
    }
  }, [live])

  return target !== null && !target.isAwaited
}

function addressed(): Target | null {
  const id = /^#m-(.+)$/.exec(location.hash)?.[1]
  return id === undefined ? null : { id: decodeURIComponent(id), offset: OFFSET, isAddressed: true }
}

/** A link within the page changes the address without telling anybody but this one. */
function historyOfPage(): EventTarget | undefined {
  return (window as { navigation?: EventTarget }).navigation
}
