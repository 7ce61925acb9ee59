'use client'

import { clsx } from 'clsx'
import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import { useLateTexts } from '../_texts/texts.ts'
import { Dialog } from '../_ui/dialog.tsx'
import { Icon } from '../_ui/icon.tsx'
import { IconButton } from '../_ui/icon-button.tsx'
import { LATE_ICONS } from '../_ui/late-icons.ts'
import { MOST, type Size } from './picture-zoom.ts'
import { usePictureZoom } from './use-picture-zoom.ts'

export interface ShownPicture {
  source: string
  alt: string
}

export interface LightboxProps {
  pictures: readonly ShownPicture[]
  first: number
  onClose: () => void
}

const STEP = 1.5
/** Pixels for each press of an arrow. */
const MOVE = 80
const MOVES: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: MOVE, y: 0 },
  ArrowRight: { x: -MOVE, y: 0 },
  ArrowUp: { x: 0, y: MOVE },
  ArrowDown: { x: 0, y: -MOVE },
}

/** The pictures of a message, one at a time, as large as the window and larger. */
export function Lightbox({ pictures, first, onClose }: LightboxProps) {
  const words = useLateTexts().reading
  const [at, setAt] = useState(first)
  const [loaded, setLoaded] = useState<(Size & { source: string }) | null>(null)
  const picture = pictures[at]
  const { area, fit, zoom, zoomBy, move, showWhole, hands } = usePictureZoom(
    loaded && loaded.source === picture?.source ? loaded : null,
  )
  const isWhole = zoom.factor === 1

  function go(step: number) {
    setAt((at + step + pictures.length) % pictures.length)
    showWhole()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = MOVES[event.key]
    if (event.key === '+' || event.key === '=') zoomBy(STEP)
    else if (event.key === '-') zoomBy(1 / STEP)
    else if (event.key === '0') showWhole()
    else if (step && !isWhole) move(step)
    else if (step?.x && pictures.length > 1) go(-Math.sign(step.x))
    else return
    event.preventDefault()
  }

  if (!picture) return null
  const size = `${zoom.factor * 100}%`
  return (
    <Dialog label={words.picture} shape="window" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are the dialog's, wherever its focus is */}
      <div className="flex h-full flex-col" onKeyDown={onKeyDown}>
        <header className="flex min-h-12 items-center gap-1 border-line border-b px-2 text-small">
          <span aria-live="polite" className="min-w-0 flex-1 truncate ps-2 text-muted">
            {pictures.length > 1 && words.picture_place(at + 1, pictures.length)}
            {Math.round(zoom.factor * 100)}&nbsp;%
          </span>
          <IconButton
            icon={LATE_ICONS.minus}
            label={words.smaller}
            disabled={isWhole}
            onClick={() => zoomBy(1 / STEP)}
          />
          <IconButton icon="plus" label={words.larger} disabled={zoom.factor === MOST} onClick={() => zoomBy(STEP)} />
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
        {/* It takes the focus of a press: the keys would go nowhere after one. */}
        <div
          ref={area}
          tabIndex={-1}
          className={clsx(
            'relative grid min-h-0 flex-1 touch-none select-none place-items-center overflow-hidden outline-none',
            isWhole ? 'cursor-zoom-in' : 'cursor-grab active:cursor-grabbing',
          )}
          {...hands}
        >
          <div className="relative" style={fit ?? { width: 'calc(100% - 1rem)', height: 'calc(100% - 1rem)' }}>
            {/* biome-ignore lint/performance/noImgElement: the bytes are ours; nothing to optimise */}
            <img
              src={picture.source}
              alt={picture.alt}
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
                if (width > 0 && height > 0) setLoaded({ source: picture.source, width, height })
              }}
              style={{ width: size, height: size, translate: `calc(${zoom.x}px - 50%) calc(${zoom.y}px - 50%)` }}
              className="absolute top-1/2 left-1/2 max-w-none object-contain"
            />
          </div>
        </div>
        {pictures.length > 1 && (
          <footer className="flex min-h-12 items-center justify-center gap-2">
            <IconButton icon={LATE_ICONS['chevron-left']} label={words.previous_picture} onClick={() => go(-1)} />
            <IconButton icon="chevron-right" label={words.next_picture} onClick={() => go(1)} />
          </footer>
        )}
      </div>
    </Dialog>
  )
}
