import { parseSettings, type SessionSettings } from '#lib/canonical/session-settings.ts'

export function settingsJson(settings: SessionSettings): string | null {
  return Object.keys(settings).length === 0 ? null : JSON.stringify(settings)
}

/** Throws where it holds no settings at all. */
export function settingsOf(stored: unknown): SessionSettings {
  return stored === null ? {} : parseSettings(JSON.parse(String(stored)))
}
