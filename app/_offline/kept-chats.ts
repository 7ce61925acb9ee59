import type { Snapshot } from '#lib/events/frame.ts'

/** What this browser keeps of a chat that it showed, to be read while the server is away. */
export interface KeptChat {
  kept_at: string
  snapshot: Snapshot
}

export const CHATS = 'metis-chats'
export const PICTURES = 'metis-pictures:'
const MOST_CHATS = 100
export const SWITCH = 'offline'

/** Whether the person wants it; storage that is forbidden keeps nothing anyway. */
export function keepsChats(): boolean {
  try {
    return 'caches' in globalThis && localStorage.getItem(SWITCH) !== 'off'
  } catch {
    return false
  }
}

/** The one that was kept longest ago goes first. Storage that is full or forbidden keeps nothing: that is no fault of the chat. */
export async function keepChat(snapshot: Snapshot): Promise<void> {
  const { id } = snapshot.session
  const kept: KeptChat = { kept_at: new Date().toISOString(), snapshot }
  try {
    const cache = await caches.open(CHATS)
    await cache.put(addressOf(id), Response.json(kept))
    const pictures = picturesOf(snapshot)
    if (pictures.length > 0) await keepPictures(id, pictures)
    const addresses = (await cache.keys()).map(({ url }) => url)
    for (const url of addresses.slice(0, Math.max(0, addresses.length - MOST_CHATS))) {
      await dropChat(decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)))
    }
  } catch {
    return
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

function addressOf(id: string): string {
  return `/kept/${encodeURIComponent(id)}`
}

function picturesOf({ messages }: Snapshot): string[] {
  const blocks = messages.flatMap(({ content }) => content)
  return blocks.flatMap((block) =>
    block.type === 'image' && block.source.kind === 'file_ref' ? [`/api/${block.source.data}`] : [],
  )
}

async function keepPictures(id: string, addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(PICTURES + id)
  for (const address of new Set(addresses)) {
    if (!(await cache.match(address))) await cache.add(address)
  }
}
