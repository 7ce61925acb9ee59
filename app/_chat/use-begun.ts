'use client'

import { startTransition, useEffect, useState } from 'react'
import { ownTask } from '../_content/first-screen.ts'
import { useTexts } from '../_texts/texts.ts'
import { useHydrated } from '../_ui/use-hydrated.ts'
import { useSessionState } from './live/use-live-session.ts'

/** Whether a tab begins with this page, as the server made it; else it was gone to from another. */
export function useStartsHere(): boolean {
  const [startsHere] = useState(!useHydrated())
  return startsHere
}

/**
 * Whether the transcript is rendered. On the page that a tab begins with, once all that it shows is here: it is rendered
 * once then, and in pieces between which the browser has its turn, as nobody waits for one of them in particular.
 */
export function useBegun(startsHere: boolean, isReady: boolean): boolean {
  const [isBegun, setBegun] = useState(!startsHere)
  const isAsked = useSessionState(({ asking }) => asking !== null)
  const { format } = useTexts()
  useEffect(() => {
    // Answers say when they were given, and the first thing that writes in a language takes a while to make.
    void ownTask().then(() => format.clock(new Date()))
  }, [format])
  useEffect(() => {
    if (isReady || isAsked) startTransition(() => setBegun(true))
  }, [isReady, isAsked])
  return isBegun || isAsked
}
