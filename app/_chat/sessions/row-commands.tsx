'use client'

import type { MenuItem } from '../../_ui/menu.tsx'
import type { CommandId } from '../commands/command.ts'
import { useCommand } from '../commands/use-command.ts'

export interface RowItem extends MenuItem {
  /** The command that does the same with the chat that is open. */
  command?: CommandId
}

/** What can be done with the chat that is open, by name: the deeds of the menu of its row. */
export function RowCommands({ items }: { items: readonly RowItem[] }) {
  return items.map(({ command, onSelect }) => command && <RowCommand key={command} id={command} run={onSelect} />)
}

function RowCommand({ id, run }: { id: CommandId; run: () => void }) {
  useCommand(id, run)
  return null
}
