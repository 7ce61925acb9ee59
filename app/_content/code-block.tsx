'use client'

import { clsx } from 'clsx'
import { useDeferredValue, useMemo } from 'react'
import { CopyButton } from '../_ui/copy-button.tsx'
import { highlightNodes } from './highlight-nodes.tsx'
import { latePart, useLatePart } from './late-part.ts'

/** Without its colours the code is still the code. */
const HIGHLIGHTER = latePart(async () => (await import('./highlighter.ts')).highlight)

/** Colouring takes as long as the whole code, and while it is being written it would be done for each piece of it. */
const GROWING_LIMIT = 8_000

export interface CodeBlockProps {
  code: string
  language: string
  /** It is still being written: beyond its first lines the colours wait for the end. */
  growing?: boolean
  /** Without the bar that names the language. */
  compact?: boolean
}

export function CodeBlock({ code, language, growing = false, compact = false }: CodeBlockProps) {
  const highlight = useLatePart(HIGHLIGHTER)
  const deferred = useDeferredValue(code)
  const coloured = growing ? firstLines(deferred) : deferred
  const nodes = useMemo(() => {
    const markup = highlight?.(coloured, language)
    return markup ? highlightNodes(markup) : coloured
  }, [highlight, coloured, language])
  return (
    <figure className="relative overflow-hidden rounded-xl border border-line bg-code" dir="ltr">
      {compact ? (
        <CopyButton text={code} label="Copy" className="absolute end-1 top-1 size-7!" />
      ) : (
        <figcaption className="flex items-center justify-between border-line border-b ps-3.5 pe-1 text-muted text-xs">
          <span className="font-mono">{language || 'text'}</span>
          <CopyButton text={code} label="Copy code" className="size-8!" />
        </figcaption>
      )}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className={clsx(
          'overflow-x-auto font-mono text-[0.8125rem] leading-relaxed',
          compact ? 'py-2 ps-3 pe-10' : 'px-3.5 py-3',
        )}
      >
        <code>
          {nodes}
          {deferred.slice(coloured.length)}
        </code>
      </pre>
    </figure>
  )
}

function firstLines(code: string): string {
  return code.length <= GROWING_LIMIT ? code : code.slice(0, code.lastIndexOf('\n', GROWING_LIMIT) + 1)
}
