import type { QueryClient } from '@tanstack/react-query'
import { SESSIONS_KEY } from '../../_client/session-part.ts'
import type { SessionPages } from '../../_client/use-api.ts'
import { dropChat } from '../../_offline/kept-chats.ts'
import { readQueue, writeQueue } from '../composer/queue.ts'
import { readDraft, writeDraft } from '../composer/use-draft.ts'
import { removeSession } from './session-list.ts'

/** A session was deleted, here or elsewhere: nothing of it stays in this browser. */
export async function forgetSession(client: QueryClient, id: string): Promise<void> {
  writeDraft(id, '')
  writeQueue(id, [])
  void dropChat(id)
  // A list that is on its way would bring it back: what is shown loses it now, and is asked for again.
  const asked = client.getQueryCache().findAll({ queryKey: SESSIONS_KEY, fetchStatus: 'fetching' })
  await client.cancelQueries({ queryKey: SESSIONS_KEY, predicate: ({ state }) => state.data !== undefined })
  client.setQueriesData<SessionPages>({ queryKey: SESSIONS_KEY }, (data) => removeSession(data, id))
  void client.invalidateQueries({ queryKey: SESSIONS_KEY, predicate: (query) => asked.includes(query) })
}

/** What this browser keeps of a session that may come back. Returns what puts it there again. */
export function rememberSession(id: string): () => void {
  const draft = readDraft(id)
  const queue = readQueue(id)
  return () => {
    if (draft) writeDraft(id, draft)
    if (queue.length > 0) writeQueue(id, queue)
  }
}
