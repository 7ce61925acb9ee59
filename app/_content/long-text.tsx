'use client'

import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../_texts/texts.ts'
import { Icon } from '../_ui/icon.tsx'
import { Fold } from './fold.tsx'
import { foldWords, type LongWords } from './long-words.ts'
import { isUnbroken } from './markdown/plain-slices.ts'
import { masked } from './masked.tsx'
import { useSurrounding } from './surrounding.ts'

/** What somebody wrote, as they wrote it: a log that was pasted says little to who reads on. */
export function LongText({ text }: { text: string }) {
  const folded = foldWords(text)
  return folded ? <Folded {...folded} /> : <Words dir="auto">{text}</Words>
}

interface WordsProps {
  children: string
  /** Not where a line goes on: its beginning says which way it goes. */
  dir?: 'auto' | undefined
  className?: string | false
}

function Words({ children, dir, className }: WordsProps) {
  return (
    <p
      dir={dir}
      className={clsx(
        'whitespace-pre-wrap break-words font-serif text-body leading-normal',
        isUnbroken(children) && 'unbroken',
        className,
      )}
    >
      {masked(children)}
    </p>
  )
}

function Folded(props: LongWords) {
  const { isWhole } = useSurrounding()
  return isWhole ? <FoldedByBrowser {...props} /> : <FoldedByPage {...props} />
}

function useShowAll({ count }: LongWords): string {
  const words = useTexts().transcript
  return 'lines' in count ? words.show_all(count.lines) : words.show_all_characters(count.characters)
}

/** Where no script need run. */
function FoldedByBrowser(props: LongWords) {
  const { first, rest } = props
  return (
    <div>
      <Words dir="auto">{first}</Words>
      <Fold className="folded-text" summaryClassName={`${BUTTON} group-open:mb-2`} summary={useShowAll(props)}>
        <Words dir="auto">{rest}</Words>
      </Fold>
    </div>
  )
}

const BUTTON =
  '-ms-2 mt-2 inline-flex min-h-8 items-center gap-1.5 rounded-control px-2 font-medium text-muted text-small hover:bg-hover hover:text-ink print:hidden pointer-coarse:min-h-11'

function FoldedByPage(props: LongWords) {
  const { first, rest, isTorn } = props
  const showAll = useShowAll(props)
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

  // Once nothing is folded, a line that was torn is one again.
  const whole = isTorn && (open ? 'inline' : 'print:inline')
  const dir = isTorn ? undefined : 'auto'
  return (
    <div>
      <div dir={isTorn ? 'auto' : undefined}>
        <Words dir={dir} className={whole}>
          {first}
        </Words>
        <div
          ref={folded}
          className={clsx(
            isTorn ? ['print:contents', open && 'contents'] : 'print:block print:[content-visibility:visible]',
          )}
          hidden
        >
          <Words dir={dir} className={whole}>
            {rest}
          </Words>
        </div>
      </div>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)} className={BUTTON}>
        <Icon name={open ? 'chevron-up' : 'chevron-down'} size={14} />
        {open ? words.show_less : showAll}
      </button>
    </div>
  )
}
