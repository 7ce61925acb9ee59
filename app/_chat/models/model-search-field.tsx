import { useLateTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import type { useModelSearch } from './use-model-search.ts'

type Search = ReturnType<typeof useModelSearch>

/** Finds models; the keys of its list are heard here. */
export function ModelSearchField({ search, setSearch, current, listId, optionId, onKeyDown }: Search) {
  const words = useLateTexts().panels
  return (
    <div className="sticky top-0 z-10 flex items-center gap-2 border-line border-b bg-raised px-3.5 text-muted">
      <Icon name="search" size={16} />
      <input
        // biome-ignore lint/a11y/noAutofocus: what it stands in was just asked for
        autoFocus
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={current === undefined ? undefined : optionId(current)}
        aria-label={words.search_models}
        placeholder={words.search_models}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-11 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-muted md:text-ui"
      />
    </div>
  )
}
