'use client'

import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ReaderPlace } from './place-of-reader.ts'
import { RowRoom } from './row-room.ts'
import { nextSpan, rowAt, type Span, sameSpan, spanBetween } from './row-span.ts'
import type { WholePath } from './turn-rows.ts'

/** So few are all there, whatever is in view. */
const FEW = 20
/** In heights of the view: what is made before it comes into view, and what stays after it has left. */
const [AHEAD, BEHIND] = [1, 2]
/** Above the first row. */
const PAD = 28

/** The ids of the first and the last one; `null` for what lies nearest to the end. */
interface Shown {
  first: string | null
  last: string | null
  /** They go by too fast to be read. */
  hasty?: boolean
}

const THE_END: Shown = { first: null, last: null }

/** A browser that keeps what is in view where it is while something above it grows. */
const KEEPS_PLACE = typeof CSS !== 'undefined' && CSS.supports?.('overflow-anchor', 'auto') === true

interface Parts {
  scroller: RefObject<HTMLElement | null>
  content: RefObject<HTMLElement | null>
  path: WholePath
  /** The reader is at the end, and stays there. */
  isStuck: () => boolean
}

/**
 * Of the rows of a conversation those around the view, in the flow of the page, with room above and below them for the
 * others. The place of the reader is kept by the browser, or here where it does not or a row is gone to.
 */
