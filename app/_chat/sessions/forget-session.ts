import type { QueryClient } from '@tanstack/react-query'
import { SESSIONS_KEY } from '../../_client/session-part.ts'
import type { SessionPages } from '../../_client/use-api.ts'
import { dropChat } from '../../_offline/kept-chats.ts'
import { forgetDraft } from '../composer/draft-store.ts'
import { changeLists, refreshLabels, removeSession } from './session-list.ts'

/** A session was deleted, here or elsewhere: nothing of it stays in this browser. */
export function forgetSession(client: QueryClient, id: string): void {
  forgetDraft(id)
  void dropChat(id)
  changeLists(client, () => {
    client.setQueriesData<SessionPages>({ queryKey: SESSIONS_KEY }, (data) => removeSession(data, id))
  })
  refreshLabels(client)
}
