'use client'

import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLateTexts } from '../_texts/texts.ts'
import { Dialog } from '../_ui/dialog.tsx'
import { Icon } from '../_ui/icon.tsx'
import { IconButton } from '../_ui/icon-button.tsx'

export interface ShownPicture {
  source: string
  alt: string
}

export interface LightboxProps {
  pictures: readonly ShownPicture[]
  first: number
  onClose: () => void
}

const [LEAST, MOST, STEP] = [1, 8, 1.5]

/** The pictures of a message, one at a time, as large as the window and larger. */
export function Lightbox({ pictures, first, onClose }: LightboxProps) {
  const words = useLateTexts().reading
  const [at, setAt] = useState(first)
  const [zoom, setZoom] = useState(LEAST)
  const area = useRef<HTMLDivElement>(null)
  const pinch = usePinch((factor) => zoomBy(factor))
  const picture = pictures[at]

  function zoomBy(factor: number) {
    setZoom((before) => Math.min(MOST, Math.max(LEAST, before * factor)))
  }

  function go(step: number) {
    setAt((at + step + pictures.length) % pictures.length)
    setZoom(LEAST)
  }

  useWheel(area, (delta) => zoomBy(delta < 0 ? 1.15 : 1 / 1.15))

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '+' || event.key === '=') zoomBy(STEP)
    else if (event.key === '-') zoomBy(1 / STEP)
    else if (event.key === '0') setZoom(LEAST)
    else if (event.key === 'ArrowRight' && pictures.length > 1 && zoom === LEAST) go(1)
    else if (event.key === 'ArrowLeft' && pictures.length > 1 && zoom === LEAST) go(-1)
    else return
    event.preventDefault()
  }

  if (!picture) return null
  const size = `${zoom * 100}%`
  return (
    <Dialog label={words.picture} shape="window" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are the dialog's, wherever its focus is */}
      <div className="flex h-full flex-col" onKeyDown={onKeyDown}>
        <header className="flex min-h-12 items-center gap-1 border-line border-b px-2 text-small">
          <span aria-live="polite" className="min-w-0 flex-1 truncate ps-2 text-muted">
            {pictures.length > 1 && words.picture_place(at + 1, pictures.length)}
            {Math.round(zoom * 100)}&nbsp;%
          </span>
          <IconButton icon="minus" label={words.smaller} disabled={zoom === LEAST} onClick={() => zoomBy(1 / STEP)} />
          <IconButton icon="plus" label={words.larger} disabled={zoom === MOST} onClick={() => zoomBy(STEP)} />
          <a
            href={picture.source}
            download
            aria-label={words.download}
            title={words.download}
            className="inline-grid size-9 place-items-center rounded-control text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
          >
            <Icon name="download" />
          </a>
          <IconButton icon="close" label={words.close} autoFocus onClick={onClose} />
        </header>
        <div ref={area} className="min-h-0 flex-1 touch-pan-x touch-pan-y overflow-auto" {...pinch}>
          {/* biome-ignore lint/performance/noImgElement: the bytes are ours; nothing to optimise */}
          <img
            src={picture.source}
            alt={picture.alt}
            draggable={false}
            style={{ width: size, height: size }}
            className="max-w-none object-contain p-2"
          />
        </div>
        {pictures.length > 1 && (
          <footer className="flex min-h-12 items-center justify-center gap-2">
            <IconButton icon="chevron-left" label={words.previous_picture} onClick={() => go(-1)} />
            <IconButton icon="chevron-right" label={words.next_picture} onClick={() => go(1)} />
          </footer>
        )}
      </div>
    </Dialog>
  )
}

/** The page behind must not scroll, which a listener of React cannot prevent. */
function useWheel(area: RefObject<HTMLElement | null>, onTurn: (delta: number) => void): void {
  const turn = useEffectEvent(onTurn)
  useEffect(() => {
    const element = area.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      turn(event.deltaY)
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [area])
}

/** Two fingers that go apart or together. */
function usePinch(onPinch: (factor: number) => void) {
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const distance = () => {
    const [one, other] = [...fingers.current.values()]
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
  }
  const forget = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId)
  return {
    onPointerDown: ({ pointerId, clientX: x, clientY: y }: PointerEvent) =>
      void fingers.current.set(pointerId, { x, y }),
    onPointerMove: ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
      if (!fingers.current.has(pointerId)) return
      const before = distance()
      fingers.current.set(pointerId, { x, y })
      const after = distance()
      if (fingers.current.size === 2 && before > 0 && after > 0) onPinch(after / before)
    },
    onPointerUp: forget,
    onPointerCancel: forget,
    onPointerLeave: forget,
  }
}
