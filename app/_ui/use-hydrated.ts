'use client'

import { useSyncExternalStore } from 'react'
import { neverChanges } from './never-changes.ts'

/** False until the scripts of the page are there: what is pressed before that does nothing, or reloads the page. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
