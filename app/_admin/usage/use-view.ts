'use client'

import { useSearchParams } from 'next/navigation'
import { useState, useSyncExternalStore } from 'react'
import { neverChanges } from '../../_ui/never-changes.ts'
import { dayIn } from './period.ts'
import { addressOfView, parseView, type View } from './view.ts'

/** Of the reader; `null` where the server renders, which does not know it. */
export function useTimeZone(): string | null {
  return useSyncExternalStore(
    neverChanges,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => null,
  )
}

/** What the address says, and changes of it: each is a step on the way back. */
export function useView(timeZone: string): [View, (change: Partial<View>) => void] {
  const [today] = useState(() => dayIn(timeZone, new Date()))
  const said = useSearchParams()
  const view = parseView(new URLSearchParams(said ?? undefined), today)

  function change(changed: Partial<View>) {
    history.pushState(null, '', `${location.pathname}${addressOfView({ ...view, ...changed })}`)
  }

  return [view, change]
}