export function useTurnWindow({ scroller, content, path, isStuck }: Parts) {
  const [room] = useState(() => new RowRoom())
  const [shown, setShown] = useState(THE_END)
  /** To print it: so many from the first one on. */
  const [printed, setPrinted] = useState<number | null>(null)
  const { rows } = path
  const offsets = room.offsets(rows)
  /** As it was last seen: to ask for it while rows are made has the browser lay out what is there for nothing. */
  const height = useRef(0)
  const around = spanOf(shown, path, offsets, () => (height.current ||= viewOf(scroller.current)))
  const span = printed === null ? around : { start: 0, end: Math.min(printed, rows.length) }
  const latest = useRef({ path, span })
  /** Kept where it is until the reader moves: what it says comes later, and what is above it grows. */
  const pin = useRef<(ReaderPlace & { message?: string | undefined }) | null>(null)
  /** How far it was scrolled when that was last seen to. */
  const heldTop = useRef(0)
  const place = useRef<ReaderPlace | null>(null)
  const frame = useRef(0)
  const isHasty = useRef(false)

  function show({ start, end }: Span, hasty = false): void {
    const { rows } = latest.current.path
    moveFocusOut(content.current, scroller.current, rows.slice(start, end))
    const last = end >= rows.length ? null : (rows[end - 1]?.id ?? null)
    setShown({ first: rows[start]?.id ?? null, last, hasty })
  }

  function find(kind: 'row' | 'message', id: string | undefined): Element | null | undefined {
    return id === undefined ? null : content.current?.querySelector(`[data-${kind}="${CSS.escape(id)}"]`)
  }

  function holdPin(): void {
    const [view, at] = [scroller.current, pin.current]
    if (!view || !at || isStuck()) return
    const [message, row] = [find('message', at.message), find('row', at.id)]
    const held = message ?? row
    if (!held) return
    const off = held.getBoundingClientRect().top - view.getBoundingClientRect().top - at.offset
    if (Math.abs(off) >= 1) view.scrollTop += off
    heldTop.current = view.scrollTop
  }

  function follow(): void {
    const view = scroller.current
    const { path, span } = latest.current
    const { rows } = path
    if (!view || rows.length === 0) return
    const offsets = room.offsets(rows)
    height.current = viewOf(view)
    const top = view.scrollTop - PAD
    const around = (views: number) =>
      spanBetween(offsets, top - views * height.current, top + (1 + views) * height.current)
    const visible = around(0)
    const at = rowAt(offsets, top)
    const id = rows[at]?.id
    place.current = id === undefined ? null : { id, offset: (offsets[at] ?? 0) - top }
    if (!KEEPS_PLACE) pin.current ??= place.current
    if (rows.length <= FEW || printed !== null) return
    const wanted = around(AHEAD)
    const next = nextSpan(span, { visible, wanted, kept: around(BEHIND) })
    const hasty = visible.end <= span.start || visible.start >= span.end
    if (sameSpan(next, span) && !isHasty.current) return
    isHasty.current = hasty
    // What is in view and not there would be a blank frame.
    if (visible.start < span.start || visible.end > span.end) flushSync(() => show(next, hasty))
    else show(next)
    if (hasty || next.start > wanted.start || next.end < wanted.end) followSoon()
  }

  function followSoon(): void {
    if (latest.current.path.rows.length <= FEW) return
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => followNow.current())
  }

  const followNow = useRef(follow)
  useLayoutEffect(() => {
    latest.current = { path, span }
    followNow.current = follow
    holdPin()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown changes, the view does not
  useEffect(() => {
    const [view, inner] = [scroller.current, content.current]
    if (!view || !inner) return
    const onScroll = () => {
      const isMoved = Math.abs(view.scrollTop - heldTop.current) > 2
      if (isMoved || (!KEEPS_PLACE && !isStuck())) pin.current = null
      followNow.current()
    }
    const onMove = () => {
      pin.current = null
    }
    view.addEventListener('scroll', onScroll, { passive: true })
    for (const type of MOVES) view.addEventListener(type, onMove, { passive: true })
    return () => {
      cancelAnimationFrame(frame.current)
      view.removeEventListener('scroll', onScroll)
      for (const type of MOVES) view.removeEventListener(type, onMove)
    }
  }, [])

  useRowHeights(content, room, () => {
    holdPin()
    followSoon()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows may be in view than those that are shown
  useEffect(() => followSoon(), [rows])

  return {
    span,
    hasty: shown.hasty === true && printed === null,
    above: offsets[span.start] ?? 0,
    below: (offsets[rows.length] ?? 0) - (offsets[span.end] ?? 0),
    heightOf: (index: number) => (offsets[index + 1] ?? 0) - (offsets[index] ?? 0),
    /** Shows so many rows from the first one on, to be printed; `null` those around the reader, who is where they were. */
    showFirst(count: number | null) {
      if (!isStuck()) pin.current ??= place.current
      setPrinted(count)
    },
    /** Shows a row, or a message in it, so far below the top of the view, and keeps it there until the reader moves. */
    goTo(index: number, offset: number, message?: string) {
      const { rows } = latest.current.path
      const row = rows[index]
      if (!row) return
      pin.current = { id: row.id, offset, message }
      const offsets = room.offsets(rows)
      const top = (offsets[index] ?? 0) - offset
      const span = spanBetween(offsets, top, top + viewOf(scroller.current))
      // Where the reader was further into it than the guess of its height goes, it would not be among them.
      flushSync(() => show({ start: Math.min(span.start, index), end: Math.max(span.end, index + 1) }))
      holdPin()
      followSoon()
    },
    /** Makes the last rows, for a reader who goes to the end. */
    showEnd() {
      pin.current = null
      moveFocusOut(content.current, scroller.current, [])
      setShown((now) => (now.first === null && now.last === null && now.hasty !== true ? now : THE_END))
    },
    /** The reader goes on from here by other means. */
    letGo() {
      pin.current = null
    },
    /** Where the reader is. */
    place: () => place.current,
  }
}

const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

function viewOf(view: HTMLElement | null): number {
  // The server makes the page without any row.
  return view?.clientHeight || (typeof window === 'undefined' ? 0 : window.innerHeight)
}

function spanOf({ first, last }: Shown, { rows, rowOf }: WholePath, offsets: Float64Array, view: () => number): Span {
  if (rows.length <= FEW) return { start: 0, end: rows.length }
  const end = last === null ? rows.length : (rowOf.get(last) ?? rows.length - 1) + 1
  const start = first === null ? undefined : rowOf.get(first)
  if (start !== undefined && start < end) return { start, end }
  return { start: rowAt(offsets, (offsets[end] ?? 0) - (1 + AHEAD) * view()), end }
}

/** A focus that went with its row would be nowhere, and the keys of the reader with it. */
function moveFocusOut(content: HTMLElement | null, view: HTMLElement | null, staying: readonly { id: string }[]): void {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')
  if (!row || !content?.contains(row) || staying.some(({ id }) => id === row.dataset.row)) return
  view?.focus({ preventScroll: true })
}

/** Tells how tall the rows are that are shown, whenever that changes. */
function useRowHeights(content: RefObject<HTMLElement | null>, room: RowRoom, onChange: () => void): void {
  const report = useRef(onChange)
  const observer = useRef<ResizeObserver | null>(null)
  const watched = useRef(new Set<Element>())
  useLayoutEffect(() => {
    report.current = onChange
    observer.current ??= new ResizeObserver((entries) => {
      for (const { target } of entries) {
        if (target instanceof HTMLElement && target.isConnected && target.dataset.row !== undefined)
          room.see(target.dataset.row, target.getBoundingClientRect().height)
      }
      report.current()
    })
    const rows = new Set([...(content.current?.children ?? [])].filter((child) => child.hasAttribute('data-row')))
    for (const row of watched.current) if (!rows.has(row)) observer.current.unobserve(row)
    for (const row of rows) if (!watched.current.has(row)) observer.current.observe(row)
    watched.current = rows
  })
  useEffect(
    () => () => {
      observer.current?.disconnect()
      observer.current = null
      watched.current.clear()
    },
    [],
  )
}
