import { clsx } from 'clsx'
import type { AliasChoice } from './use-alias-list.ts'

/** What an `@` at the start of a message may become. Focus stays in the text; the keys are handled there. */
export function AliasList({ aliases: { id, suggestions, chosen, complete } }: { aliases: AliasChoice }) {
  if (suggestions.length === 0) return null
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Models for this message"
      className="absolute start-2 bottom-full mb-2 min-w-64 rounded-xl border border-line bg-raised p-1 text-sm shadow-float"
    >
      {suggestions.map(({ alias, model }) => (
        <div
          key={alias}
          id={`${id}-${alias}`}
          role="option"
          tabIndex={-1}
          aria-selected={alias === chosen?.alias}
          className={clsx('flex justify-between gap-4 rounded-lg px-2.5 py-1.5', alias === chosen?.alias && 'bg-hover')}
          onMouseDown={(event) => {
            event.preventDefault()
            complete(alias)
          }}
        >
          <span className="font-medium">@{alias}</span>
          <span className="text-muted">{model.label}</span>
        </div>
      ))}
    </div>
  )
}
