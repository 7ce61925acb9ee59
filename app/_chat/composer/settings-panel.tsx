import type { Model } from '#lib/api/model.ts'
import type { SettingsChange } from '#lib/canonical/session-settings.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { SavePreset } from '../presets/save-preset.tsx'
import { type ChatSettingsChange, type ChatSettingsValue, wishesOf } from './chat-settings-value.ts'
import { ANSWER_LENGTH, TEMPERATURE } from './number-range.ts'
import { EffortField, FallbackField, NumberField, PromptField, ToolsField } from './settings-field.tsx'

/** What the settings of a chat open to. */
export function SettingsPanel({
  value: { settings, system_prompt, title_origin },
  model,
  onChange,
  onDone,
}: {
  value: ChatSettingsValue
  model: Model | undefined
  onChange: (change: ChatSettingsChange) => void
  onDone: () => void
}) {
  const { format } = useTexts()
  const words = useLateTexts().panels
  const most = model?.capabilities.max_output_tokens
  const change = (settings: SettingsChange) => onChange({ settings })
  return (
    <div className="space-y-4 p-4">
      <header className="flex items-center gap-2">
        <h2 className="flex-1 font-semibold text-ui">{words.settings}</h2>
        <button
          type="button"
          onClick={onDone}
          className="h-9 rounded-control px-2.5 text-accent hover:bg-hover pointer-coarse:h-11"
        >
          {words.done}
        </button>
      </header>
      <EffortField
        value={settings.reasoning_effort ?? null}
        model={model}
        onPick={(reasoning_effort) => change({ reasoning_effort })}
      />
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label={words.temperature}
          value={settings.temperature ?? null}
          range={TEMPERATURE}
          note={model?.takes_temperature === false ? words.no_temperature(model.label) : words.temperature_range}
          disabled={model?.takes_temperature === false && settings.temperature === undefined}
          onCommit={(temperature) => change({ temperature })}
        />
        <NumberField
          label={words.answer_length}
          value={settings.max_output_tokens ?? null}
          range={ANSWER_LENGTH}
          note={most === undefined ? words.in_tokens : words.in_tokens_at_most(most)}
          onCommit={(max_output_tokens) => change({ max_output_tokens })}
        />
      </div>
      <ToolsField
        value={settings.tools !== false}
        note={model?.capabilities.supports_tools === false ? words.no_tools(model.label) : null}
        onChange={(on) => change({ tools: on ? null : false })}
      />
      <FallbackField value={settings.fallback === true} onChange={(on) => change({ fallback: on || null })} />
      <PromptField value={system_prompt ?? ''} onCommit={(prompt) => onChange({ system_prompt: prompt || null })} />
      <SavePreset values={{ model: model?.id ?? null, system_prompt, settings: wishesOf(settings) }} />
      {title_origin?.model != null && (
        <p className="text-caption text-muted">
          {words.title_cost(
            title_origin.model,
            title_origin.cost_usd == null ? words.no_price : format.cost(title_origin.cost_usd),
          )}
        </p>
      )}
      <p className="text-caption text-muted">{words.settings_about}</p>
    </div>
  )
}
