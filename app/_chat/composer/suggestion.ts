/** What a text that has just begun may become, by a key or a click. */
export interface Suggestion {
  key: string
  name: string
  note: string
  take: () => void
}

/** Of one kind at a time. `nothing` says why there are none where one was looked for. */
export interface Suggestions {
  label: string
  list: readonly Suggestion[]
  nothing: string | null
}

export const NO_SUGGESTIONS: Suggestions = { label: '', list: [], nothing: null }

/** Until what suggests is here: what may become a command is not said to a model by a slip. */
export function awaitedSuggestions(text: string): Suggestions {
  return /^(?:[/@]\S*|\/[a-z]+\s[\s\S]*)$/.test(text) ? { ...NO_SUGGESTIONS, nothing: '…' } : NO_SUGGESTIONS
}
