'use client'

import { useTexts } from '../../_texts/texts.ts'
/** Between turns of two days, in the room that is between turns anyway: nothing moves when it turns out to be due. */
export function DayLine({ at }: { at: string }) {
  const { format } = useTexts()
  return (
    <p className="-top-9.5 absolute inset-x-0 flex items-center gap-3.5 text-muted text-small">
      <span aria-hidden="true" className="flex-1 border-line border-t" />
      <time dateTime={at}>{format.longDay(new Date(at))}</time>
      <span aria-hidden="true" className="flex-1 border-line border-t" />
    </p>
  )
}

/** Whether two moments are of two days, where the reader is. */
export function isOtherDay(before: string, at: string): boolean {
  return new Date(before).toDateString() !== new Date(at).toDateString()
}
