import type { IconName } from '../../_ui/icon.tsx'

/** What is pressed together: a character that the keyboard gives, or a place on it for keys with Ctrl or Cmd. */
export interface Keys {
  key?: string
  code?: string
  /** Cmd on a Mac, Ctrl elsewhere. */
  mod?: true
  shift?: true
  alt?: true
}

interface Command {
  where: (typeof PLACES)[number]
  icon?: IconName
  keys?: Keys
  /** What carries it out listens for its keys itself: when they mean it is not to be told from the keys alone. */
  listens?: true
}

/** In the order in which the sheet of shortcuts has them. */
export const PLACES = ['anywhere', 'chat', 'field'] as const

/**
 * Everything that a person can have done by its name or by a key. The keys are handled by this table, and the sheet of
 * shortcuts shows it: what one says the other does.
 */
export const COMMANDS = {
  palette: { where: 'anywhere', icon: 'search', keys: { code: 'KeyK', mod: true } },
  new_chat: { where: 'anywhere', icon: 'plus', keys: { code: 'KeyO', mod: true, shift: true } },
  message_field: { where: 'anywhere', icon: 'pencil', keys: { key: '/' } },
  help: { where: 'anywhere', icon: 'info', keys: { key: '?' } },
  theme: { where: 'anywhere', icon: 'sun' },
  temporary_chat: { where: 'anywhere', icon: 'plus' },
  model: { where: 'chat', icon: 'mind' },
  effort: { where: 'chat', icon: 'sliders' },
  stop: { where: 'chat', icon: 'close', keys: { key: 'Escape' } },
  copy_answer: { where: 'chat', icon: 'copy' },
  answer_again: { where: 'chat', icon: 'again' },
  turn_before: { where: 'chat', icon: 'chevron-up', keys: { key: 'ArrowUp', alt: true }, listens: true },
  turn_after: { where: 'chat', icon: 'chevron-down', keys: { key: 'ArrowDown', alt: true }, listens: true },
  first: { where: 'chat', icon: 'arrow-up', keys: { key: 'Home' }, listens: true },
  latest: { where: 'chat', icon: 'arrow-down', keys: { key: 'End' }, listens: true },
  branch_map: { where: 'chat', icon: 'branch' },
  find: { where: 'chat', icon: 'search', keys: { key: 'f', mod: true }, listens: true },
  print_chat: { where: 'chat', icon: 'print', keys: { key: 'p', mod: true }, listens: true },
  rename_chat: { where: 'chat', icon: 'pencil' },
  pin_chat: { where: 'chat', icon: 'pin' },
  unpin_chat: { where: 'chat', icon: 'pin' },
  label_chat: { where: 'chat', icon: 'folder' },
  archive_chat: { where: 'chat', icon: 'archive' },
  unarchive_chat: { where: 'chat', icon: 'archive' },
  fork_chat: { where: 'chat', icon: 'fork' },
  share_chat: { where: 'chat', icon: 'link' },
  export_chat: { where: 'chat', icon: 'download' },
  delete_chat: { where: 'chat', icon: 'trash' },
  send: { where: 'field', keys: { key: 'Enter' } },
  send_now: { where: 'field', keys: { key: 'Enter', mod: true } },
  steer: { where: 'field', keys: { key: 'Enter', mod: true, shift: true } },
  edit_last: { where: 'field', keys: { key: 'ArrowUp' } },
  line_break: { where: 'field', keys: { key: 'Enter', shift: true } },
} as const satisfies Record<string, Command>

export type CommandId = keyof typeof COMMANDS
export const COMMAND_IDS = Object.keys(COMMANDS) as CommandId[]

/** Typed: that some have keys and others not is then no matter of their type. */
export function commandOf(id: CommandId): Command {
  return COMMANDS[id]
}
