import type { Keys } from './keys.ts'

/** What some keys are called in the language of the reader; a character is called what it is. */
export interface KeyNames {
  Escape: string
  Enter: string
  mod: string
  shift: string
  Home: string
  End: string
}

/** What stands on the keys, one after the other. */
export function keyNames({ key, code, mod, shift, alt }: Keys, onMac: boolean, names: KeyNames): string[] {
  const known: Readonly<Record<string, string>> = { ...names, ArrowUp: '↑', ArrowDown: '↓' }
  const last =
    key === undefined ? (code ?? '').replace(/^Key/, '') : (known[key] ?? (key.length === 1 ? key.toUpperCase() : key))
  return [
    ...(mod ? [onMac ? '⌘' : names.mod] : []),
    ...(alt ? [onMac ? '⌥' : 'Alt'] : []),
    ...(shift ? [onMac ? '⇧' : names.shift] : []),
    last,
  ]
}
