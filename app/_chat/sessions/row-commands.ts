'use client'

import type { CommandId } from '../commands/command.ts'
import { useCommand } from '../commands/use-command.ts'

/** What can be done with the chat that is open, by name: the deeds of the menu of its row. */
export function RowCommands({ run }: { run: Readonly<Partial<Record<CommandId, () => void>>> }) {
  useCommand('rename_chat', run.rename_chat ?? null)
  useCommand('pin_chat', run.pin_chat ?? null)
  useCommand('unpin_chat', run.unpin_chat ?? null)
  useCommand('label_chat', run.label_chat ?? null)
  useCommand('archive_chat', run.archive_chat ?? null)
  useCommand('unarchive_chat', run.unarchive_chat ?? null)
  useCommand('export_chat', run.export_chat ?? null)
  useCommand('delete_chat', run.delete_chat ?? null)
  return null
}
