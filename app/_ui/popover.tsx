'use client'

import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'

const GAP = 6
const MARGIN = 8
const MAX_HEIGHT = 480

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

/**
 * A floating part over the page by the native popover: top layer, light dismissal, Escape, and focus back on the button.
 * The content exists only while it is open.
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
  const [open, setOpen] = useState(false)
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  // A press on the button dismisses an open popover before the click arrives, which would then open it again.
  const pressedOpen = useRef(false)

  useLayoutEffect(() => {
    const element = panel.current
    const button = anchor.current?.firstElementChild
    if (!open || !element || !button) return
    const place = () => position(element, button.getBoundingClientRect(), align, sheet === true)
    element.showPopover?.()
    place()
    const focusable = element.querySelector<HTMLElement>('[autofocus], input, [role="menuitem"], button, a')
    focusable?.focus()
    const observer = new ResizeObserver(place)
    observer.observe(element)
    window.addEventListener('resize', place)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', place)
    }
  }, [open, align, sheet])

  useEffect(() => {
    const element = panel.current
    if (!open || !element) return
    // The browser closes it by itself: a click elsewhere, Escape, another popover.
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') setOpen(false)
    }
    element.addEventListener('toggle', onToggle)
    return () => element.removeEventListener('toggle', onToggle)
  }, [open])

  function close() {
    panel.current?.hidePopover?.()
    setOpen(false)
    anchor.current?.querySelector('button')?.focus()
  }

  return (
    <span ref={anchor} className="contents">
      {trigger({
        type: 'button',
        'aria-haspopup': role,
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onPointerDown: () => {
          pressedOpen.current = open
        },
        onClick: () => {
          if (open || pressedOpen.current) close()
          else setOpen(true)
          pressedOpen.current = false
        },
      })}
      {open && (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles it may have take a label
        <div
          ref={panel}
          id={id}
          popover="auto"
          role={role}
          aria-label={label}
          className={clsx(
            'fixed overflow-auto overscroll-contain rounded-xl border border-line bg-raised text-sm shadow-float',
            className,
          )}
        >
          {children(close)}
        </div>
      )}
    </span>
  )
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
  const below = height - anchor.bottom - GAP - MARGIN
  const above = anchor.top - GAP - MARGIN
  const upwards = Math.min(element.scrollHeight, MAX_HEIGHT) > below && above > below
  style.maxHeight = `${Math.max(120, Math.min(MAX_HEIGHT, upwards ? above : below))}px`
  style.top = upwards ? 'auto' : `${anchor.bottom + GAP}px`
  style.bottom = upwards ? `${height - anchor.top + GAP}px` : 'auto'
  const wanted = align === 'start' ? anchor.left : anchor.right - element.offsetWidth
  style.left = `${Math.max(MARGIN, Math.min(wanted, width - element.offsetWidth - MARGIN))}px`
}
