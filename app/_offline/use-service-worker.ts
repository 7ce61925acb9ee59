'use client'

import { useEffect } from 'react'
import { pageRests } from '../_content/first-screen.ts'
import { keepsChats } from './kept-chats.ts'

/** Once the page rests: has its files kept, so that it opens while the server is away. */
export function useServiceWorker(): void {
  useEffect(() => {
    // An address that is not this machine's, without encryption, has none.
    if (!('serviceWorker' in navigator) || !keepsChats()) return
    let gone = false
    void pageRests()
      .then(async () => {
        if (!gone) await (await import('./register-worker.ts')).registerWorker()
      })
      .catch(ignore)
    return () => {
      gone = true
    }
  }, [])
}

/** Private windows and the like refuse: then the product is read with its server. */
function ignore(): void {}
