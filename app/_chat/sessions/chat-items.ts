import type { SessionSummary } from '#lib/canonical/session.ts'
import type { LateTexts } from '../../_texts/texts.ts'
import type { IconName } from '../../_ui/icon.tsx'
import { LATE_ICONS } from '../../_ui/late-icons.ts'
import type { MenuItem } from '../../_ui/menu.tsx'
import type { CommandId } from '../commands/command.ts'
import { offerOf } from '../commands/use-command.ts'
import type { ChatDeeds } from './use-chat-deeds.ts'

export interface ChatItem extends MenuItem {
  /** The command that does the same with the chat that is open. */
  command?: CommandId
}

/** The menu of a chat, from top to bottom. What only the page of a chat can do is in it where that page can do it now. */
export function chatItems(
  { chat_actions: words, commands }: LateTexts,
  share: string,
  { pinned, archived, temporary }: SessionSummary,
  current: boolean,
  { open, change, archive, remove, runHere }: ChatDeeds,
): ChatItem[] {
  const here = (id: CommandId, label: string, icon: IconName): ChatItem[] =>
    current && offerOf(id) ? [{ label, icon, onSelect: () => runHere(id) }] : []
  // A temporary chat is in no list, and goes by itself.
  const kept: ChatItem[] = temporary
    ? []
    : [
        { label: words.rename, icon: 'pencil', command: 'rename_chat', onSelect: () => open('renaming') },
        {
          label: pinned ? words.unpin : words.pin,
          icon: 'pin',
          command: pinned ? 'unpin_chat' : 'pin_chat',
          onSelect: () => void change({ pinned: !pinned }, words.not_pinned),
        },
        { label: words.labels, icon: 'folder', command: 'label_chat', onSelect: () => open('labelling') },
        {
          label: archived ? words.unarchive : words.to_archive,
          icon: 'archive',
          command: archived ? 'unarchive_chat' : 'archive_chat',
          onSelect: () => void archive(),
        },
      ]
  const gone: ChatItem[] = temporary
    ? []
    : [{ label: words.delete, icon: 'trash', danger: true, command: 'delete_chat', onSelect: () => void remove() }]
  return [
    ...kept,
    ...here('find', words.find, 'search'),
    ...here('branch_map', commands.names.branch_map, LATE_ICONS.branch),
    ...here('fork_chat', commands.names.fork_chat, LATE_ICONS.fork),
    { label: share, icon: 'link', onSelect: () => open('sharing') },
    { label: words.export, icon: 'download', command: 'export_chat', onSelect: () => open('exporting') },
    ...here('print_chat', words.print, 'print'),
    ...gone,
  ]
}
