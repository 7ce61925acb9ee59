/** What is pressed together: a character that the keyboard gives, or a place on it for keys with Ctrl or Cmd. */
export interface Keys {
  key?: string
  code?: string
  /** Cmd on a Mac, Ctrl elsewhere. */
  mod?: true
  shift?: true
  alt?: true
}

/** Handled wherever on a page they are pressed. What else has keys listens for them itself. */
export const PAGE_KEYS = {
  palette: { code: 'KeyK', mod: true },
  new_chat: { code: 'KeyO', mod: true, shift: true },
  sidebar: { code: 'KeyS', mod: true, shift: true },
  message_field: { key: '/' },
  help: { key: '?' },
  stop: { key: 'Escape' },
} as const satisfies Record<string, Keys>

export const FIELD_KEYS = {
  send: { key: 'Enter' },
  send_now: { key: 'Enter', mod: true },
  steer: { key: 'Enter', mod: true, shift: true },
  edit_last: { key: 'ArrowUp' },
} as const satisfies Record<string, Keys>

export const FIND_KEYS: Keys = { key: 'f', mod: true }

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}

export function isPressed(event: Pressed, { key, code, mod, shift, alt }: Keys): boolean {
  if (key === undefined ? event.code !== code : event.key.toLowerCase() !== key.toLowerCase()) return false
  if (event.altKey !== (alt === true) || (event.ctrlKey || event.metaKey) !== (mod === true)) return false
  // A character like `?` needs it on one keyboard and not on another.
  return event.shiftKey === (shift === true) || (key?.length === 1 && !mod)
}
