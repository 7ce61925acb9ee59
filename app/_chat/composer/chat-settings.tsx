'use client'

import type { Model } from '#lib/api/model.ts'
import { lateComponent } from '../../_content/late-component.tsx'
import { type Texts, useTexts } from '../../_texts/texts.ts'
import { Icon } from '../../_ui/icon.tsx'
import { Popover } from '../../_ui/popover.tsx'
import type { ChatSettingsChange, ChatSettingsValue } from './chat-settings-value.ts'
import { effortAt, effortLabel } from './effort-label.ts'

const SettingsPanel = lateComponent(async () => (await import('./late-menus.ts')).MENUS.SettingsPanel)

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
  const texts = useTexts()
  const words = texts.composer
  const chosen = chosenOf(texts, value)
  return (
    <Popover
      label={words.settings}
      sheet
      className="w-88 max-w-[calc(100vw-1rem)]"
      trigger={(props) => (
        <button
          {...props}
          title={words.settings}
          aria-label={chosen.length === 0 ? words.settings : words.settings_chosen(chosen.join(', '))}
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
export function chosenOf(texts: Texts, { settings, system_prompt }: ChatSettingsValue): string[] {
  const words = texts.composer
  const { reasoning_effort, temperature, max_output_tokens, tools, fallback } = settings
  return [
    reasoning_effort === undefined ? '' : words.chosen_effort(effortLabel(texts, reasoning_effort)),
    temperature === undefined ? '' : words.chosen_temperature(temperature),
    max_output_tokens === undefined ? '' : words.chosen_length(max_output_tokens),
    tools === false ? words.chosen_no_tools : '',
    fallback === true ? words.chosen_fallback : '',
    system_prompt ? words.chosen_prompt : '',
  ].filter(Boolean)
}

/** Said beside the field: what was chosen and cannot be done by this model. */
export function leftOut(texts: Texts, { settings }: ChatSettingsValue, model: Model | undefined): string[] {
  if (!model) return []
  const { note } =
    settings.reasoning_effort === undefined ? { note: null } : effortAt(texts, settings.reasoning_effort, model)
  const isCold = settings.temperature !== undefined && !model.takes_temperature
  return [note ?? '', isCold ? texts.composer.no_temperature(model.label) : ''].filter(Boolean)
}
