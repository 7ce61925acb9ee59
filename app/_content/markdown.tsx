'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { Component, createContext, useContext } from 'react'

/** What shows while the renderer is on its way, and where it cannot do its work: the text as it stands. */
const PlainText = createContext('')

function Plain() {
  return <div className="markdown whitespace-pre-wrap break-words">{useContext(PlainText)}</div>
}

/** The Markdown renderer weighs more than the rest of the page: it is loaded after the first screen. */
const MarkdownView = dynamic(() => import('./markdown-view.tsx').then((module) => module.MarkdownView), {
  ssr: false,
  loading: Plain,
})

/**
 * A model in a loop can nest deeper than any renderer goes, and after an update of the server the renderer's own file may be
 * gone. Neither may take the page away.
 */
class PlainOnFailure extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Plain /> : this.props.children
  }
}

/** Model output: untrusted, sanitised, and loading nothing from elsewhere. */
export function Markdown({ text, streaming = false }: { text: string; streaming?: boolean }) {
  return (
    <PlainText value={text}>
      <PlainOnFailure>
        <MarkdownView text={text} streaming={streaming} />
      </PlainOnFailure>
    </PlainText>
  )
}
