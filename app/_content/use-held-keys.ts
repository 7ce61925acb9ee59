'use client'

import { useEffect, useRef } from 'react'

/** A press that has waited so long is forgotten, and the browser does with later ones what it does. */
const LONGEST_MS = 5_000

/**
 * Holds the last key where it is for what is not there yet, and presses it again once that is: no press is lost, and
 * nobody else takes it meanwhile. `isFor` is always the same function.
 */
export function useHeldKeys(isThere: boolean, isFor: (event: KeyboardEvent) => boolean): void {
  const held = useRef<KeyboardEvent | null>(null)
  // Behind the effects of what it is for, which is below whoever holds keys for it.
  useEffect(() => {
    const event = held.current
    held.current = null
    if (isThere) {
      if (event) (event.target ?? document).dispatchEvent(new KeyboardEvent('keydown', event))
      return
    }
    const hold = (pressed: KeyboardEvent) => {
      held.current = null
      if (!isFor(pressed)) return
      pressed.preventDefault()
      pressed.stopPropagation()
      held.current = pressed
    }
    const letGo = () => document.removeEventListener('keydown', hold, true)
    const timer = setTimeout(() => {
      held.current = null
      letGo()
    }, LONGEST_MS)
    document.addEventListener('keydown', hold, true)
    return () => {
      clearTimeout(timer)
      letGo()
    }
  }, [isThere, isFor])
}
