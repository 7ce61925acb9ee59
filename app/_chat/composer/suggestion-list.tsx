import { clsx } from 'clsx'
import type { SuggestionChoice } from './use-suggestions.ts'

/** What the beginning of a message may become. Focus stays in the text; the keys are handled there. */
export function SuggestionList({
  choice: { id, label, suggestions, nothing, chosen, take },
}: {
  choice: SuggestionChoice
}) {
  if (suggestions.length === 0) {
    if (nothing === null) return null
    return (
      <p role="status" className={clsx(PANEL, 'px-3 py-2 text-muted')}>
        {nothing}
      </p>
    )
  }
  return (
    <div id={id} role="listbox" aria-label={label} className={clsx(PANEL, 'p-1')}>
      {suggestions.map((suggestion) => (
        <div
          key={suggestion.key}
          id={`${id}-${suggestion.key}`}
          role="option"
          tabIndex={-1}
          aria-selected={suggestion === chosen}
          className={clsx(
            'flex min-h-(--row) items-center justify-between gap-4 rounded-lg px-2.5',
            suggestion === chosen && 'bg-hover',
          )}
          onMouseDown={(event) => {
            event.preventDefault()
            take(suggestion)
          }}
        >
          <span className="shrink-0 font-medium">{suggestion.name}</span>
          <span className="min-w-0 truncate text-muted">{suggestion.note}</span>
        </div>
      ))}
    </div>
  )
}

const PANEL =
  'absolute start-2 bottom-full mb-2 min-w-64 max-w-[calc(100%-1rem)] rounded-card border border-line-strong bg-raised text-small shadow-float'
