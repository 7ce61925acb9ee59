import type { TitleOrigin } from '#lib/canonical/session.ts'
import type { SessionSettings, SettingsChange } from '#lib/canonical/session-settings.ts'

export interface ChatSettingsValue {
  settings: SessionSettings
  system_prompt: string | null
  /** Who named the chat, where it is one already. */
  title_origin?: TitleOrigin | null | undefined
}

export interface ChatSettingsChange {
  settings?: SettingsChange
  system_prompt?: string | null
}

/** Without what was decided about this one session and its messages. */
export function wishesOf({
  pictures: _p,
  left_out: _l,
  set_aside: _s,
  brief: _b,
  decided_at: _d,
  output_schema: _o,
  tool_choice: _t,
  ...wishes
}: SessionSettings): SettingsChange {
  return wishes
}
