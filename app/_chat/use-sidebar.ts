'use client'

import { createContext, useContext } from 'react'
import { useAppearance } from '../_ui/use-appearance.ts'
import { useCommand } from './commands/use-command.ts'

/** As the breakpoint `md` of `globals.css`: there the list of chats stands beside the page. */
const BESIDE = '(min-width: 53.75rem)'

/** The two buttons that do the opposite of each other. One of them is on the page. */
export const HIDE_CHATS_ID = 'hide-chats'
export const SHOW_CHATS_ID = 'show-chats'

/** Shows the list of chats, or puts it away. */
export const ToggleSidebar = createContext<() => void>(() => undefined)

export function useToggleSidebar(): () => void {
  return useContext(ToggleSidebar)
}

/** Returns what shows the list of chats, or puts it away, where it stands beside the page; elsewhere it opens a drawer. */
export function useSidebar(openDrawer: () => void): () => void {
  const [sidebar, change] = useAppearance('sidebar')

  function toggle() {
    if (!matchMedia(BESIDE).matches) return openDrawer()
    const isFolded = sidebar === 'folded'
    const goes = document.activeElement?.closest(isFolded ? `#${SHOW_CHATS_ID}` : 'aside')
    change(isFolded ? 'shown' : 'folded')
    if (goes) document.getElementById(isFolded ? HIDE_CHATS_ID : SHOW_CHATS_ID)?.focus()
  }

  useCommand('sidebar', toggle)
  return toggle
}
