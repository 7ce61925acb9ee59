import type { IconName } from '../../_ui/icon.tsx'
import { LATE_ICONS } from '../../_ui/late-icons.ts'
import { FIELD_KEYS, FIND_KEYS, type Keys, PAGE_KEYS } from './keys.ts'

interface Command {
  where: (typeof PLACES)[number]
  icon?: IconName
  keys?: Keys
}

/** In the order in which the sheet of shortcuts has them. */
export const PLACES = ['anywhere', 'chat', 'field'] as const

/**
 * Everything that a person can have done by its name or by a key, for the palette and the sheet of shortcuts. It comes with
 * them: the page has the keys alone.
 */
export const COMMANDS = {
  palette: { where: 'anywhere', icon: 'search', keys: PAGE_KEYS.palette },
  new_chat: { where: 'anywhere', icon: 'plus', keys: PAGE_KEYS.new_chat },
  sidebar: { where: 'anywhere', icon: 'panel', keys: PAGE_KEYS.sidebar },
  message_field: { where: 'anywhere', icon: 'pencil', keys: PAGE_KEYS.message_field },
  help: { where: 'anywhere', icon: 'info', keys: PAGE_KEYS.help },
  theme: { where: 'anywhere', icon: 'sun' },
  temporary_chat: { where: 'anywhere', icon: 'plus' },
  model: { where: 'chat', icon: 'mind' },
  effort: { where: 'chat', icon: 'sliders' },
  stop: { where: 'chat', icon: 'close', keys: PAGE_KEYS.stop },
  copy_answer: { where: 'chat', icon: 'copy' },
  answer_again: { where: 'chat', icon: LATE_ICONS.again },
  turn_before: { where: 'chat', icon: 'chevron-up', keys: { key: 'ArrowUp', alt: true } },
  turn_after: { where: 'chat', icon: 'chevron-down', keys: { key: 'ArrowDown', alt: true } },
  first: { where: 'chat', icon: 'arrow-up', keys: { key: 'Home' } },
  latest: { where: 'chat', icon: 'arrow-down', keys: { key: 'End' } },
  branch_map: { where: 'chat', icon: LATE_ICONS.branch },
  find: { where: 'chat', icon: 'search', keys: FIND_KEYS },
  print_chat: { where: 'chat', icon: 'print', keys: { key: 'p', mod: true } },
  rename_chat: { where: 'chat', icon: 'pencil' },
  pin_chat: { where: 'chat', icon: 'pin' },
  unpin_chat: { where: 'chat', icon: 'pin' },
  label_chat: { where: 'chat', icon: 'folder' },
  archive_chat: { where: 'chat', icon: 'archive' },
  unarchive_chat: { where: 'chat', icon: 'archive' },
  fork_chat: { where: 'chat', icon: LATE_ICONS.fork },
  share_chat: { where: 'chat', icon: 'link' },
  export_chat: { where: 'chat', icon: 'download' },
  delete_chat: { where: 'chat', icon: 'trash' },
  send: { where: 'field', keys: FIELD_KEYS.send },
  send_now: { where: 'field', keys: FIELD_KEYS.send_now },
  steer: { where: 'field', keys: FIELD_KEYS.steer },
  edit_last: { where: 'field', keys: FIELD_KEYS.edit_last },
  line_break: { where: 'field', keys: { key: 'Enter', shift: true } },
} as const satisfies Record<string, Command>

export type CommandId = keyof typeof COMMANDS
export const COMMAND_IDS = Object.keys(COMMANDS) as CommandId[]

/** Typed: that some have keys and others not is then no matter of their type. */
export function commandOf(id: CommandId): Command {
  return COMMANDS[id]
}
