import { CHATS, PICTURES, SWITCH } from './kept-chats.ts'

const LISTS = 'metis-lists'
/** The list of chats and the files of the page, which the service worker keeps. */
const OF_THE_SERVICE_WORKER = ['metis-files', LISTS]

/** With the lists that name them. */
export async function dropEveryChat(): Promise<void> {
  try {
    for (const name of await caches.keys()) {
      if (name === CHATS || name === LISTS || name.startsWith(PICTURES)) await caches.delete(name)
    }
  } catch {
    return
  }
}

/** How many chats can be read without the server, and how much room this origin takes in the browser. */
export interface KeptAmount {
  chats: number
  bytes: number
}

export async function keptAmount(): Promise<KeptAmount> {
  try {
    const chats = (await caches.has(CHATS)) ? (await (await caches.open(CHATS)).keys()).length : 0
    return { chats, bytes: (await navigator.storage.estimate()).usage ?? 0 }
  } catch {
    return { chats: 0, bytes: 0 }
  }
}

/** Forgets all that is kept, and keeps no more where it is turned off. */
export async function turnKeeping(on: boolean): Promise<void> {
  if (on) return localStorage.removeItem(SWITCH)
  localStorage.setItem(SWITCH, 'off')
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
  for (const name of await caches.keys()) {
    if (name === CHATS || name.startsWith(PICTURES) || OF_THE_SERVICE_WORKER.includes(name)) await caches.delete(name)
  }
}
