'use client'

import { clsx } from 'clsx'
import type { KeyboardEvent } from 'react'
import { useId, useState } from 'react'
import type { ConfigProblem, Model, UnlistedProvider } from '#lib/api/model.ts'
import { useModels } from '../../_client/use-api.ts'
import { Icon } from '../../_ui/icon.tsx'
import { Popover } from '../../_ui/popover.tsx'
import { configProblemLabel, groupModels, isUsable, modelLabel, problemLabel } from './model.ts'
import { ModelOption } from './model-option.tsx'

export interface ModelPickerProps {
  /** `null`: the default decides. */
  value: string | null
  /** Chosen during a turn: it takes over with the next message. `undefined`: nothing was. */
  pending?: string | null | undefined
  onPick: (id: string | null) => void
}

export function ModelPicker({ value, pending, onPick }: ModelPickerProps) {
  const { data, isError } = useModels()
  const models = data?.models ?? []
  const shown = value ?? data?.default
  const next = pending === undefined ? null : `${pending === null ? 'Automatic' : modelLabel(pending, models)} next`
  const label = shown ? modelLabel(shown, models) : data || isError ? 'No model' : '…'
  return (
    <Popover
      label="Choose a model"
      sheet
      className="w-[26rem] max-w-[calc(100vw-1rem)]"
      trigger={(props) => (
        <button
          {...props}
          aria-label={next === null ? `Model: ${label}` : `Model: ${label}, ${next}`}
          className="inline-flex h-9 min-w-0 items-center gap-1.5 rounded-lg px-2.5 text-muted text-sm hover:bg-hover hover:text-ink"
        >
          <span className="truncate">{label}</span>
          {next !== null && (
            <span className="truncate text-accent">
              <span aria-hidden="true">→ </span>
              {next}
            </span>
          )}
          <Icon name="chevron-down" size={14} />
        </button>
      )}
    >
      {(close) => (
        <ModelList
          models={models}
          unlisted={data?.unlisted ?? []}
          configProblem={data?.config_problem ?? null}
          value={pending === undefined ? value : pending}
          defaultLabel={data ? modelLabel(data.default, models) : ''}
          onPick={(id) => {
            close()
            onPick(id)
          }}
        />
      )}
    </Popover>
  )
}

function ModelList({
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
  const [search, setSearch] = useState('')
  // `null` is a choice of its own: automatic.
  const [active, setActive] = useState<string | null | undefined>(undefined)
  const listId = useId()
  const groups = groupModels(models, search)
  const away = search ? [] : unlisted
  const choices = [null, ...groups.flatMap((group) => group.models.filter(isUsable).map((model) => model.id))]
  const visible = search ? choices.slice(1) : choices
  const current =
    active !== undefined && visible.includes(active) ? active : (visible.find((id) => id === value) ?? visible[0])

  function onKeyDown(event: KeyboardEvent) {
    const at = current === undefined ? -1 : visible.indexOf(current)
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault()
      onPick(current)
    } else if (target !== undefined && visible.length > 0) {
      event.preventDefault()
      const next = visible.at(target % visible.length) ?? null
      setActive(next)
      document.getElementById(optionId(listId, next))?.scrollIntoView({ block: 'nearest' })
    }
  }

  return (
    <>
      <div className="sticky top-0 z-10 flex items-center gap-2 border-line border-b bg-raised px-3.5 text-muted">
        <Icon name="search" size={16} />
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={current === undefined ? undefined : optionId(listId, current)}
          aria-label="Search models"
          placeholder="Search models"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-11 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-muted md:text-sm"
        />
      </div>
      <div id={listId} role="listbox" aria-label="Models" className="p-1.5">
        {!search && (
          <button
            type="button"
            role="option"
            tabIndex={-1}
            id={optionId(listId, null)}
            aria-selected={value === null}
            onClick={() => onPick(null)}
            className={clsx(
              'flex w-full items-center gap-2 rounded-lg px-2.5 py-2 text-start hover:bg-hover',
              current === null && 'bg-hover',
            )}
          >
            <span className="min-w-0 flex-1">
              Automatic
              <span className="block truncate text-muted text-xs">
                {defaultLabel ? `now ${defaultLabel}` : 'no model at the moment'}
              </span>
            </span>
            {value === null && <Icon name="check" size={16} />}
          </button>
        )}
        {configProblem && !search && (
          <p role="alert" className="flex items-start gap-2 px-2.5 pt-3 pb-1 text-xs">
            <span className="mt-px text-warn">
              <Icon name="alert" size={14} />
            </span>
            <span className="min-w-0 break-words">{configProblemLabel(configProblem)}</span>
          </p>
        )}
        {away.map((provider) => (
          <p key={provider.provider} className="px-2.5 pt-3 pb-1 text-muted text-xs">
            <span className="block font-medium">{provider.label}</span>
            <span className="block first-letter:uppercase">{problemLabel(provider)}</span>
          </p>
        ))}
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options; a fieldset has no place in a listbox
          <div key={group.provider} role="group" aria-label={group.label}>
            <p aria-hidden="true" className="px-2.5 pt-3 pb-1 font-medium text-muted text-xs">
              {group.label}
            </p>
            {group.models.map((model) => (
              <ModelOption
                key={model.id}
                id={optionId(listId, model.id)}
                model={model}
                selected={model.id === value}
                active={model.id === current}
                onPick={() => onPick(model.id)}
              />
            ))}
          </div>
        ))}
        {groups.length === 0 && <p className="px-2.5 py-6 text-center text-muted">No model matches “{search}”.</p>}
      </div>
    </>
  )
}

function optionId(listId: string, model: string | null): string {
  return `${listId}-${model ?? 'automatic'}`
}
