'use client'

import type { Model } from '#lib/api/model.ts'
import type { ReasoningEffort } from '#lib/canonical/reasoning-effort.ts'
import { lateComponent } from '../../_content/late-component.tsx'
import { useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { Popover } from '../../_ui/popover.tsx'
import { useCommand } from '../commands/use-command.ts'
import { effortAt, effortLabel } from './effort-label.ts'

const EffortChoices = lateComponent(async () => (await import('./late-menus.ts')).MENUS.EffortChoices)

/** How much the model is asked to reason: only what it can be asked for, or why nothing. */
export function EffortMenu({
  value,
  model,
  onPick,
}: {
  value: ReasoningEffort | null
  model: Model | undefined
  onPick: (effort: ReasoningEffort | null) => void
}) {
  const texts = useTexts()
  const words = texts.composer
  const at = effortAt(texts, value, model)
  const isOffered = model === undefined || model.efforts.length > 0
  const shown = isOffered ? effortLabel(texts, at.effort) : words.effort_not_here
  useCommand(
    'effort',
    isOffered ? (effort) => onPick((effort || null) as ReasoningEffort | null) : null,
    [null, ...(model?.efforts ?? [])].map((effort) => ({
      value: effort ?? '',
      label: effortLabel(texts, effort),
      isChosen: effort === at.effort,
    })),
  )
  return (
    <Popover
      label={words.reasoning_effort}
      role={isOffered ? 'menu' : 'dialog'}
      className="w-56 max-w-[calc(100vw-1rem)] p-1"
      trigger={(props) => (
        <button
          {...props}
          aria-label={words.effort_is(shown)}
          className="hidden min-h-9 shrink-0 items-center gap-1.5 rounded-control px-2.25 font-medium text-ink-soft hover:bg-hover hover:text-ink sm:inline-flex pointer-coarse:min-h-11"
        >
          {isOffered ? words.effort_short(shown) : words.effort_none_short}
          <Icon name="chevron-down" size={14} />
        </button>
      )}
    >
      {(close) =>
        isOffered ? (
          <EffortChoices
            chosen={at}
            efforts={model?.efforts ?? []}
            onPick={(effort) => {
              close()
              onPick(effort)
            }}
          />
        ) : (
          <p className="p-2.5 text-muted">{at.note}</p>
        )
      }
    </Popover>
  )
}
