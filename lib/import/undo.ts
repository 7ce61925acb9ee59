import { setImmediate } from 'node:timers/promises'
import type { ImportRecord, ImportStore } from '../store/import-store.ts'

export interface UndoDeps {
  store: Pick<ImportStore, 'items' | 'undoItem'>
  /** Ends a turn that runs in a chat. */
  stopTurn: (sessionId: string) => Promise<unknown>
  /** The folder of a chat that is gone. */
  removeWorkspace: (sessionId: string) => Promise<void>
  /** Tells open pages of a chat that is gone. */
  tellOfGone: (sessionId: string, ownerId: string) => void
}

/** That are asked for at once. */
const MOST_ITEMS = 200

/** Takes back what was created, one item after the other. Returns how many stayed, because they were changed since. */
export async function undoItems(
  { store, stopTurn, removeWorkspace, tellOfGone }: UndoDeps,
  { id, owner_id, choices }: ImportRecord,
  until: AbortSignal,
): Promise<number> {
  const evenChanged = choices?.even_changed === true
  let kept = 0
  for (let after = -1; ; ) {
    const items = await store.items(id, { after, limit: MOST_ITEMS, which: { states: ['applied', 'kept'] } })
    for (const { position, kind, target_id } of items) {
      if (until.aborted) return kept
      const chat = kind === 'chat' ? target_id : null
      if (evenChanged && chat !== null) await stopTurn(chat)
      const outcome = await store.undoItem({ import_id: id, position }, evenChanged)
      if (outcome === 'kept') kept += 1
      else if (chat !== null) {
        await removeWorkspace(chat)
        tellOfGone(chat, owner_id)
      }
      await setImmediate()
    }
    const last = items.at(-1)
    if (!last) return kept
    after = last.position
  }
}
