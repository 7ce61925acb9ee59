'use client'

import type { ReactNode } from 'react'
import { Component, useEffect, useState } from 'react'
import { latePart, useLatePart } from './late-part.ts'
import { PlainStandIn } from './markdown/plain-stand-in.tsx'

/** The Markdown renderer weighs more than the rest of the page. */
export const MARKDOWN = latePart(async () => (await import('./markdown-renderer.ts')).MARKDOWN_RENDERER)

/** For so long nothing is shown rather than what moves when the renderer is here. */
const LONGEST_WAIT_MS = 1_000

/** Whether texts look as they will: the renderer is here, or was waited for long enough. */
export function useLooksAsItWill(longestWaitMs = LONGEST_WAIT_MS): boolean {
  const isHere = useLatePart(MARKDOWN) !== undefined
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (isHere) return
    const timer = setTimeout(() => setOver(true), longestWaitMs)
    return () => clearTimeout(timer)
  }, [isHere, longestWaitMs])
  return isHere || isOver
}

/** Has finished texts looked at before they are shown; undefined until the renderer is here. */
export function useLookAhead() {
  return useLatePart(MARKDOWN)?.lookAhead
}

/** A model in a loop can nest deeper than any renderer goes. That may not take the page away. */
class PlainOnFailure extends Component<{ text: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    const { text, children } = this.props
    return this.state.failed ? <PlainStandIn text={text} /> : children
  }
}

/**
 * Model output: untrusted, sanitised, and loading nothing from elsewhere. While the renderer is on its way, and where it
 * cannot do its work, the text as it stands. It is no context: each word more would have all that is shown of it looked through.
 */
export function Markdown({ text, streaming = false }: { text: string; streaming?: boolean }) {
  const MarkdownView = useLatePart(MARKDOWN)?.MarkdownView
  return (
    <PlainOnFailure text={text}>
      {MarkdownView ? <MarkdownView text={text} streaming={streaming} /> : <PlainStandIn text={text} />}
    </PlainOnFailure>
  )
}
