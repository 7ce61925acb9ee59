'use client'

import { createContext, useContext, useSyncExternalStore } from 'react'
import { whenServerIsBack } from '../_client/server-is-back.ts'
import { useCatalogue } from '../_texts/texts.ts'
import { ownTask } from '../_ui/own-task.ts'

/** Milliseconds between two attempts; it doubles from the first to the second of these. */
const [FIRST_WAIT, LONGEST_WAIT] = [1_000, 60_000]

/** A part of the page that is heavier than its first screen, and that is loaded when somebody first shows it. */
export interface LatePart<T> {
  /** Undefined until it is there. */
  current: () => T | undefined
  /** Loads it for as long as anybody wants it. Returns what ends that. */
  subscribe: (onChange: () => void) => () => void
  /** What the server renders, and the page begins with. */
  first?: () => T
}

/**
 * A load that fails is tried again, at the latest when the server is known to be back: what stands in for the part should
 * not stay until somebody reloads the page.
 */
export function latePart<T>(load: () => Promise<T>): LatePart<T> {
  const watchers = new Set<() => void>()
  let part: T | undefined
  let isLoading = false
  let wait = FIRST_WAIT
  let retry: ReturnType<typeof setTimeout> | undefined
  let endListening: (() => void) | undefined

  /** Dozens of parts come to this while a page opens: a tool that records what is done with timers notes each with its stack. */
  function endWaiting(): void {
    if (retry === undefined) return
    clearTimeout(retry)
    retry = undefined
  }

  function rest(): void {
    endWaiting()
    endListening?.()
    endListening = undefined
  }

  function tryToLoad(): void {
    if (part !== undefined || isLoading || watchers.size === 0) return
    endWaiting()
    isLoading = true
    void ownTask()
      .then(load)
      .then(
        async (loaded) => {
          // What shows it is rendered at once: not in the task in which its modules began.
          await ownTask()
          isLoading = false
          part = loaded
          rest()
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
      if (part === undefined) endListening ??= whenServerIsBack(tryToLoad)
      tryToLoad()
      return () => {
        watchers.delete(onChange)
        if (watchers.size === 0) rest()
      }
    },
  }
}

/** Resolves when it is there. */
export function whenLoaded({ current, subscribe }: LatePart<unknown>): Promise<void> {
  return new Promise((resolve) => {
    let end: (() => void) | undefined
    const look = () => {
      if (current() === undefined) return
      end?.()
      resolve()
    }
    end = subscribe(look)
    look()
  })
}

/** One that is there from the beginning, with the server as well. */
export function partAtHand<T>(value: T): LatePart<T> {
  return { current: () => value, subscribe: () => () => undefined, first: () => value }
}

/** Those that a page has at hand, by the ones that would load them. */
export type PartsAtHand = ReadonlyMap<LatePart<unknown>, LatePart<unknown>>

const AtHand = createContext<PartsAtHand>(new Map())
export const WithParts = AtHand.Provider

/** Undefined until the part and what it says are there, and where the server renders a page that has it not at hand. */
export function useLatePart<T>(part: LatePart<T>): T | undefined {
  const atHand = useContext(AtHand).get(part) as LatePart<T> | undefined
  const texts = usePart(useCatalogue().late)
  const loaded = usePart(atHand ?? part)
  return texts && loaded
}

/** Undefined where the page has it not at hand. It is never loaded. */
export function usePartAtHand<T>(part: LatePart<T>): T | undefined {
  return (useContext(AtHand).get(part) as LatePart<T> | undefined)?.current()
}

function usePart<T>({ subscribe, current, first }: LatePart<T>): T | undefined {
  return useSyncExternalStore(subscribe, current, first ?? (() => undefined))
}
