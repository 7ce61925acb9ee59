'use client'

import type { Model } from '#lib/api/model.ts'
import { useModels } from '../../_client/use-api.ts'
import { ChatSettings } from './chat-settings.tsx'
import type { ChatSettingsChange, ChatSettingsValue } from './chat-settings-value.ts'
import { EffortMenu } from './effort-menu.tsx'

/** Stands beside the model: how much it reasons, and what else is asked of it. */
export function ComposerSettings({
  value,
  model,
  onChange,
}: {
  value: ChatSettingsValue
  model: Model | undefined
  onChange: (change: ChatSettingsChange) => void
}) {
  const { isLoading } = useModels()
  return (
    // They follow the name of the model: see there.
    <span className={isLoading ? 'invisible flex' : 'contents'}>
      <EffortMenu
        value={value.settings.reasoning_effort ?? null}
        model={model}
        onPick={(reasoning_effort) => onChange({ settings: { reasoning_effort } })}
      />
      <ChatSettings value={value} model={model} onChange={onChange} />
    </span>
  )
}
