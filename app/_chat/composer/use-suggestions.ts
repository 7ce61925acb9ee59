'use client'

import type { KeyboardEvent } from 'react'
import { useId, useState } from 'react'
import type { Suggestion, Suggestions } from './suggestion.ts'

const LIST_KEYS = { ArrowDown: 1, ArrowUp: -1, Tab: 0, Enter: 0 } as const

export type SuggestionChoice = ReturnType<typeof useSuggestions>

/** What the beginning of a text may become, and which of it the keys have come to. */
export function useSuggestions({ label, list: all, nothing }: Suggestions) {
  const [active, setActive] = useState(0)
  const [dismissed, setDismissed] = useState(false)
  const id = useId()
  const suggestions = dismissed ? [] : all
  const chosen = suggestions[Math.min(active, suggestions.length - 1)]

  function take(suggestion: Suggestion) {
    setActive(0)
    suggestion.take()
  }

  /** True for a key that is the list's. */
  function takesKey(event: KeyboardEvent): boolean {
    const plain = !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey)
    if (dismissed || !plain || !(chosen || nothing)) return false
    if (event.key === 'Escape') {
      setDismissed(true)
      return true
    }
    // What begins as a command and fits none is not said to a model by a slip; after Escape it is.
    if (!chosen) return event.key === 'Enter'
    if (!(event.key in LIST_KEYS)) return false
    const step = LIST_KEYS[event.key as keyof typeof LIST_KEYS]
    if (step === 0) take(chosen)
    else setActive((active + step + suggestions.length) % suggestions.length)
    return true
  }

  const offerAgain = () => setDismissed(false)
  return { id, label, suggestions, nothing: dismissed ? null : nothing, chosen, take, takesKey, offerAgain }
}
