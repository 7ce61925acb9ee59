import type { QueryClient } from '@tanstack/react-query'
import type { SessionPages } from '../../_client/use-api.ts'
import { SESSIONS_KEY } from '../../_client/use-api.ts'
import { writeQueue } from '../composer/queue.ts'
import { forgetDraft } from '../composer/use-draft.ts'
import { removeSession } from './session-list.ts'

/** A session was deleted, here or elsewhere: nothing of it stays in this browser. */
export async function forgetSession(client: QueryClient, id: string): Promise<void> {
  forgetDraft(id)
  writeQueue(id, [])
  if (!client.getQueryData(SESSIONS_KEY)) return
  // A list that is on its way would bring it back.
  await client.cancelQueries({ queryKey: SESSIONS_KEY })
  client.setQueryData<SessionPages>(SESSIONS_KEY, (data) => removeSession(data, id))
}
