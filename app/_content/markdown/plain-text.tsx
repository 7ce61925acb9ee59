import { memo } from 'react'
import type { Part } from './answer-text.ts'
import { Caret } from './caret.tsx'

/** What would cost the page more than it says: as it stands, and said so. */
export function PlainText({ slices, growing }: { slices: readonly Part[]; growing: boolean }) {
  return (
    <div className="plain" dir="auto">
      <p className="plain-note">Shown as plain text: formatting it would take too long.</p>
      {slices.map(({ start, source }) => (
        <Slice key={start} text={source} />
      ))}
      {growing && <Caret />}
    </div>
  )
}

const Slice = memo(function Slice({ text }: { text: string }) {
  return <div className="plain-slice">{text}</div>
})
