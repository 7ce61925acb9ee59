'use client'

import { createContext, useContext } from 'react'
import type { Note } from './answer-text.ts'

/** The footnotes of an answer by their label. Only what shows one of them looks again when one is added. */
export const Notes = createContext<ReadonlyMap<string, Note>>(new Map())

export function NoteMark({ label }: { label: string }) {
  const note = useContext(Notes).get(label)
  // By itself: where a paragraph begins with it, it does not say the direction of the words.
  return (
    <sup dir="ltr" className="note-mark">
      {note?.number ?? label.slice(1)}
    </sup>
  )
}
