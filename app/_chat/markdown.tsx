'use client'

import dynamic from 'next/dynamic'
import { createContext, useContext } from 'react'

/** What shows while the renderer is on its way: the text as it stands. */
const PlainText = createContext('')

function Plain() {
  return <div className="markdown whitespace-pre-wrap">{useContext(PlainText)}</div>
}

/** The Markdown renderer weighs more than the rest of the page: it is loaded after the first screen. */
const MarkdownView = dynamic(() => import('./markdown-view.tsx').then((module) => module.MarkdownView), {
  ssr: false,
  loading: Plain,
})

/** Model output: untrusted, sanitised, and loading nothing from elsewhere. */
export function Markdown({ text, streaming = false }: { text: string; streaming?: boolean }) {
  return (
    <PlainText value={text}>
      <MarkdownView text={text} streaming={streaming} />
    </PlainText>
  )
}
