'use client'

import { useSyncExternalStore } from 'react'
import { useCatalogue } from '../_texts/texts.ts'

/** Milliseconds between two attempts; it doubles from the first to the second of these. */
const [FIRST_WAIT, LONGEST_WAIT] = [1_000, 60_000]

/** A part of the page that is heavier than its first screen, and that is loaded when somebody first shows it. */
export interface LatePart<T> {
  /** Undefined until it is there. */
  current: () => T | undefined
  /** Loads it for as long as anybody wants it. Returns what ends that. */
  subscribe: (onChange: () => void) => () => void
}

/**
 * A load that fails is tried again, at the latest when the browser says that it is back on line: the server may have been
 * away, and what stands in for the part should not stay until somebody reloads the page.
 */
export function latePart<T>(load: () => Promise<T>): LatePart<T> {
  const watchers = new Set<() => void>()
  let part: T | undefined
  let isLoading = false
  let wait = FIRST_WAIT
  let retry: ReturnType<typeof setTimeout> | undefined

  function tryToLoad(): void {
    clearTimeout(retry)
    if (part !== undefined || isLoading || watchers.size === 0) return
    isLoading = true
    load().then(
      (loaded) => {
        isLoading = false
        part = loaded
        removeEventListener('online', tryToLoad)
        for (const onChange of watchers) onChange()
      },
      () => {
        isLoading = false
        retry = setTimeout(tryToLoad, wait)
        wait = Math.min(wait * 2, LONGEST_WAIT)
      },
    )
  }

  return {
    current: () => part,
    subscribe(onChange) {
      watchers.add(onChange)
      if (part === undefined) addEventListener('online', tryToLoad)
      tryToLoad()
      return () => {
        watchers.delete(onChange)
        if (watchers.size > 0) return
        clearTimeout(retry)
        removeEventListener('online', tryToLoad)
      }
    },
  }
}

/** Undefined until the part and what it says are there, and where the page is rendered by the server. */
export function useLatePart<T>(part: LatePart<T>): T | undefined {
  const texts = usePart(useCatalogue().late)
  const loaded = usePart(part)
  return texts && loaded
}

function usePart<T>({ subscribe, current }: LatePart<T>): T | undefined {
  return useSyncExternalStore(subscribe, current, () => undefined)
}
