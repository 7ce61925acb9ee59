'use client'

import { useLayoutEffect, useState } from 'react'
import { COMPOSER_ID } from './composer-id.ts'
import { keepTemporarily, readKept, writeKept } from './draft-store.ts'

/**
 * Text that survives a reload, kept under `key` in this browser. It goes along when the key changes. `temporary`: only by this
 * tab; undefined while that is not known.
 */
export function useDraft(key: string, temporary: boolean | undefined): [string, (text: string) => void] {
  const [text, setText] = useState('')
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

  function change(next: string) {
    setText(next)
    writeKept('draft', key, next)
  }
  return [text, change]
}

function fieldValue(): string {
  const field = document.getElementById(COMPOSER_ID)
  return field instanceof HTMLTextAreaElement ? field.value : ''
}
