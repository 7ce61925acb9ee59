'use client'

import { useSearchParams } from 'next/navigation'
import { useMemo } from 'react'
import { COMPARISON } from './parameter.ts'

/** As the server asks at once. */
export const MOST_COMPARED = 4

/** The versions that the address compares; `null` where it shows the conversation. */
export function useCompared(): readonly string[] | null {
  const asked = useSearchParams()?.get(COMPARISON) ?? null
  return useMemo(() => {
    const ids = [...new Set(asked?.split(',').filter(Boolean))].slice(0, MOST_COMPARED)
    return ids.length === 0 ? null : ids
  }, [asked])
}

export function comparisonAddress(sessionId: string, ids: readonly string[]): string {
  return `/c/${sessionId}?${COMPARISON}=${ids.join(',')}`
}

/** Of the chat that is open: going back leads to the conversation. */
export function openComparison(sessionId: string, ids: readonly string[]): void {
  history.pushState(null, '', comparisonAddress(sessionId, ids))
}

/** Others in their place: no step of its own on the way back. */
export function changeComparison(sessionId: string, ids: readonly string[]): void {
  history.replaceState(null, '', comparisonAddress(sessionId, ids))
}

export function closeComparison(sessionId: string): void {
  history.pushState(null, '', `/c/${sessionId}`)
}
