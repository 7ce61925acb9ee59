'use client'

import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import type { Model } from '#lib/api/model.ts'
import { useLateTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'
import { LATE_ICONS } from '../../_ui/late-icons.ts'
import { MOST_COMPARED } from '../compare/compared.ts'
import { ModelOptions } from './model-options.tsx'
import { ModelSearchField } from './model-search-field.tsx'
import { useModelSearch } from './use-model-search.ts'

export interface Comparing {
  /** Those that are chosen when it opens. */
  start: readonly string[]
  onChoose: (ids: readonly string[]) => void
}

/** Several models to be asked the same: Enter and a press choose one, or take it back. */
export function CompareList({
  models,
  start,
  onChoose,
  onBack,
}: Comparing & { models: readonly Model[]; onBack: () => void }) {
  'use memo'
  const words = useLateTexts().panels
  const [chosen, setChosen] = useState(() =>
    [...new Set(start)].filter((id) => models.some((model) => model.id === id)),
  )
  const isFull = chosen.length >= MOST_COMPARED
  const search = useModelSearch(models, chosen[0] ?? null, toggle, { hasAutomatic: false })

  function toggle(id: string | null) {
    if (id === null) return
    setChosen((before) => {
      if (before.includes(id)) return before.filter((other) => other !== id)
      return before.length < MOST_COMPARED ? [...before, id] : before
    })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && chosen.length > 1) {
      event.preventDefault()
      onChoose(chosen)
    } else search.onKeyDown(event)
  }

  return (
    <>
      <div className="flex items-center gap-1 px-1.5 pt-1.5">
        <IconButton icon={LATE_ICONS['chevron-left']} label={words.compare_back} onClick={onBack} />
        <h2 className="font-semibold text-ui">{words.compare_title(MOST_COMPARED)}</h2>
      </div>
      <ModelSearchField {...search} onKeyDown={onKeyDown} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press leaves the focus in the field, where the keys are heard */}
      <div onMouseDown={(event) => event.preventDefault()}>
        <div
          id={search.listId}
          role="listbox"
          aria-multiselectable="true"
          aria-label={words.compare_title(MOST_COMPARED)}
          className="p-1.5"
        >
          {search.groups.map((group) => (
            <ModelOptions
              key={group.provider}
              group={group}
              search={search}
              chosen={chosen}
              full={isFull}
              onPick={toggle}
            />
          ))}
        </div>
      </div>
      {search.groups.length === 0 && (
        <p role="status" className="px-4 pb-6 text-center text-muted">
          {words.no_match(search.search)}
        </p>
      )}
      <div className="sticky bottom-0 flex items-center gap-3 border-line border-t bg-raised px-3.5 py-2">
        <p role="status" className="flex-1 text-caption text-muted">
          {chosen.length < 2 ? words.compare_more : words.compare_count(chosen.length, MOST_COMPARED)}
        </p>
        <Button
          variant="primary"
          disabled={chosen.length < 2}
          onClick={() => onChoose(chosen)}
          className="pointer-coarse:min-h-11"
        >
          {words.compare_done}
        </Button>
      </div>
    </>
  )
}
