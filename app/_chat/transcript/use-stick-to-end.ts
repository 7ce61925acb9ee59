'use client'

import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'

/** Closer to the end than this counts as being there, but for a reader who is leaving. */
const NEAR_PX = 48

/**
 * Keeps a scrolling element at its end while the reader is there, and leaves it alone once they scroll away. Returns
 * whether the reader is at the end, the way back, and the way from it; and whether what is there to begin with has come to
 * its end: rows are estimated until they are in view, so that the first frames show other places of the conversation.
 */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const [atEnd, setAtEnd] = useState(true)
  const [isSettled, setSettled] = useState(false)
  const stick = useRef(true)
  /** How far it was scrolled when that was last seen to. */
  const lastTop = useRef(0)

  useEffect(() => {
    const element = scroller.current
    const inner = content.current
    if (!element || !inner) return
    lastTop.current = element.scrollTop
    const distance = () => element.scrollHeight - element.scrollTop - element.clientHeight
    const show = () => setAtEnd(stick.current || distance() <= NEAR_PX)
    const onScroll = () => {
      // Growing content is no scrolling of the reader, and content that shrinks leaves no distance: what moves up and away
      // from the end is the reader, however slowly. Only on the way down is near the end as good as there.
      const { scrollTop } = element
      if (scrollTop < lastTop.current && distance() > 1) stick.current = false
      else if (scrollTop > lastTop.current && distance() <= NEAR_PX) stick.current = true
      lastTop.current = scrollTop
      show()
    }
    let frame = 0
    const settle = () => {
      if (!inner.querySelector('[data-row]')) return
      if (element.scrollHeight <= element.clientHeight) setSettled(true)
      else if (frame === 0) frame = requestAnimationFrame(() => requestAnimationFrame(() => setSettled(true)))
    }
    const observer = new ResizeObserver(() => {
      if (stick.current) element.scrollTop = element.scrollHeight
      lastTop.current = element.scrollTop
      show()
      settle()
    })
    observer.observe(inner)
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller, content])

  function scrollToEnd() {
    stick.current = true
    setAtEnd(true)
    setSettled(true)
    const element = scroller.current
    if (element) element.scrollTop = element.scrollHeight
  }

  /** Where the reader is at the end, they stay there. */
  function follow() {
    const element = scroller.current
    if (!element || !stick.current) return
    element.scrollTop = element.scrollHeight
    lastTop.current = element.scrollTop
  }

  /** The reader goes elsewhere. */
  function leaveEnd() {
    stick.current = false
  }

  return { atEnd, isSettled, scrollToEnd, follow, leaveEnd, isStuck: () => stick.current }
}
