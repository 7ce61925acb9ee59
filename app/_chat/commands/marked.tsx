import { Fragment } from 'react'

/** A text with what was found in it. */
export function Marked({ text, matches }: { text: string; matches: readonly { start: number; end: number }[] }) {
  return (
    <>
      {matches.map(({ start, end }, n) => (
        <Fragment key={start}>
          {text.slice(matches[n - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(matches.at(-1)?.end ?? 0)}
    </>
  )
}
