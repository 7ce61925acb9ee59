import { type Texts, useTexts } from '../_texts/texts.ts'

/** In the margin beside a question: turns are spoken of by it. `null` while what came before is not all here. */
export function TurnNumber({ number }: { number: number | null }) {
  const words = useTexts().transcript
  if (number === null) return null
  return (
    <span className="turn-number text-caption text-muted">
      <span className="sr-only">{words.turn}</span>
      {number}
    </span>
  )
}

/** Of a turn, as a landmark: two of one name could not be told apart. */
export function exchangeName(words: Texts['transcript'], number: number | null): string {
  return number === null ? words.exchange : words.exchange_of(number)
}
