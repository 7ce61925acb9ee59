'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import type { Session } from '#lib/canonical/session.ts'
import { type LateTexts, useLateTexts, useTexts } from '../../_texts/texts.ts'
import { useSessionState } from '../live/use-live-session.ts'

/** Where a chat comes from that did not begin here. */
export function OriginLine() {
  const origin = useSessionState((state) => state.session?.origin)
  const words = useLateTexts()
  const { format } = useTexts()
  const said = origin && wordsFor(origin, words, (moment) => format.longDay(new Date(moment)))
  if (!said) return null
  return (
    <p className="mb-6 text-center text-caption text-muted" dir="auto">
      {said}
    </p>
  )
}

/** Null for a kind that a newer version added. */
function wordsFor(
  origin: NonNullable<Session['origin']>,
  { shares, imports, switching }: LateTexts,
  dayOf: (moment: string) => string,
): ReactNode {
  switch (origin.kind) {
    case 'import':
      return imports.imported_chat(origin.source, dayOf(origin.imported_at))
    case 'share': {
      const day = dayOf(origin.shared_at)
      return origin.title === null ? shares.from_untitled(day) : shares.from_share(origin.title, day)
    }
    case 'branch':
      return (
        <>
          {switching.branched(origin.turn, dayOf(origin.branched_at))}{' '}
          <Link href={`/c/${origin.session_id}`} className="font-medium text-accent underline underline-offset-3">
            {origin.title ?? switching.branched_from}
          </Link>
        </>
      )
    default:
      return null
  }
}
