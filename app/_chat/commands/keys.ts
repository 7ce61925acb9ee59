import type { Keys } from './command.ts'

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
