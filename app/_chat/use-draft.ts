'use client'

import { useEffect, useState } from 'react'

/** Text that survives a reload, kept under `key` in this browser. */
export function useDraft(key: string): [string, (text: string) => void] {
  const [text, setText] = useState('')
  // The server renders an empty field; what was typed before comes in after.
  useEffect(() => setText((now) => now || read(key)), [key])

  function change(next: string) {
    setText(next)
    write(key, next)
  }
  return [text, change]
}

function read(key: string): string {
  try {
    return localStorage.getItem(`draft:${key}`) ?? ''
  } catch {
    return ''
  }
}

/** Storage may be full or forbidden: then a draft lives as long as the page. */
function write(key: string, text: string): void {
  try {
    if (text) localStorage.setItem(`draft:${key}`, text)
    else localStorage.removeItem(`draft:${key}`)
  } catch {
    return
  }
}
