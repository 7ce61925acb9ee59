'use client'

import type { Model } from '#lib/api/model.ts'
import { lateComponent } from '../../_content/late-component.tsx'
import { Icon } from '../../_ui/icon.tsx'
import { Popover } from '../../_ui/popover.tsx'
import type { ChatSettingsChange, ChatSettingsValue } from './chat-settings-value.ts'
import { effortAt, effortLabel } from './effort-label.ts'

const SettingsPanel = lateComponent(async () => (await import('./settings-panel.tsx')).SettingsPanel)

/** All that is asked of a model beside the messages of this chat. Each change holds from the next message on. */
export function ChatSettings({
  value,
  model,
  onChange,
}: {
  value: ChatSettingsValue
  model: Model | undefined
  onChange: (change: ChatSettingsChange) => void
}) {
  const chosen = chosenOf(value)
  return (
    <Popover
      label="Chat settings"
      sheet
      className="w-88 max-w-[calc(100vw-1rem)]"
      trigger={(props) => (
        <button
          {...props}
          title="Chat settings"
          aria-label={chosen.length === 0 ? 'Chat settings' : `Chat settings: ${chosen.join(', ')}`}
          className="relative inline-grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
        >
          <Icon name="sliders" />
          {chosen.length > 0 && (
            <span aria-hidden="true" className="absolute end-1.5 top-1.5 size-1.5 rounded-full bg-accent" />
          )}
        </button>
      )}
    >
      {(close) => <SettingsPanel value={value} model={model} onChange={onChange} onDone={close} />}
    </Popover>
  )
}

/** What differs from how a model answers by itself, in words. */
function chosenOf({ settings, system_prompt }: ChatSettingsValue): string[] {
  const { reasoning_effort, temperature, max_output_tokens, tools } = settings
  return [
    reasoning_effort === undefined ? '' : `effort ${effortLabel(reasoning_effort).toLowerCase()}`,
    temperature === undefined ? '' : `temperature ${temperature}`,
    max_output_tokens === undefined ? '' : `at most ${max_output_tokens} tokens`,
    tools === false ? 'no tools' : '',
    system_prompt ? 'system prompt' : '',
  ].filter(Boolean)
}

/** Said beside the field: what was chosen and cannot be done by this model. */
export function leftOut({ settings }: ChatSettingsValue, model: Model | undefined): string[] {
  if (!model) return []
  const { note } = settings.reasoning_effort === undefined ? { note: null } : effortAt(settings.reasoning_effort, model)
  const isCold = settings.temperature !== undefined && !model.takes_temperature
  return [note ?? '', isCold ? `${model.label} takes no temperature: it is left out.` : ''].filter(Boolean)
}
