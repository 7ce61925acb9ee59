'use client'

import type { ReactNode, RefObject } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { SessionSummary } from '#lib/canonical/session.ts'
import { useTexts } from '../../_texts/texts.ts'
import { headingOf, untilMidnight } from './group-by-day.ts'
import { type PlacedRow, placeRows, rowsWithin } from './visible-rows.ts'

/** Rendered beyond what is seen, so that scrolling and Tab meet no gap. */
const BEYOND = 8

/** So many rows before the end of what is loaded, more is asked for. */
const AHEAD = 30

/**
 * The chats under the day of their last word. However many there are, only those in view and a few around them are on the
 * page; and the one that has the focus or an open menu, wherever it is scrolled to.
 */
export function ChatList({
  sessions,
  count = 0,
  headings = true,
  scroller,
  onNearEnd,
  children,
}: {
  sessions: readonly SessionSummary[]
  /** How many there are, where that is known before they are loaded: the list has their room. */
  count?: number
  /** Whether they stand under days. */
  headings?: boolean
  /** What the list scrolls in. */
  scroller: RefObject<HTMLElement | null>
  /** Asks for what comes after; null while that cannot be asked for. */
  onNearEnd: (() => void) | null
  children: (session: SessionSummary) => ReactNode
}) {
  const texts = useTexts()
  const list = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLDivElement>(null)
  const now = useToday()
  const [row, setRow] = useState(36)
  const [view, setView] = useState({ from: 0, to: 900 })
  const [kept, setKept] = useState<string | null>(null)
  const rows = useMemo(
    () => placeRows(sessions, (session) => (headings ? headingOf(texts, session, now) : null), { row, heading: row }),
    [texts, sessions, headings, now, row],
  )

  // Not a layout effect: what the list scrolls in is around it, and is there only after those.
  useEffect(() => {
    const [box, measure] = [scroller.current, probe.current]
    if (!box || !measure) return
    const look = () => {
      const height = measure.offsetHeight || 36
      setRow(height)
      const top = box.scrollTop - (list.current?.offsetTop ?? 0)
      const step = BEYOND * height
      // In steps: not every pixel is another state.
      const from = Math.floor(top / step) * step
      const to = Math.ceil((top + box.clientHeight) / step) * step
      setView((last) => (last.from === from && last.to === to ? last : { from, to }))
    }
    look()
    const observer = new ResizeObserver(look)
    // What stands above it in the same box moves it.
    for (const element of [box, ...box.children, measure]) observer.observe(element)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [scroller])

  const beyond = BEYOND * row
  const [first, end] = rowsWithin(rows, view.from - beyond, view.to + beyond)
  const last = rows.at(-1)
  const height = Math.max(last ? last.top + last.height : 0, count * row)
  // Not where somebody looks at what stands above it, or below.
  const isInView = view.from - beyond < height && view.to + beyond > 0
  const isNearEnd = isInView && end > rows.length - AHEAD
  const canAsk = onNearEnd !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for each page that is not enough
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  }, [isNearEnd, rows.length, canAsk])

  const shown = rows.slice(first, end)
  const held = rows.filter((row) => row.item.id === kept && !shown.includes(row))
  return (
    <div ref={list} className="relative">
      <div ref={probe} aria-hidden="true" className="invisible absolute h-(--pitch) w-px" />
      <ul className="relative" style={{ height }}>
        {withHeld(shown, held).map(({ item, heading, top, height }) => (
          <li
            key={item.id}
            className="absolute inset-x-0 flex flex-col"
            style={{ transform: `translateY(${top}px)`, height }}
            onFocus={() => setKept(item.id)}
            onBlur={() => setKept(null)}
          >
            {heading !== null && (
              <h2
                className="flex shrink-0 items-end px-2 pb-1 font-semibold text-caption text-muted"
                style={{ height: row }}
              >
                {heading}
              </h2>
            )}
            {children(item)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** In the order of the list, by which Tab goes. */
function withHeld<T>(shown: PlacedRow<T>[], held: readonly PlacedRow<T>[]): PlacedRow<T>[] {
  const top = shown[0]?.top ?? 0
  return [...held.filter((row) => row.top < top), ...shown, ...held.filter((row) => row.top >= top)]
}

/** The present day; another one after midnight. */
function useToday(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), untilMidnight(now))
    return () => clearTimeout(timer)
  }, [now])
  return now
}
