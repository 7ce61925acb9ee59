'use client'

import { useEffect, useState } from 'react'
import { type Texts, useTexts } from '../../_texts/texts.ts'
import { Spinner } from '../../_ui/spinner.tsx'
import { useConnection, useSessionState } from './use-live-session.ts'

const PATIENCE_MS = 2_000

/** Says when what is shown was so, where the server does not say how it is now. Quiet about short interruptions; the stream comes back by itself. */
export function ConnectionNotice() {
  const { page: words, format } = useTexts()
  const lost = useConnection() === 'lost'
  const kept = useSessionState((state) => state.kept)
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!lost) return setShown(false)
    const timer = setTimeout(() => setShown(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [lost])
  if (lost && kept !== null) {
    return (
      <span role="status" className="shrink-0 text-small text-warn">
        {words.not_connected}
        {kept !== 'nothing' && (
          <span className="max-md:hidden"> · {words.as_of(keptAt(format, new Date(kept.at)))}</span>
        )}
      </span>
    )
  }
  return (
    <span role="status" className="inline-flex items-center gap-2 text-warn text-xs">
      {shown && (
        <>
          <Spinner size={12} />
          {words.reconnecting}
        </>
      )}
    </span>
  )
}

function keptAt(format: Texts['format'], at: Date): string {
  return `${format.shortDay(at, new Date())}, ${format.clock(at)}`
}
