'use client'

import { useEffect, useState } from 'react'
import { Spinner } from '../../_ui/spinner.tsx'
import { useConnection } from './use-live-session.ts'

const PATIENCE_MS = 2_000

/** Quiet about short interruptions; the stream comes back by itself. */
export function ConnectionNotice() {
  const lost = useConnection() === 'lost'
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!lost) return setShown(false)
    const timer = setTimeout(() => setShown(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [lost])
  return (
    <span role="status" className="inline-flex items-center gap-2 text-warn text-xs">
      {shown && (
        <>
          <Spinner size={12} />
          Connection lost, reconnecting…
        </>
      )}
    </span>
  )
}
