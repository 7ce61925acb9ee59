'use client'

import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'

const GAP = 6
const MARGIN = 8
const MAX_HEIGHT = 520
const LEAST_HEIGHT = 160

export interface PopoverProps {
  /** Renders the button that opens it; spread `props` on it. */
  trigger: (props: ComponentProps<'button'>) => ReactNode
  children: (close: () => void) => ReactNode
  /** What the floating part is called by a screen reader. */
  label: string
  role?: 'dialog' | 'menu'
  align?: 'start' | 'end'
  /** On a phone, a sheet at the bottom of the screen. */
  sheet?: boolean
  className?: string
}

interface Opening {
  /** Each opening has an element of its own, so that news of one that is over cannot end the next. */
  key: number
  /**
   * The part of the page that the button is in. Not beside the button: where a list moves it to another place, the browser
   * closes a popover there without a word.
   */
  home: Element
}

/**
 * A floating part over the page by the native popover: top layer, light dismissal, Escape, and focus back on the button.
 * The content exists only while it is open. Whether it is open is known by the element alone: the browser closes it by
 * itself and says so in a later task, and a press that comes before must not be taken for another closing.
 */
export function Popover({
  trigger,
  children,
  label,
  role = 'dialog',
  align = 'start',
  sheet,
  className,
}: PopoverProps) {
  const [opening, setOpening] = useState<Opening | null>(null)
  const openings = useRef(0)
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = panel.current
    const button = anchor.current?.querySelector('button')
    if (!opening || !element || !button) return
    const place = () => position(element, button.getBoundingClientRect(), align, sheet === true)
    element.showPopover({ source: button })
    place()
    let hasFocus = focusFirst(element)
    const observer = new ResizeObserver(() => {
      place()
      // What it holds may come late.
      if (!hasFocus) hasFocus = focusFirst(element)
    })
    observer.observe(element)
    window.addEventListener('resize', place)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', place)
    }
  }, [opening, align, sheet])

  /** It is open, and has the focus, when this returns: the next key is meant for it. */
  function open() {
    openings.current += 1
    const home = anchor.current?.closest('dialog, main, aside') ?? document.body
    flushSync(() => setOpening({ key: openings.current, home }))
  }

  function close() {
    panel.current?.hidePopover()
    setOpening(null)
    anchor.current?.querySelector('button')?.focus()
  }

  return (
    <span ref={anchor} className="contents">
      {trigger({
        type: 'button',
        'aria-haspopup': role,
        'aria-expanded': opening !== null,
        'aria-controls': opening === null ? undefined : id,
        // A press on the button of an open popover is then no press elsewhere, which would close it before the click.
        popoverTarget: id,
        onClick: (event) => {
          event.preventDefault()
          if (panel.current?.matches(':popover-open')) close()
          else open()
        },
      })}
      {opening &&
        createPortal(
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles it may have take a label
          <div
            key={opening.key}
            ref={panel}
            id={id}
            popover="auto"
            role={role}
            aria-label={label}
            // The browser has closed it: a click elsewhere, Escape, another popover.
            onToggle={(event) => {
              // What is folded inside it tells React's listeners around it, too.
              if (event.target === event.currentTarget && event.newState === 'closed')
                setOpening((now) => (now === opening ? null : now))
            }}
            className={clsx(
              'fixed overflow-auto overscroll-contain rounded-card border border-line-strong bg-raised text-small shadow-sheet',
              className,
            )}
          >
            {children(close)}
          </div>,
          opening.home,
        )}
    </span>
  )
}

function focusFirst(element: HTMLElement): boolean {
  const focusable =
    element.querySelector<HTMLElement>('[aria-checked="true"]') ??
    element.querySelector<HTMLElement>('[autofocus], input, [role="menuitem"], button, a')
  focusable?.focus()
  return focusable !== null
}

function position(element: HTMLElement, anchor: DOMRect, align: 'start' | 'end', sheet: boolean): void {
  const { innerWidth: width, innerHeight: height } = window
  const { style } = element
  if (sheet && width < 640) {
    Object.assign(style, {
      left: `${MARGIN}px`,
      right: `${MARGIN}px`,
      bottom: `${MARGIN}px`,
      top: 'auto',
      width: 'auto',
    })
    style.maxHeight = `${Math.round(height * 0.75)}px`
    return
  }
  // The button may have been scrolled out of the window since.
  const [top, bottom] = [anchor.top, anchor.bottom].map((edge) => Math.max(0, Math.min(edge, height))) as [
    number,
    number,
  ]
  const below = height - bottom - GAP - MARGIN
  const above = top - GAP - MARGIN
  const wantedHeight = Math.min(element.scrollHeight, MAX_HEIGHT)
  const upwards = wantedHeight > below && above > below
  // In a window that is so low it lies over its button: what is cut off there is of no use.
  const over = Math.max(above, below) < Math.min(wantedHeight, LEAST_HEIGHT)
  style.maxHeight = `${over ? height - 2 * MARGIN : Math.min(MAX_HEIGHT, upwards ? above : below)}px`
  style.top = upwards || over ? 'auto' : `${bottom + GAP}px`
  style.bottom = over ? `${MARGIN}px` : upwards ? `${height - top + GAP}px` : 'auto'
  const wanted = align === 'start' ? anchor.left : anchor.right - element.offsetWidth
  style.left = `${Math.max(MARGIN, Math.min(wanted, width - element.offsetWidth - MARGIN))}px`
}
