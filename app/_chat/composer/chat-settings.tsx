'use client'

import type { Model } from '#lib/api/model.ts'
import type { SessionSettings, SettingsChange } from '#lib/canonical/session-settings.ts'
import { Icon } from '../../_ui/icon.tsx'
import { Popover } from '../../_ui/popover.tsx'
import { effortAt, effortLabel } from './effort-label.ts'
import { EffortField, NumberField, PromptField, ToolsField } from './settings-field.tsx'

export interface ChatSettingsValue {
  settings: SessionSettings
  system_prompt: string | null
}

export interface ChatSettingsChange {
  settings?: SettingsChange
  system_prompt?: string | null
}

/** All that is asked of a model beside the messages of this chat. Each change holds from the next message on. */
export function ChatSettings({
  value: { settings, system_prompt },
  model,
  onChange,
}: {
  value: ChatSettingsValue
  model: Model | undefined
  onChange: (change: ChatSettingsChange) => void
}) {
  const chosen = chosenOf({ settings, system_prompt })
  const most = model?.capabilities.max_output_tokens
  const change = (settings: SettingsChange) => onChange({ settings })
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
      {(close) => (
        <div className="space-y-4 p-4">
          <header className="flex items-center gap-2">
            <h2 className="flex-1 font-semibold text-ui">Chat settings</h2>
            <button
              type="button"
              onClick={close}
              className="h-9 rounded-control px-2.5 text-accent hover:bg-hover pointer-coarse:h-11"
            >
              Done
            </button>
          </header>
          <EffortField
            value={settings.reasoning_effort ?? null}
            model={model}
            onPick={(reasoning_effort) => change({ reasoning_effort })}
          />
          <div className="grid grid-cols-2 gap-3">
            <NumberField
              label="Temperature"
              value={settings.temperature ?? null}
              min={0}
              max={2}
              step={0.1}
              note={model?.takes_temperature === false ? `${model.label} takes none.` : 'From 0 to 2.'}
              disabled={model?.takes_temperature === false && settings.temperature === undefined}
              onCommit={(temperature) => change({ temperature })}
            />
            <NumberField
              label="Answer length"
              value={settings.max_output_tokens ?? null}
              min={16}
              max={1_000_000}
              step={1}
              note={most === undefined ? 'In tokens.' : `In tokens, ${most.toLocaleString('en')} at most.`}
              onCommit={(max_output_tokens) => change({ max_output_tokens })}
            />
          </div>
          <ToolsField
            value={settings.tools !== false}
            note={model?.capabilities.supports_tools === false ? `${model.label} has no tools.` : null}
            onChange={(on) => change({ tools: on ? null : false })}
          />
          <PromptField value={system_prompt ?? ''} onCommit={(prompt) => onChange({ system_prompt: prompt || null })} />
          <p className="text-caption text-muted">
            Holds from the next message on. What a model cannot do is left out, and kept for the next one.
          </p>
        </div>
      )}
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
