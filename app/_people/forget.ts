import { WHOSE } from '../_client/page-person.ts'
import { dropEveryChat } from '../_offline/all-kept.ts'

/** What this browser keeps of chats and drafts is removed from it, unless it is this person's. */
export async function keepOnlyOf(personId: string): Promise<void> {
  try {
    if (localStorage.getItem(WHOSE) !== personId) await forgetAll()
    localStorage.setItem(WHOSE, personId)
  } catch {
    return
  }
}

export async function forgetAll(): Promise<void> {
  await dropEveryChat()
  try {
    localStorage.clear()
    sessionStorage.clear()
  } catch {
    return
  }
}
