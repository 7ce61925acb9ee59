'use client'

import { useSyncExternalStore } from 'react'

/** A choice that holds for all that it is about in this browser, and is remembered. It is `false` until it is made. */
export function createChoice(key: string) {
  const watchers = new Set<() => void>()
  let chosen: boolean | undefined
  const current = () => {
    chosen ??= remembered(key)
    return chosen
  }
  const subscribe = (onChange: () => void) => {
    watchers.add(onChange)
    return () => void watchers.delete(onChange)
  }
  return {
    useChosen: () => useSyncExternalStore(subscribe, current, () => false),
    choose(value: boolean): void {
      chosen = value
      try {
        localStorage.setItem(key, value ? 'yes' : 'no')
      } catch {
        // Storage may be full or forbidden: then the choice lives as long as the page.
      }
      for (const onChange of watchers) onChange()
    },
  }
}

function remembered(key: string): boolean {
  try {
    return localStorage.getItem(key) === 'yes'
  } catch {
    return false
  }
}
