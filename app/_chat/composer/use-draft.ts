'use client'

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useAskBeforeLeaving } from '../../_ui/use-ask-before-leaving.ts'
import { COMPOSER_ID } from './composer-id.ts'
import { keepTemporarily, NEW_CHAT, placeOf, readKept, writeKept } from './draft-store.ts'

/**
 * Text that survives a reload, kept under `key` in this browser. It goes along when the key changes. `temporary`: only by this
 * tab; undefined while that is not known. `isKept`: false where this browser takes it no more, which asks before it goes.
 * What was sent is on its way: that stays kept, before what is written next, until `release`.
 */
export function useDraft(key: string, temporary: boolean | undefined) {
  const [text, setText] = useState('')
  const [isKept, setKept] = useState(true)
  useAskBeforeLeaving(!isKept && text.trim() !== '')
  useLayoutEffect(() => {
    if (temporary !== undefined) keepTemporarily(key, temporary)
  }, [key, temporary])
  /** The same at once, and what was sent before it. */
  const latest = useRef<readonly [text: string, onItsWay: string]>(['', ''])
  const show = useCallback((next: string, onItsWay = '') => {
    latest.current = [next, onItsWay]
    setText(next)
  }, [])
  // The server renders an empty field. What was typed in an earlier visit comes in after, and so does what was typed into
  // that empty field: React would empty it at its next update.
  useLayoutEffect(() => {
    const typed = fieldValue()
    const stored = readKept('draft', key)
    // Browsers may have filled in the stored text themselves.
    const start = typed.startsWith(stored) ? typed : joined(stored, typed)
    show(start)
    if (typed) writeKept('draft', key, start)
  }, [key, show])

  // Another window on the same chat has the same words. Of chats that are yet to begin, each window may begin its own.
  useEffect(() => {
    if (key === NEW_CHAT) return
    const onStorage = (event: StorageEvent) => {
      if (event.key === placeOf('draft', key)) show(readKept('draft', key))
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [key, show])

  function change(next: string, onItsWay = latest.current[1]) {
    // What came back and is taken out is given up: the same words later are said anew.
    if (next + onItsWay === '' && latest.current[0]) writeKept('sent', key, '')
    show(next, onItsWay)
    setKept(writeKept('draft', key, joined(onItsWay, next)) || next === '')
  }

  function release() {
    // What is in the tray by now is kept anew, where that is still there.
    writeKept('draft-files', key, '')
    change(latest.current[0], '')
  }
  return [text, change, isKept, release] as const
}

const joined = (before: string, text: string) => [before, text].filter(Boolean).join('\n')

function fieldValue(): string {
  const field = document.getElementById(COMPOSER_ID)
  return field instanceof HTMLTextAreaElement ? field.value : ''
}
