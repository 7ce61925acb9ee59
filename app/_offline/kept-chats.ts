import type { Snapshot } from '#lib/events/frame.ts'

/** What this browser keeps of a chat that it showed, to be read while the server is away. */
export interface KeptChat {
  kept_at: string
  snapshot: Snapshot
}

export const CHATS = 'metis-chats'
export const PICTURES = 'metis-pictures:'
export const SWITCH = 'offline'

/** Whether the person wants it; storage that is forbidden keeps nothing anyway. */
export function keepsChats(): boolean {
  try {
    return 'caches' in globalThis && localStorage.getItem(SWITCH) !== 'off'
  } catch {
    return false
  }
}

export async function keptChat(id: string): Promise<KeptChat | null> {
  try {
    const response = await (await caches.open(CHATS)).match(addressOf(id))
    return response ? ((await response.json()) as KeptChat) : null
  } catch {
    return null
  }
}

export async function dropChat(id: string): Promise<void> {
  try {
    await (await caches.open(CHATS)).delete(addressOf(id))
    await caches.delete(PICTURES + id)
  } catch {
    return
  }
}

/** In the cache of chats. */
export function addressOf(id: string): string {
  return `/kept/${encodeURIComponent(id)}`
}
