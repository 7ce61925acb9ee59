'use client'

import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False until the scripts of the page are there: what is pressed before that does nothing, or reloads the page. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
