import type { QueryClient } from '@tanstack/react-query'
import { SESSIONS_KEY } from '../../_client/session-part.ts'
import type { SessionPages } from '../../_client/use-api.ts'
import { dropChat } from '../../_offline/kept-chats.ts'
import { forgetDraft, rememberDraft } from '../composer/draft-store.ts'
import { readQueue, writeQueue } from '../composer/queue.ts'

import { changeLists, removeSession } from './session-list.ts'

/** A session was deleted, here or elsewhere: nothing of it stays in this browser. */
export function forgetSession(client: QueryClient, id: string): void {
  forgetDraft(id)
  writeQueue(id, [])
  void dropChat(id)
  changeLists(client, () => {
    client.setQueriesData<SessionPages>({ queryKey: SESSIONS_KEY }, (data) => removeSession(data, id))
  })
}

/** What this browser keeps of a session that may come back. Returns what puts it there again. */
export function rememberSession(id: string): () => void {
  const putDraftBack = rememberDraft(id)
  const queue = readQueue(id)
  return () => {
    putDraftBack()
    if (queue.length > 0) writeQueue(id, queue)
  }
}
