/** In the margin beside a question: turns are spoken of by it. `null` while what came before is not all here. */
export function TurnNumber({ number }: { number: number | null }) {
  if (number === null) return null
  return (
    <span className="turn-number text-caption text-muted">
      <span className="sr-only">Turn </span>
      {number}
    </span>
  )
}
