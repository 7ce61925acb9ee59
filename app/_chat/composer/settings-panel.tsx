import type { Model } from '#lib/api/model.ts'
import type { TitleOrigin } from '#lib/canonical/session.ts'
import type { SettingsChange } from '#lib/canonical/session-settings.ts'
import { costLabel } from '../../_content/format.ts'
import type { ChatSettingsChange, ChatSettingsValue } from './chat-settings-value.ts'
import { EffortField, NumberField, PromptField, ToolsField } from './settings-field.tsx'

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
  const most = model?.capabilities.max_output_tokens
  const change = (settings: SettingsChange) => onChange({ settings })
  return (
    <div className="space-y-4 p-4">
      <header className="flex items-center gap-2">
        <h2 className="flex-1 font-semibold text-ui">Chat settings</h2>
        <button
          type="button"
          onClick={onDone}
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
      {title_origin?.model !== undefined && <p className="text-caption text-muted">{titleWords(title_origin)}</p>}
      <p className="text-caption text-muted">
        Holds from the next message on. What a model cannot do is left out, and kept for the next one.
      </p>
    </div>
  )
}

/** What a title of a model took, whether it is shown or was changed since. */
function titleWords({ model, cost_usd }: TitleOrigin): string {
  const cost = cost_usd == null ? 'no price' : costLabel(cost_usd)
  return `${model} was asked for the title of this chat: ${cost}.`
}
