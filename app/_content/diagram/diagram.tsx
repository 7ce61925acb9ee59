'use client'

import type { ReactNode } from 'react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLateTexts } from '../../_texts/texts.ts'
import { LateLightbox } from '../picture.tsx'
import { isDark } from './diagram-config.ts'
import { DiagramError, drawDiagram } from './draw-diagram.ts'

interface Drawn {
  of: string
  picture?: DrawnPicture
  error?: DiagramError | null
}

interface DrawnPicture {
  source: string
  width: number
  height: number
}

/** A diagram as a picture; until it is drawn, and where it cannot be, what it is written as, which are the children. */
export function Diagram({ code, children }: { code: string; children: ReactNode }) {
  const words = useLateTexts().reading
  const dark = useSyncExternalStore(watchScheme, isDark, () => false)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: its colours are those of the page
  useEffect(() => {
    let isWanted = true
    drawDiagram(code).then(
      (svg) => isWanted && setDrawn({ of: code, picture: pictureOf(svg) }),
      (cause: unknown) => isWanted && setDrawn({ of: code, error: cause instanceof DiagramError ? cause : null }),
    )
    return () => {
      isWanted = false
    }
  }, [code, dark, attempt])
  if (drawn?.of !== code) return children
  const { picture, error } = drawn
  if (!picture) {
    const reason = error?.reason ?? 'not_drawn'
    return (
      <>
        <div className="flex flex-wrap items-center gap-x-2 px-3.5 pt-2 font-sans text-muted text-xs wrap-anywhere">
          <p role="status">
            {reason === 'faulty' ? words.diagram.faulty(beginningOf(error?.fault ?? '')) : words.diagram[reason]}
          </p>
          {reason === 'not_drawn' && (
            <button
              type="button"
              className="min-h-7 rounded-control px-1.5 font-medium text-accent hover:bg-hover pointer-coarse:min-h-11"
              onClick={() => setAttempt(attempt + 1)}
            >
              {words.try_again}
            </button>
          )}
        </div>
        {children}
      </>
    )
  }
  return (
    <>
      <button
        type="button"
        className="block w-full cursor-zoom-in p-3.5"
        aria-label={words.diagram.name}
        onClick={() => setOpen(true)}
      >
        {/* biome-ignore lint/performance/noImgElement: it is made here; nothing to optimise */}
        <img
          src={picture.source}
          alt=""
          width={picture.width}
          height={picture.height}
          className="mx-auto h-auto max-w-full"
        />
      </button>
      {/* For those who do not see it, and for the search. */}
      <pre className="sr-only">{code}</pre>
      {isOpen && (
        <LateLightbox
          pictures={[{ source: picture.source, alt: words.diagram.name }]}
          first={0}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** What was wrong and where; what was expected instead names the parts of a grammar. */
function beginningOf(fault: string): string {
  return fault.split('\n').slice(0, 2).join(' ')
}

/** As large as it was drawn, and with an address that opens nothing: what is in it stays a picture wherever it goes. */
function pictureOf(svg: string): DrawnPicture {
  const [, width = '640', height = '480'] = /viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  const size = { width: Math.ceil(Number(width)), height: Math.ceil(Number(height)) }
  const sized = svg.replace(/^<svg[^>]*>/, (tag) =>
    tag
      .replaceAll(/ (?:width|height)="[^"]*"/g, '')
      .replace('<svg', `<svg width="${size.width}" height="${size.height}"`),
  )
  return { source: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`, ...size }
}

function watchScheme(onChange: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const chosen = new MutationObserver(onChange)
  system.addEventListener('change', onChange)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', onChange)
    chosen.disconnect()
  }
}
