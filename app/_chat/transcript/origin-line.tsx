'use client'

import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { useSessionState } from '../live/use-live-session.ts'

/** Where a chat comes from that did not begin here. */
export function OriginLine() {
  const origin = useSessionState((state) => state.session?.origin)
  const words = useLateTexts().shares
  const { format } = useTexts()
  if (origin?.kind !== 'share') return null
  const day = format.longDay(new Date(origin.shared_at))
  return (
    <p className="mb-6 text-center text-caption text-muted" dir="auto">
      {origin.title === null ? words.from_untitled(day) : words.from_share(origin.title, day)}
    </p>
  )
}
