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

/** What some keys are called in the language of the reader; a character is called what it is. */
export interface KeyNames {
  Escape: string
  Enter: string
  mod: string
  shift: string
}

/** What stands on the keys, one after the other. */
export function keyNames({ key, code, mod, shift }: Keys, onMac: boolean, names: KeyNames): string[] {
  const known: Readonly<Record<string, string>> = { ...names, ArrowUp: '↑' }
  const last =
    key === undefined ? (code ?? '').replace(/^Key/, '') : (known[key] ?? (key.length === 1 ? key.toUpperCase() : key))
  return [...(mod ? [onMac ? '⌘' : names.mod] : []), ...(shift ? [onMac ? '⇧' : names.shift] : []), last]
}
