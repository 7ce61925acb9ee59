'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { COMPOSER_ID } from './composer/composer-id.ts'

/** Keys that work anywhere on a chat page: `/` goes to the message field, Ctrl or Cmd with Shift and O starts a chat. */
export function useChatShortcuts(): void {
  const router = useRouter()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === '/' && !isTyping(event.target) && !hasOpenLayer()) {
        event.preventDefault()
        document.getElementById(COMPOSER_ID)?.focus()
      } else if (event.code === 'KeyO' && event.shiftKey && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        router.push('/')
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [router])
}

/** Escape stops the answer, unless something lies over the page that Escape closes. */
export function useStopKey(stop: (() => void) | null): void {
  useEffect(() => {
    if (!stop) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || hasOpenLayer()) return
      stop()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [stop])
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** A popover that the browser has closed stays on the page until it says so; it takes no key any more. */
export function hasOpenLayer(): boolean {
  return document.querySelector('dialog[open], :popover-open') !== null
}
