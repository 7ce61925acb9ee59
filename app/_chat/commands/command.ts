import type { IconName } from '../../_ui/icon.tsx'

/** What is pressed together: a character that the keyboard gives, or a place on it for keys with Ctrl or Cmd. */
export interface Keys {
  key?: string
  code?: string
  /** Cmd on a Mac, Ctrl elsewhere. */
  mod?: true
  shift?: true
}

interface Command {
  label: string
  where: keyof typeof PLACES
  icon?: IconName
  keys?: Keys
}

export const PLACES = { anywhere: 'Anywhere', chat: 'In a chat', field: 'In the message field' } as const

/**
 * Everything that a person can have done by its name or by a key. The keys are handled by this table, and the sheet of
 * shortcuts shows it: what one says the other does.
 */
export const COMMANDS = {
  palette: { label: 'Search and commands', where: 'anywhere', icon: 'search', keys: { code: 'KeyK', mod: true } },
  new_chat: { label: 'New chat', where: 'anywhere', icon: 'plus', keys: { code: 'KeyO', mod: true, shift: true } },
  message_field: { label: 'Go to the message field', where: 'anywhere', icon: 'pencil', keys: { key: '/' } },
  help: { label: 'Keyboard shortcuts', where: 'anywhere', icon: 'info', keys: { key: '?' } },
  theme: { label: 'Theme', where: 'anywhere', icon: 'sun' },
  model: { label: 'Model', where: 'chat', icon: 'mind' },
  effort: { label: 'Effort', where: 'chat', icon: 'sliders' },
  stop: { label: 'Stop the answer', where: 'chat', icon: 'close', keys: { key: 'Escape' } },
  copy_answer: { label: 'Copy the last answer', where: 'chat', icon: 'copy' },
  latest: { label: 'Jump to latest', where: 'chat', icon: 'arrow-down' },
  find: { label: 'Find in this chat', where: 'chat', keys: { key: 'f', mod: true } },
  rename_chat: { label: 'Rename this chat', where: 'chat', icon: 'pencil' },
  delete_chat: { label: 'Delete this chat', where: 'chat', icon: 'trash' },
  send: { label: 'Send', where: 'field', keys: { key: 'Enter' } },
  send_now: { label: 'Send at once, also during an answer', where: 'field', keys: { key: 'Enter', mod: true } },
  edit_last: { label: 'Edit the last question, where the field is empty', where: 'field', keys: { key: 'ArrowUp' } },
  line_break: { label: 'New line', where: 'field', keys: { key: 'Enter', shift: true } },
} as const satisfies Record<string, Command>

export type CommandId = keyof typeof COMMANDS
export const COMMAND_IDS = Object.keys(COMMANDS) as CommandId[]

/** Typed: that some have keys and others not is then no matter of their type. */
export function commandOf(id: CommandId): Command {
  return COMMANDS[id]
}
