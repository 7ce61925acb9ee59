'use client'

import { useEffect } from 'react'
import { createLoadQueue } from './load-queue.ts'

/** A page that never says so has nothing to wait for. */
const LONGEST_WAIT_MS = 3_000

const DEEDS = ['pointerdown', 'keydown', 'dragenter'] as const

let end = () => {}
const shown = new Promise<void>((resolve) => {
  end = resolve
})
let isWaiting = false
const { enqueue, allAtOnce } = createLoadQueue()

/** For what a page is opened for: says that it is there, and that all else may come. */
export function useFirstScreen(isShown: boolean): void {
  useEffect(() => {
    if (isShown) endFirstScreen()
  }, [isShown])
}

export function endFirstScreen(): void {
  end()
}

function endWaiting(): void {
  endFirstScreen()
  allAtOnce()
}

/** Resolves once the first screen is shown. Whoever does something before does not wait for what they want. */
function firstScreen(): Promise<void> {
  if (!isWaiting) {
    isWaiting = true
    setTimeout(endFirstScreen, LONGEST_WAIT_MS)
    for (const deed of DEEDS) addEventListener(deed, endWaiting, { capture: true, once: true })
  }
  return shown
}

/**
 * Loads what is in the page from the beginning, of which nothing is seen at first, behind the first screen. What is asked for
 * while a page waits for its server stands before the first screen in the server's and the browser's queues.
 */
export function behindFirstScreen<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    await firstScreen()
    return await enqueue(load)
  }
}

/** Resolves once the first screen is shown and the page has nothing else to do. */
export async function pageRests(): Promise<void> {
  await firstScreen()
  await new Promise<void>((rest) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => rest(), { timeout: LONGEST_WAIT_MS })
    else setTimeout(rest, 1_000)
  })
}
