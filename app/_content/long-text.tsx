'use client'

import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../_texts/texts.ts'
import { Icon } from '../_ui/icon.tsx'
import { Fold } from './fold.tsx'
import { isUnbroken } from './markdown/plain-slices.ts'
import { masked } from './masked.tsx'
import { useSurrounding } from './surrounding.ts'

/** A text of more lines than this is folded to its first ones: a log that was pasted says little to who reads on. */
const [MOST_LINES, SHOWN_LINES] = [40, 12]

/** What somebody wrote, as they wrote it. */
export function LongText({ text }: { text: string }) {
  const lines = text.split('\n')
  if (lines.length <= MOST_LINES) return <Words>{text}</Words>
  const [first, rest] = [lines.slice(0, SHOWN_LINES).join('\n'), lines.slice(SHOWN_LINES).join('\n')]
  return <Folded first={first} rest={rest} lines={lines.length} />
}

function Words({ children }: { children: string }) {
  return (
    <p
      dir="auto"
      className={`whitespace-pre-wrap break-words font-serif text-body leading-normal ${isUnbroken(children) ? 'unbroken' : ''}`}
    >
      {masked(children)}
    </p>
  )
}

interface FoldedProps {
  first: string
  rest: string
  lines: number
}

function Folded(props: FoldedProps) {
  const { isWhole } = useSurrounding()
  return isWhole ? <FoldedByBrowser {...props} /> : <FoldedByPage {...props} />
}

/** Where no script need run. */
function FoldedByBrowser({ first, rest, lines }: FoldedProps) {
  const words = useTexts().transcript
  return (
    <div>
      <Words>{first}</Words>
      <Fold className="folded-text" summaryClassName={`${BUTTON} group-open:mb-2`} summary={words.show_all(lines)}>
        <Words>{rest}</Words>
      </Fold>
    </div>
  )
}

const BUTTON =
  '-ms-2 mt-2 inline-flex min-h-8 items-center gap-1.5 rounded-control px-2 font-medium text-muted text-small hover:bg-hover hover:text-ink print:hidden pointer-coarse:min-h-11'

function FoldedByPage({ first, rest, lines }: FoldedProps) {
  const words = useTexts().transcript
  const [open, setOpen] = useState(false)
  const folded = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = folded.current
    if (!element) return
    // React knows it only as hidden or not: this way what looks for words finds those that are folded.
    if (open) element.removeAttribute('hidden')
    else element.setAttribute('hidden', 'until-found')
    const onFound = () => setOpen(true)
    element.addEventListener('beforematch', onFound)
    return () => element.removeEventListener('beforematch', onFound)
  }, [open])

  return (
    <div>
      <Words>{first}</Words>
      <div ref={folded} className="print:block print:[content-visibility:visible]" hidden>
        <Words>{rest}</Words>
      </div>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)} className={BUTTON}>
        <Icon name={open ? 'chevron-up' : 'chevron-down'} size={14} />
        {open ? words.show_less : words.show_all(lines)}
      </button>
    </div>
  )
}
