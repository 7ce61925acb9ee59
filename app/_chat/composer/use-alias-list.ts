'use client'

import type { KeyboardEvent } from 'react'
import { useId, useState } from 'react'
import type { Model } from '#lib/api/model.ts'
import { aliasSuggestions } from './alias.ts'

const LIST_KEYS = { ArrowDown: 1, ArrowUp: -1, Tab: 0, Enter: 0 } as const

export type AliasChoice = ReturnType<typeof useAliasList>

/** What the `@` at the start of a text may become, and which of it the keys have come to. */
export function useAliasList(text: string, models: readonly Model[], onComplete: (alias: string) => void) {
  const [active, setActive] = useState(0)
  const [dismissed, setDismissed] = useState(false)
  const id = useId()
  const suggestions = dismissed ? [] : aliasSuggestions(text, models)
  const chosen = suggestions[Math.min(active, suggestions.length - 1)]

  function complete(alias: string) {
    setActive(0)
    onComplete(alias)
  }

  /** True for a key that is the list's. */
  function takesKey(event: KeyboardEvent): boolean {
    const plain = !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey)
    if (!chosen || !plain) return false
    if (event.key === 'Escape') {
      setDismissed(true)
      return true
    }
    if (!(event.key in LIST_KEYS)) return false
    const step = LIST_KEYS[event.key as keyof typeof LIST_KEYS]
    if (step === 0) complete(chosen.alias)
    else setActive((active + step + suggestions.length) % suggestions.length)
    return true
  }

  return { id, suggestions, chosen, complete, takesKey, offerAgain: () => setDismissed(false) }
}
