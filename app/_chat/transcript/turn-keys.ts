'use client'

import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { useCommand } from '../commands/use-command.ts'
import { COMPOSER_ID } from '../composer/composer-id.ts'
import { hasOpenLayer } from '../use-chat-shortcuts.ts'
import { isWriting } from './is-turn-key.ts'
import { tabbable, tabbableBeside } from './tab-order.ts'
import { rowsInView, turnBeside } from './turns-in-view.ts'

interface Parts {
  scroller: RefObject<HTMLElement | null>
  content: RefObject<HTMLElement | null>
  goToFirst: () => void
  goToLast: () => void
  /** Shows the turn so many after that of this id, and returns its element. */
  goBeside: (id: string, step: -1 | 0 | 1) => HTMLElement | null
}

/**
 * The transcript is one stop of the Tab key, with the parts of one turn behind it. Alt with an arrow goes from turn to turn
 * from anywhere; inside, arrows do so too where there is nothing of the turn left to scroll to, and Home and End go to the
 * first and the last.
 */
export function TurnKeys(parts: Parts): null {
  const latest = useRef(parts)
  useEffect(() => {
    latest.current = parts
  })
  useCommand('turn_before', () => goBeside(-1, parts, true))
  useCommand('turn_after', () => goBeside(1, parts, true))
  useCommand('first', parts.goToFirst)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || hasOpenLayer()) return
      const done = event.key === 'Tab' ? tab(event, latest.current) : move(event, latest.current)
      if (done) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return null
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

function move({ key, altKey, shiftKey, target }: KeyboardEvent, parts: Parts): boolean {
  if (shiftKey || !(target instanceof HTMLElement)) return false
  const [view, content] = [parts.scroller.current, parts.content.current]
  if (!view || !content) return false
  const isWithin = target === view || target.matches('.turn') || target === document.body
  const step = STEPS[key]
  if (step && altKey) return !isWriting(target) && goBeside(step, parts, target.id !== COMPOSER_ID)
  if (!isWithin || altKey) return false
  if (key === 'Home') parts.goToFirst()
  else if (key === 'End') parts.goToLast()
  else if (!step || target === document.body || hasMore(target, view, content, step)) return false
  else return goBeside(step, parts, true)
  return true
}

function goBeside(step: 1 | -1, { scroller, content, goBeside: go }: Parts, takesFocus: boolean): boolean {
  const [view, inner] = [scroller.current, content.current]
  const at = view && inner && turnBeside(view, inner, step)
  if (!at) return false
  const turn = go(at.id, at.isBeside ? step : 0)
  if (takesFocus) turn?.focus({ preventScroll: true })
  return true
}

/** Of the turn that is read, something lies beyond the edge of the view: then the arrow scrolls. */
function hasMore(target: HTMLElement, view: HTMLElement, content: HTMLElement, step: 1 | -1): boolean {
  const rows = rowsInView(view, content)
  const row = target.closest('[data-row]') ?? (step === 1 ? rows[0] : rows.at(-1))
  if (!row) return true
  const [edge, own] = [view.getBoundingClientRect(), row.getBoundingClientRect()]
  return step === 1 ? own.bottom > edge.bottom + 1 : own.top < edge.top - 1
}

function tab(event: KeyboardEvent, { scroller, content }: Parts): boolean {
  const [view, inner, at] = [scroller.current, content.current, document.activeElement]
  if (!view || !inner || !(at instanceof HTMLElement) || event.altKey) return false
  const back = event.shiftKey
  const rows = rowsInView(view, inner)
  if (at === view) return !back && focus(tabbable(rows[0])[0] ?? tabbableBeside(view, 1))
  const row = at.closest('[data-row]')
  if (row && inner.contains(row)) {
    const parts = tabbable(row)
    const next = at.matches('.turn') ? (back ? undefined : parts[0]) : parts[parts.indexOf(at) + (back ? -1 : 1)]
    if (next && !at.matches('.turn')) return false
    return focus(next ?? (back ? view : tabbableBeside(view, 1)))
  }
  // From behind the transcript into the turn that is in view, not into one that is only ready.
  const last = rows.at(-1)
  const isRight = !last || [...inner.querySelectorAll(':scope > [data-row]')].at(-1) === last
  if (!back || isRight || tabbableBeside(view, 1) !== at) return false
  return focus(tabbable(last).at(-1) ?? view)
}

function focus(element: HTMLElement | undefined): boolean {
  element?.focus()
  return element !== undefined
}
