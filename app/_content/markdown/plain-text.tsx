import { memo } from 'react'
import { useLateTexts } from '../../_texts/texts.ts'
import { masked } from '../masked.tsx'
import type { Part } from './answer-text.ts'
import { Caret } from './caret.tsx'

/** What would cost the page more than it says: as it stands, and said so. */
export function PlainText({ slices, growing }: { slices: readonly Part[]; growing: boolean }) {
  const words = useLateTexts().reading
  return (
    <div className="plain" dir="auto">
      <p className="plain-note">{words.plain}</p>
      {slices.map(({ start, source }) => (
        <Slice key={start} text={source} />
      ))}
      {growing && <Caret />}
    </div>
  )
}

const Slice = memo(function Slice({ text }: { text: string }) {
  return <div className="plain-slice">{masked(text)}</div>
})
