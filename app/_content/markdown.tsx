'use client'

import type { ReactNode } from 'react'
import { Component, createContext, useContext, useEffect, useState } from 'react'
import { latePart, useLatePart } from './late-part.ts'
import { PlainStandIn } from './markdown/plain-stand-in.tsx'

/** What shows while the renderer is on its way, and where it cannot do its work: the text as it stands. */
const PlainText = createContext('')

function Plain() {
  return <PlainStandIn text={useContext(PlainText)} />
}

/** The Markdown renderer weighs more than the rest of the page. */
const RENDERER = latePart(async () => (await import('./markdown-view.tsx')).MarkdownView)

/** A model in a loop can nest deeper than any renderer goes. That may not take the page away. */
class PlainOnFailure extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Plain /> : this.props.children
  }
}

/** Longer than that the text as it stands is better than none. */
const MOST_MS = 3_000

/** Whether Markdown is shown as what it means by now, or is not to be waited for any longer. */
export function useMarkdownIsThere(): boolean {
  const isThere = useLatePart(RENDERER) !== undefined
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), MOST_MS)
    return () => clearTimeout(timer)
  }, [])
  return isThere || isLate
}

/** Model output: untrusted, sanitised, and loading nothing from elsewhere. */
export function Markdown({ text, streaming = false }: { text: string; streaming?: boolean }) {
  const MarkdownView = useLatePart(RENDERER)
  return (
    <PlainText value={text}>
      <PlainOnFailure>{MarkdownView ? <MarkdownView text={text} streaming={streaming} /> : <Plain />}</PlainOnFailure>
    </PlainText>
  )
}
