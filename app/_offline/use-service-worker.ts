'use client'

import { useEffect } from 'react'
import { pageRests } from '../_content/first-screen.ts'
import { loadLateComponents } from '../_content/late-component.tsx'
import { keepsChats } from './kept-chats.ts'

/** Once the page rests: has its files kept, so that it opens while the server is away. */
export function useServiceWorker(): void {
  useEffect(() => {
    // An address that is not this machine's, without encryption, has none.
    if (!('serviceWorker' in navigator) || !keepsChats()) return
    let gone = false
    void pageRests()
      .then(async () => {
        if (gone) return
        await loadLateComponents()
        if (gone) return
        await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
        const { active } = await navigator.serviceWorker.ready
        active?.postMessage({ files: loadedFiles() })
      })
      .catch(ignore)
    return () => {
      gone = true
    }
  }, [])
}

function loadedFiles(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname)
}

/** Private windows and the like refuse: then the product is read with its server. */
function ignore(): void {}
