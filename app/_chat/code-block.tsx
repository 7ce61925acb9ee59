'use client'

import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { CopyButton } from '../_ui/copy-button.tsx'
import { highlightNodes } from './highlight-nodes.tsx'

type Highlight = (code: string, language: string) => string | null

let loaded: Highlight | undefined

/** The highlighter is loaded with the first code block that a page shows. */
function useHighlighter(): Highlight | undefined {
  const [ready, setReady] = useState(() => loaded)
  useEffect(() => {
    if (loaded) return
    let gone = false
    import('./highlighter.ts').then(
      ({ highlight }) => {
        loaded = highlight
        if (!gone) setReady(() => highlight)
      },
      // Without its colours the code is still the code.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [])
  return ready
}

export function CodeBlock({ code, language }: { code: string; language: string }) {
  const highlight = useHighlighter()
  const deferred = useDeferredValue(code)
  const nodes = useMemo(() => {
    const markup = highlight?.(deferred, language)
    return markup ? highlightNodes(markup) : deferred
  }, [highlight, deferred, language])
  return (
    <figure className="overflow-hidden rounded-xl border border-line bg-code" dir="ltr">
      <figcaption className="flex items-center justify-between border-line border-b py-0.5 ps-3.5 pe-1 text-muted text-xs">
        <span className="font-mono">{language || 'text'}</span>
        <CopyButton text={code} label="Copy code" className="size-8" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto px-3.5 py-3 font-mono text-[0.8125rem] leading-relaxed">
        <code>{nodes}</code>
      </pre>
    </figure>
  )
}
