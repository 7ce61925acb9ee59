'use client'

import { useLayoutEffect, useState } from 'react'
import { COMPOSER_ID } from './composer-id.ts'

/** Text that survives a reload, kept under `key` in this browser. It goes along when the key changes. */
export function useDraft(key: string): [string, (text: string) => void] {
  const [text, setText] = useState('')
  // The server renders an empty field. What was typed in an earlier visit comes in after, and so does what was typed into
  // that empty field: React would empty it at its next update.
  useLayoutEffect(() => {
    const typed = fieldValue()
    const stored = readDraft(key)
    // Browsers may have filled in the stored text themselves.
    const start = typed.startsWith(stored) ? typed : [stored, typed].filter(Boolean).join('\n')
    setText(start)
    if (typed) writeDraft(key, start)
  }, [key])

  function change(next: string) {
    setText(next)
    writeDraft(key, next)
  }
  return [text, change]
}

export function forgetDraft(key: string): void {
  writeDraft(key, '')
}

function fieldValue(): string {
  const field = document.getElementById(COMPOSER_ID)
  return field instanceof HTMLTextAreaElement ? field.value : ''
}

export function readDraft(key: string): string {
  try {
    return localStorage.getItem(`draft:${key}`) ?? ''
  } catch {
    return ''
  }
}

/** Storage may be full or forbidden: then a draft lives as long as the page. */
export function writeDraft(key: string, text: string): void {
  try {
    if (text) localStorage.setItem(`draft:${key}`, text)
    else localStorage.removeItem(`draft:${key}`)
  } catch {
    return
  }
}
