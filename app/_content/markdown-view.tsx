'use client'

import { useEffect, useRef, useState } from 'react'
import { FormulaCount } from './markdown/formula.tsx'
import { NoteList } from './markdown/note-list.tsx'
import { Notes } from './markdown/note-mark.tsx'
import { PartsView } from './markdown/parts-view.tsx'
import { PlainStandIn } from './markdown/plain-stand-in.tsx'
import { useAnswerText } from './markdown/use-answer-text.ts'

/** A caret blinks where nothing comes: while words do, an animation would have the page look at its styles in each frame. */
const QUIET_MS = 1_000

/** A stretch that is settled is never looked at again; what is being written stands behind all of them. */
export function MarkdownView({ text, streaming }: { text: string; streaming: boolean }) {
  const { text: shown, settled, recent, open, notes, ended } = useAnswerText(text, streaming)
  const [formulas] = useState(() => ({ shown: 0 }))
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = element
    if (!streaming || !current || text === '') return
    const timer = setTimeout(() => (current.dataset.quiet = ''), QUIET_MS)
    return () => {
      clearTimeout(timer)
      delete current.dataset.quiet
    }
  }, [text, streaming])
  if (shown === '') return <PlainStandIn text={text} />
  return (
    <FormulaCount value={formulas}>
      <Notes value={notes}>
        <div ref={element} className="markdown">
          {[...settled, recent].map((parts) => (
            <PartsView
              key={parts[0]?.start ?? open?.start}
              parts={parts}
              open={parts === recent ? open : null}
              growing={streaming && parts === recent}
              settled={parts !== recent}
            />
          ))}
          {ended && <NoteList notes={notes} />}
        </div>
      </Notes>
    </FormulaCount>
  )
}
