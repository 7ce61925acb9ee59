import type { Keys } from './command.ts'

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}

export function isPressed(event: Pressed, { key, code, mod, shift }: Keys): boolean {
  if (key === undefined ? event.code !== code : event.key.toLowerCase() !== key.toLowerCase()) return false
  if (event.altKey || (event.ctrlKey || event.metaKey) !== (mod === true)) return false
  // A character like `?` needs it on one keyboard and not on another.
  return event.shiftKey === (shift === true) || (key?.length === 1 && !mod)
}

const NAMES: Readonly<Record<string, string>> = { Escape: 'Esc', ArrowUp: '↑' }

/** What stands on the keys, one after the other. */
export function keyNames({ key, code, mod, shift }: Keys, onMac: boolean): string[] {
  const last =
    key === undefined ? (code ?? '').replace(/^Key/, '') : (NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key))
  return [...(mod ? [onMac ? '⌘' : 'Ctrl'] : []), ...(shift ? [onMac ? '⇧' : 'Shift'] : []), last]
}
