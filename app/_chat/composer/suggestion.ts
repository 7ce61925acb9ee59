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
