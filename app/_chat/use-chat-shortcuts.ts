'use client'

import { useEffect } from 'react'
import { isMac, isPressed, type Keys, PAGE_KEYS } from './commands/keys.ts'
import { offerOf } from './commands/use-command.ts'

/** The keys of the page, wherever on it they are pressed; those of the message field are its own. */
export function useChatShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const id = IDS.find((command) => isMeant(command, event))
      const offer = id && offerOf(id)
      if (!offer) return
      event.preventDefault()
      offer.run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

type PageCommand = keyof typeof PAGE_KEYS
const IDS = Object.keys(PAGE_KEYS) as PageCommand[]

function isMeant(id: PageCommand, event: KeyboardEvent): boolean {
  const keys: Keys = PAGE_KEYS[id]
  if (!isPressed(event, keys)) return false
  // What lies over the page has the keys first: Escape closes it, and letters are typed into it.
  if (hasOpenLayer()) return id === 'new_chat'
  const isTyped = isTyping(event.target)
  // On a Mac, Ctrl with a letter moves about in the text.
  if (keys.mod) return !(isTyped && isMac() && event.ctrlKey)
  return keys.key === 'Escape' || !isTyped
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** A popover that the browser has closed stays on the page until it says so; it takes no key any more. */
export function hasOpenLayer(): boolean {
  return document.querySelector('dialog[open], :popover-open') !== null
}
