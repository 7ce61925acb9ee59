'use client'

import { useSyncExternalStore } from 'react'

const KEY = 'code-wrap'
const watchers = new Set<() => void>()
let isWrapped: boolean | undefined

/** Whether long lines of code are wrapped: one choice for all code of this browser. */
export function useCodeWrap(): boolean {
  return useSyncExternalStore(subscribe, current, () => false)
}

export function setCodeWrap(wrapped: boolean): void {
  isWrapped = wrapped
  try {
    localStorage.setItem(KEY, wrapped ? 'yes' : 'no')
  } catch {
    // Storage may be full or forbidden: then the choice lives as long as the page.
  }
  for (const onChange of watchers) onChange()
}

function current(): boolean {
  isWrapped ??= remembered()
  return isWrapped
}

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes'
  } catch {
    return false
  }
}

function subscribe(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => void watchers.delete(onChange)
}
