'use client'

import { useState } from 'react'
import { lateComponent } from '../../_content/late-component.tsx'
import { useCommand } from '../commands/use-command.ts'
import { useSessionState } from '../live/use-live-session.ts'

const BranchMap = lateComponent(async () => (await import('../late-dialogs.ts')).DIALOGS.BranchMap)

/** Where the map opens: from the palette, the menu of a message and between versions, all of which ask by the command. */
export function BranchMapPlace() {
  const [isOpen, setOpen] = useState(false)
  const hasMessages = useSessionState(({ tree }) => tree.path.length > 0)
  useCommand('branch_map', hasMessages ? () => setOpen(true) : null)
  return isOpen ? <BranchMap onClose={() => setOpen(false)} /> : null
}
