'use client'

import { clsx } from 'clsx'
import type { ConfigProblem, Model, UnlistedProvider } from '#lib/api/model.ts'
import { Hand } from '../../_content/hand.tsx'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { PageLink } from '../../_ui/page-link.tsx'
import { configProblemLabel, groupModels, isUsable, type ModelGroup, problemLabel } from './model.ts'
import { ModelOption } from './model-option.tsx'
import { useModelSearch } from './use-model-search.ts'

type Search = ReturnType<typeof useModelSearch>

/** Every model to choose from, with a search. */
export function ModelList({
  models,
  unlisted,
  configProblem,
  value,
  defaultLabel,
  onPick,
}: {
  models: readonly Model[]
  unlisted: readonly UnlistedProvider[]
  configProblem: ConfigProblem | null
  value: string | null
  defaultLabel: string
  onPick: (id: string | null) => void
}) {
  const texts = useTexts()
  const words = useLateTexts().panels
  const search = useModelSearch(models, value, onPick)
  const away = search.search ? [] : unlisted
  return (
    <>
      <SearchField {...search} />
      <div id={search.listId} role="listbox" aria-label={words.models} className="p-1.5">
        {!search.search && (
          <Automatic search={search} selected={value === null} label={defaultLabel} onPick={() => onPick(null)} />
        )}
        {configProblem && !search.search && (
          <p className="flex items-start gap-2 px-2.5 pt-3 pb-1 text-xs">
            <span className="mt-px text-warn">
              <Icon name="alert" size={14} />
            </span>
            <span className="min-w-0 break-words">{configProblemLabel(words, configProblem)}</span>
          </p>
        )}
        {away.map((provider) => (
          <p key={provider.provider} className="px-2.5 pt-3 pb-1 text-muted text-xs">
            <span className="block font-medium">{provider.label}</span>
            <span className="block first-letter:uppercase">{problemLabel(texts, provider)}</span>
          </p>
        ))}
        {search.groups.map((group) => (
          <Group key={group.provider} group={group} search={search} value={value} onPick={onPick} />
        ))}
      </div>
      {search.groups.length === 0 && (
        <p role="status" className="px-4 pb-6 text-center text-muted">
          {words.no_match(search.search)}
        </p>
      )}
      <AddProvider models={models} />
    </>
  )
}

/** What is not set up stands behind one line, and leads to where it can be. */
function AddProvider({ models }: { models: readonly Model[] }) {
  const { models: counted } = useTexts()
  const words = useLateTexts().panels
  const groups = groupModels(
    models.filter((model) => !isUsable(model)),
    '',
  )
  return (
    <details className="border-line border-t p-1.5">
      <summary className="flex min-h-9 items-center gap-2 rounded-control px-2.5 text-ui hover:bg-hover pointer-coarse:min-h-11">
        <Icon name="plus" size={14} />
        {words.add_provider}
      </summary>
      <ul className="px-2.5 pb-1 text-small">
        {groups.map((group) => (
          <li key={group.provider} className="flex min-h-7 items-center gap-2">
            <Hand provider={group.provider} />
            <span className="flex-1">{group.label}</span>
            <span className="text-caption text-muted">{counted.count(group.models.length)}</span>
          </li>
        ))}
      </ul>
      <PageLink
        href="/settings/keys"
        className="flex min-h-9 items-center rounded-control px-2.5 text-ui underline decoration-dotted decoration-line-control underline-offset-3 hover:bg-hover pointer-coarse:min-h-11"
      >
        {words.paste_key}
      </PageLink>
    </details>
  )
}

function SearchField({ search, setSearch, current, listId, optionId, onKeyDown }: Search) {
  const words = useLateTexts().panels
  return (
    <div className="sticky top-0 z-10 flex items-center gap-2 border-line border-b bg-raised px-3.5 text-muted">
      <Icon name="search" size={16} />
      <input
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

function Automatic({
  search: { current, optionId },
  selected,
  label,
  onPick,
}: {
  search: Search
  selected: boolean
  label: string
  onPick: () => void
}) {
  const words = useLateTexts().panels
  return (
    <button
      type="button"
      role="option"
      tabIndex={-1}
      id={optionId(null)}
      aria-selected={selected}
      onClick={onPick}
      className={clsx(
        'flex w-full items-center gap-2 rounded-control px-2.5 py-1.5 text-start text-ui hover:bg-hover pointer-coarse:min-h-11',
        current === null && 'bg-hover',
      )}
    >
      <span className="min-w-0 flex-1">
        {words.automatic}
        <span className="block truncate text-caption text-muted">
          {label ? words.automatic_now(label) : words.automatic_none}
        </span>
      </span>
      {selected && <Icon name="check" size={16} />}
    </button>
  )
}

function Group({
  group,
  search: { current, optionId },
  value,
  onPick,
}: {
  group: ModelGroup
  search: Search
  value: string | null
  onPick: (id: string) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options; a fieldset has no place in a listbox
    <div role="group" aria-label={group.label}>
      <p aria-hidden="true" className="px-2.5 pt-3 pb-1 font-semibold text-caption text-muted">
        {group.label}
      </p>
      {group.models.map((model) => (
        <ModelOption
          key={model.id}
          id={optionId(model.id)}
          model={model}
          selected={model.id === value}
          active={model.id === current}
          onPick={() => onPick(model.id)}
        />
      ))}
    </div>
  )
}
