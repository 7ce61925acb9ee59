'use client'

import { useSyncExternalStore } from 'react'
import { APPEARANCE, type AppearanceName, type AppearanceValue, parseAppearance } from './appearance.ts'
import { keepCookie } from './cookie.ts'

/** Wherever it was changed, all that show it do. */
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** One choice of how the pages look, and how to make it. It holds at once and, as a cookie, for the next page. */
export function useAppearance<N extends AppearanceName>(
  name: N,
): [AppearanceValue<N>, (value: AppearanceValue<N>) => void] {
  const { attribute, values } = APPEARANCE[name]
  const read = () => parseAppearance(name, document.documentElement.getAttribute(attribute))
  // The server knows it too, but only the document has it once the page is up.
  const value = useSyncExternalStore(subscribe, read, () => values[0])

  function change(next: AppearanceValue<N>) {
    const isUsual = next === values[0]
    if (isUsual) document.documentElement.removeAttribute(attribute)
    else document.documentElement.setAttribute(attribute, next)
    keepCookie(name, isUsual ? null : next)
    for (const listener of listeners) listener()
  }

  return [value, change]
}
