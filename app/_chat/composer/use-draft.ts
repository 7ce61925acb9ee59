'use client'

import { useEffect, useLayoutEffect, useState } from 'react'
import { useAskBeforeLeaving } from '../../_ui/use-ask-before-leaving.ts'
import { COMPOSER_ID } from './composer-id.ts'
import { keepTemporarily, NEW_CHAT, placeOf, readKept, writeKept } from './draft-store.ts'

/**
 * Text that survives a reload, kept under `key` in this browser. It goes along when the key changes. `temporary`: only by this
 * tab; undefined while that is not known. `isKept`: false where this browser takes it no more, which asks before it goes.
 */
export function useDraft(key: string, temporary: boolean | undefined) {
  const [text, setText] = useState('')
  const [isKept, setKept] = useState(true)
  useAskBeforeLeaving(!isKept && text.trim() !== '')
  useLayoutEffect(() => {
    if (temporary !== undefined) keepTemporarily(key, temporary)
  }, [key, temporary])
  // The server renders an empty field. What was typed in an earlier visit comes in after, and so does what was typed into
  // that empty field: React would empty it at its next update.
  useLayoutEffect(() => {
    const typed = fieldValue()
    const stored = readKept('draft', key)
    // Browsers may have filled in the stored text themselves.
    const start = typed.startsWith(stored) ? typed : [stored, typed].filter(Boolean).join('\n')
    setText(start)
    if (typed) writeKept('draft', key, start)
  }, [key])

  // Another window on the same chat has the same words. Of chats that are yet to begin, each window may begin its own.
  useEffect(() => {
    if (key === NEW_CHAT) return
    const onStorage = (event: StorageEvent) => {
      if (event.key === placeOf('draft', key)) setText(readKept('draft', key))
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [key])

  function change(next: string) {
    setText(next)
    setKept(writeKept('draft', key, next) || next === '')
  }
  return [text, change, isKept] as const
}

function fieldValue(): string {
  const field = document.getElementById(COMPOSER_ID)
  return field instanceof HTMLTextAreaElement ? field.value : ''
}
