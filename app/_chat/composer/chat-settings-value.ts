import type { SessionSettings, SettingsChange } from '#lib/canonical/session-settings.ts'

export interface ChatSettingsValue {
  settings: SessionSettings
  system_prompt: string | null
}

export interface ChatSettingsChange {
  settings?: SettingsChange
  system_prompt?: string | null
}
