'use client'

import { clsx } from 'clsx'
import { useModels } from '../../_client/use-api.ts'
import { Hand } from '../../_content/hand.tsx'
import { useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { useCommand } from '../commands/use-command.ts'
import { isUsable, modelLabel, providerOf } from './model.ts'
import { ModelChoice } from './model-choice.tsx'

export interface ModelPickerProps {
  /** That it is chosen for; a new one has none. */
  chat?: string
  /** `null`: the default decides. */
  value: string | null
  /** Chosen during a turn: it takes over with the next message. `undefined`: nothing was. */
  pending?: string | null | undefined
  onPick: (id: string | null) => void
  /** Those that the next question is for, and how they are chosen. */
  compare: { compared: readonly string[]; onCompare: (ids: readonly string[]) => void }
}

export function ModelPicker({ chat, value, pending, onPick, compare }: ModelPickerProps) {
  const words = useTexts().models
  const { data, isError, isLoading } = useModels()
  const models = data?.models ?? []
  const shown = value ?? data?.default
  const next =
    pending === undefined ? null : words.next(pending === null ? words.automatic : modelLabel(pending, models))
  const chosen = pending === undefined ? value : pending
  useCommand('model', (id) => onPick(id || null), [
    { value: '', label: words.automatic, isChosen: chosen === null },
    ...models.filter(isUsable).map(({ id, label }) => ({ value: id, label, isChosen: id === chosen })),
  ])
  const label = shown ? modelLabel(shown, models) : data || isError ? words.none : '…'
  return (
    <ModelChoice
      chat={chat}
      value={chosen}
      onPick={onPick}
      compare={compare}
      trigger={(props) => (
        <button
          {...props}
          aria-label={next === null ? words.model(label) : words.model_then(label, next)}
          className={clsx(
            'inline-flex min-h-9 min-w-0 items-center gap-1.75 rounded-control px-2.25 font-medium text-ink-soft hover:bg-hover hover:text-ink pointer-coarse:min-h-11',
            // What is beside it would be seen to move when it is known how long its name is.
            isLoading && 'invisible',
          )}
        >
          {shown && <Hand provider={providerOf(shown)} />}
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
    />
  )
}
