'use client'

import type { ComponentType, ReactNode } from 'react'
import { memo, useEffect } from 'react'
import { useCatalogue } from '../_texts/texts.ts'
import { pageRests } from './first-screen.ts'
import { type LatePart, latePart, useLatePart, whenLoaded } from './late-part.ts'
import { createLoadQueue } from './load-queue.ts'

const PARTS = new Set<LatePart<unknown>>()

/**
 * A component that the first screen does without. Where it is shown before it is there, `standIn` keeps its place. It is
 * not looked at again where nothing is said to it that is new, as a button that stands below words that come.
 */
export function lateComponent<P extends object>(
  load: (() => Promise<ComponentType<P>>) | LatePart<ComponentType<P>>,
  standIn: ReactNode = null,
): ComponentType<P> {
  const part = typeof load === 'function' ? latePart(load) : load
  PARTS.add(part)
  // biome-ignore lint/correctness/noComponentHookFactories: it is called once for each, where modules begin
  return memo(function Late(props: P) {
    const Loaded = useLatePart(part)
    return Loaded ? <Loaded {...props} /> : standIn
  })
}

/** Resolves when all of them are there. */
export async function loadLateComponents(): Promise<void> {
  const missing = [...PARTS].filter(({ current }) => current() === undefined)
  // Not in the queue of what they may load behind the first screen: they would wait for themselves.
  const { enqueue } = createLoadQueue()
  await Promise.all(missing.map((part) => enqueue(() => whenLoaded(part))))
}

/** Once the page has nothing else to do: what is opened then opens at once, and without a server as well. */
export function useLateComponentsWhenIdle(): void {
  const { late } = useCatalogue()
  useEffect(() => {
    let isWanted = true
    void pageRests().then(() => {
      if (isWanted) void Promise.all([loadLateComponents(), whenLoaded(late)])
    })
    return () => {
      isWanted = false
    }
  }, [late])
}
