import type { CommandId, PLACES } from '../../_chat/commands/command.ts'
import { plural } from './format.ts'

/** The palette and the sheet of shortcuts. */
export const commands = {
  names: {
    palette: 'Search and commands',
    new_chat: 'New chat',
    message_field: 'Go to the message field',
    help: 'Keyboard shortcuts',
    theme: 'Theme',
    model: 'Model',
    effort: 'Effort',
    stop: 'Stop the answer',
    copy_answer: 'Copy the last answer',
    latest: 'Jump to latest',
    branch_map: 'Map of this chat',
    find: 'Find in this chat',
    rename_chat: 'Rename this chat',
    share_chat: 'Share this chat',
    export_chat: 'Export this chat',
    delete_chat: 'Delete this chat',
    send: 'Send',
    send_now: 'Send at once, also during an answer',
    steer: 'Say it to the answer at its next step',
    edit_last: 'Edit the last question, where the field is empty',
    line_break: 'New line',
  } satisfies Record<CommandId, string>,
  places: { anywhere: 'Anywhere', chat: 'In a chat', field: 'In the message field' } satisfies Record<
    (typeof PLACES)[number],
    string
  >,
  keys: { Escape: 'Esc', Enter: 'Enter', mod: 'Ctrl', shift: 'Shift' },
  close: 'Close',
  search: 'Search chats, messages and commands',
  results: 'Results',
  result_count: (count: number) => plural(count, '1 result', `${count} results`),
  searching: 'Searching',
  nothing: 'Nothing was found.',
  not_searched: (why: string) => `Messages could not be searched: ${why}`,
  help: 'Messages: “exact words”, model:name, has:code, has:picture, by:me, before:2026-11-01',
  more: 'More',
  chats: 'Chats',
  commands: 'Commands',
  by_you: (day: string) => `You, ${day}`,
  by_model: (day: string) => `Answer, ${day}`,
  begin_with: (preset: string) => `New chat with the preset ${preset}`,
  more_messages: 'Show more messages',
}
