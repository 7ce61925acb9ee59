import { createElement, Fragment, type ReactNode } from 'react'
import { MASK } from '#lib/canonical/mask.ts'
import { useTexts } from '../_texts/texts.ts'

/** A text in which what was masked is read out as that, and not as eight blocks. */
export function masked(text: string): ReactNode {
  if (!text.includes(MASK)) return text
  // They have no names, only their places.
  const pieces = text
    .split(MASK)
    .flatMap((piece, at) => (at === 0 ? [piece] : [createElement(Mask, { key: at }), piece]))
  return createElement(Fragment, null, ...pieces)
}

function Mask() {
  return (
    <span role="img" aria-label={useTexts().transcript.masked}>
      {MASK}
    </span>
  )
}
