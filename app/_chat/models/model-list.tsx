'use client'

import { clsx } from 'clsx'
import { useState } from 'react'
import type { ConfigProblem, Model, UnlistedProvider } from '#lib/api/model.ts'
import { Hand } from '../../_content/hand.tsx'
import { type LateTexts, useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { LATE_ICONS } from '../../_ui/late-icons.ts'
import { PageLink } from '../../_ui/page-link.tsx'
import { MOST_COMPARED } from '../compare/compared.ts'
import { type Automatic as AutomaticChoice, whyAutomatic } from '../switching/automatic-words.ts'
import { CompareList, type Comparing } from './compare-list.tsx'
import { configProblemLabel, groupModels, isUsable, modelLabel, problemLabel } from './model.ts'
import { ModelOptions } from './model-options.tsx'
import { ModelSearchField } from './model-search-field.tsx'
import { useAutomatic, useLosses } from './use-losses.ts'
import { useModelSearch } from './use-model-search.ts'

type Search = ReturnType<typeof useModelSearch>

/** Every model to choose from, with a search. */
export function ModelList({
  chat,
  models,
  unlisted,
  configProblem,
  value,
  defaultLabel,
  compare,
  onPick,
}: {
  chat?: string | undefined
  models: readonly Model[]
  unlisted: readonly UnlistedProvider[]
  configProblem: ConfigProblem | null
  value: string | null
  defaultLabel: string
  compare?: Comparing | undefined
  onPick: (id: string | null) => void
}) {
  'use memo'
  const texts = useTexts()
  const late = useLateTexts()
  const words = late.panels
  const automatic = useAutomatic(chat)
  const search = useModelSearch(models, value, onPick)
  const losses = useLosses(chat)
  const away = search.search ? [] : unlisted
  const [isComparing, setComparing] = useState(false)
  if (compare && isComparing) return <CompareList models={models} {...compare} onBack={() => setComparing(false)} />
  return (
    <>
      <ModelSearchField {...search} />
      {compare && <CompareEntry onOpen={() => setComparing(true)} />}
      <div id={search.listId} role="listbox" aria-label={words.models} className="p-1.5">
        {!search.search && (
          <Automatic
            search={search}
            selected={value === null}
            now={
              automatic ? automaticLabel(late, automatic, models) : defaultLabel && words.automatic_now(defaultLabel)
            }
            loss={automatic?.model ? losses(automatic.model) : null}
            depends={automatic?.depends_on_text ? late.switching.automatic.depends : null}
            onPick={() => onPick(null)}
          />
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
          <ModelOptions
            key={group.provider}
            group={group}
            search={search}
            chosen={[value]}
            lossOf={losses}
            onPick={onPick}
          />
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

/** For a question that several are to answer. */
function CompareEntry({ onOpen }: { onOpen: () => void }) {
  const words = useLateTexts().panels
  return (
    <div className="border-line border-b p-1.5">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-9 w-full items-center gap-2 rounded-control px-2.5 text-start text-ui hover:bg-hover pointer-coarse:min-h-11"
      >
        <Icon name={LATE_ICONS.columns} size={15} />
        <span className="flex-1">{words.compare}</span>
        <span className="text-caption text-muted">{words.compare_about(MOST_COMPARED)}</span>
      </button>
    </div>
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

function automaticLabel(late: LateTexts, automatic: AutomaticChoice, models: readonly Model[]): string {
  const { model, policy } = automatic
  return model === null || policy === null
    ? ''
    : late.panels.automatic_for(modelLabel(model, models), whyAutomatic(late, automatic))
}

function Automatic({
  search: { current, optionId },
  selected,
  now,
  loss,
  depends,
  onPick,
}: {
  search: Search
  selected: boolean
  /** Which model that is, and why; empty where there is none. */
  now: string
  /** What the chat would lose there. */
  loss: string | null
  /** That it may be another by what is written. */
  depends: string | null
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
        <span className="block text-caption text-muted">{now || words.automatic_none}</span>
        {depends && <span className="block text-caption text-muted">{depends}</span>}
        {loss && <span className="block text-caption text-ink-soft">{loss}</span>}
      </span>
      {selected && <Icon name={LATE_ICONS.check} size={16} />}
    </button>
  )
}
