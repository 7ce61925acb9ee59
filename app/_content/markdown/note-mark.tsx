'use client'

import { createContext, useContext } from 'react'
import type { Note } from './answer-text.ts'

/** The footnotes of an answer by their label. Only what shows one of them looks again when one is added. */
export const Notes = createContext<ReadonlyMap<string, Note>>(new Map())

export function NoteMark({ label }: { label: string }) {
  const note = useContext(Notes).get(label)
  return <sup className="note-mark">{note?.number ?? label.slice(1)}</sup>
}
