import type { Snapshot } from '#lib/events/frame.ts'
import { addressOf, CHATS, dropChat, type KeptChat, PICTURES } from './kept-chats.ts'

const MOST_CHATS = 100

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
