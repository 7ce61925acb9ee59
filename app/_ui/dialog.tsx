'use client'

import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

const SHAPES = {
  center:
    'm-auto w-[min(28rem,calc(100vw-2rem))] rounded-sheet border border-line-strong bg-raised px-6 py-5 shadow-sheet',
  wide: 'm-auto w-[min(42rem,calc(100vw-2rem))] rounded-sheet border border-line-strong bg-raised px-6 py-5 shadow-sheet',
  palette:
    'mx-auto mt-[min(12dvh,7rem)] mb-auto max-h-[min(40rem,80dvh)] w-[min(42rem,calc(100vw-1rem))] flex-col overflow-hidden rounded-sheet border border-line-strong bg-raised shadow-sheet open:flex',
  sheet:
    'm-auto h-[min(54rem,calc(100dvh-2rem))] max-h-none w-[min(72rem,calc(100vw-2rem))] max-w-none flex-col overflow-hidden rounded-sheet border border-line-strong bg-raised shadow-sheet open:flex max-md:m-0 max-md:h-dvh max-md:w-dvw max-md:rounded-none max-md:border-0',
  slip: 'my-0 ms-auto me-0 h-dvh max-h-none w-[min(32rem,100vw)] max-w-none overflow-y-auto border-line-strong bg-raised md:border-s',
  window: 'm-0 h-dvh max-h-none w-dvw max-w-none bg-canvas',
  drawer: 'm-0 h-dvh max-h-none w-[min(19rem,calc(100vw-3rem))] border-line border-e bg-surface',
} as const

/** A modal by the native element: focus stays inside, Escape and a click on the backdrop close it. Rendered means open. */
export function Dialog({
  label,
  shape = 'center',
  onClose,
  children,
}: {
  label: string
  shape?: keyof typeof SHAPES
  onClose: () => void
  children: ReactNode
}) {
  const element = useRef<HTMLDialogElement>(null)
  // A browser need not ask before it closes one: of two attempts in a row, the second cannot be prevented.
  const onClosed = useEffectEvent(() => {
    if (element.current?.open === false) onClose()
  })
  useLayoutEffect(() => {
    const dialog = element.current
    if (!dialog) return
    dialog.showModal()
    dialog.addEventListener('close', onClosed)
    return () => {
      dialog.removeEventListener('close', onClosed)
      dialog.close()
    }
  }, [])
  // At the end of the page: an open dialog that its list moves to another place would fall out of the top layer.
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and the element has it built in
    <dialog
      ref={element}
      aria-label={label}
      onCancel={(event) => {
        // React tells it of a dialog that was opened from this one, too, and of the chooser of files.
        if (event.target !== element.current) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose()
      }}
      className={clsx('backdrop:bg-scrim', SHAPES[shape])}
    >
      {children}
    </dialog>,
    document.body,
  )
}
