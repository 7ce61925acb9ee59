import { SessionHash } from '../canonical/session-hash.ts'
import { readChats } from '../export/read-chats.ts'
import type { ExportStore } from '../store/export-store.ts'
import type { ImportStore, ImportVerdict } from '../store/import-store.ts'
import type { ChatItem } from './reader.ts'

export interface VerdictDeps {
  store: Pick<ImportStore, 'standings' | 'importedBefore'>
  exports: Pick<ExportStore, 'records' | 'messages'>
}

export interface Judged {
  verdict: Exclude<ImportVerdict, 'bad'>
  /** The chat that is here. */
  target_id: string | null
}

/** What a chat of a file is to whoever imports it: looked at when it is read, and again where a write of it is refused. */
export async function judge(
  { store, exports }: VerdictDeps,
  owner_id: string,
  source: string,
  item: ChatItem,
): Promise<Judged> {
  const { external_id, hash, hasOwnIds } = item
  const same = await store.importedBefore(owner_id, source, { external_id, hash })
  if (same !== null) return { verdict: 'here', target_id: same }
  if (!hasOwnIds) {
    const other = await store.importedBefore(owner_id, source, { external_id })
    return { verdict: other === null ? 'new' : 'conflict', target_id: other }
  }
  const [found] = await store.standings(owner_id, [external_id])
  if (!found) return { verdict: 'new', target_id: null }
  if (found.standing === 'taken') return { verdict: 'taken', target_id: null }
  const here = await hashOf(exports, owner_id, external_id)
  return { verdict: here === hash ? 'here' : 'conflict', target_id: external_id }
}

async function hashOf(exports: VerdictDeps['exports'], ownerId: string, id: string): Promise<string | null> {
  for await (const chat of readChats(exports, { ownerId, chats: [{ id, messages: 0 }], which: 'all' })) {
    const session = new SessionHash()
    for await (const { message, parent_id, hash } of chat.messages()) session.add({ id: message.id, parent_id, hash })
    return session.value
  }
  return null
}
