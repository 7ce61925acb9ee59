'use client'

import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../_texts/texts.ts'
import { useSessionState } from '../live/use-live-session.ts'
import { useStop } from '../live/use-stop.ts'

/** Shorter pauses are how models write. */
const LONG_MS = 8_000

/** Of the turn that is shown last. */
export function Silence() {
  const mark = useSessionState(({ answer }) => answer)
  return <SilenceView mark={mark} onStop={useStop()} />
}

interface SilenceProps {
  /** Another one whenever something came. */
  mark: unknown
  onStop: (() => Promise<void>) | null
}

/** Says that nothing has come for a while, how long, and how to end it. */
export function SilenceView({ mark, onStop }: SilenceProps) {
  const { transcript: words, format } = useTexts()
  const quiet = useQuiet(mark)
  if (quiet === 0) return null
  return (
    <p className="flex min-h-7 items-center gap-2 text-muted text-small">
      <span role="status" className="sr-only">
        {words.silent}
      </span>
      <span aria-hidden="true">{words.silent_for(format.duration(quiet))}</span>
      {onStop && (
        <button
          type="button"
          onClick={() => void onStop()}
          className="min-h-7 rounded-control px-1.5 font-medium text-accent hover:bg-hover pointer-coarse:min-h-11"
        >
          {words.stop_waiting}
        </button>
      )}
    </p>
  )
}

/** Milliseconds, in whole seconds, once it is long. */
function useQuiet(mark: unknown): number {
  const [quiet, setQuiet] = useState(0)
  const last = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark says that something came
  useEffect(() => {
    last.current = performance.now()
    setQuiet(0)
  }, [mark])
  useEffect(() => {
    const timer = setInterval(() => {
      const since = performance.now() - last.current
      setQuiet(since < LONG_MS ? 0 : Math.floor(since / 1_000) * 1_000)
    }, 1_000)
    return () => clearInterval(timer)
  }, [])
  return quiet
}
