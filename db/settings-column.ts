import { sql } from 'drizzle-orm'
import { parseSettings, type SessionSettings, type SettingsPatch } from '#lib/canonical/session-settings.ts'

export function settingsJson(settings: SessionSettings): string | null {
  return Object.keys(settings).length === 0 ? null : JSON.stringify(settings)
}

/** Throws where it holds no settings at all. */
export function settingsOf(stored: unknown): SessionSettings {
  return stored === null ? {} : parseSettings(JSON.parse(String(stored)))
}

/** Made in the database itself: of two changes in the same moment neither is lost. */
export function patchedSettings(change: SettingsPatch) {
  const stored = sql`CASE WHEN json_valid(settings_json) THEN settings_json ELSE '{}' END`
  return sql`json_patch(${stored}, ${JSON.stringify(change)})`
}
