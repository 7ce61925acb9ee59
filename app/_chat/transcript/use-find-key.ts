'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { FIND_KEYS, isPressed } from '../commands/keys.ts'
import { useCommand } from '../commands/use-command.ts'
import { hasOpenLayer } from '../use-chat-shortcuts.ts'

export const FIND_ID = 'find-in-conversation'

/**
 * Ctrl or Cmd with F looks through the conversation, of which the page holds only a part; pressed again, it is the browser's
 * own. Whoever closes it gets the focus back to where it was.
 */
export function useFindKey() {
  const [opener, setOpener] = useState<Element | null>(null)
  const [isOpen, setOpen] = useState(false)
  function open() {
    setOpener(document.activeElement)
    setOpen(true)
    document.querySelector<HTMLInputElement>(`#${FIND_ID} input`)?.select()
  }
  useCommand('find', open)
  const onKey = useEffectEvent(open)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isFindKey(event)) return
      event.preventDefault()
      onKey()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return {
    isOpen,
    close() {
      setOpen(false)
      if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body)
        opener.focus({ preventScroll: true })
      else document.querySelector<HTMLElement>('main :has(> [role="log"])')?.focus({ preventScroll: true })
    },
  }
}

export function isFindKey(event: KeyboardEvent): boolean {
  return isPressed(event, FIND_KEYS) && !hasOpenLayer() && !isInSearch(event.target)
}

function isInSearch(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`#${FIND_ID}`) !== null
}
