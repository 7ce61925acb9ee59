'use client'

import { useQuery } from '@tanstack/react-query'
import { previewSwitch } from '../../_client/use-api.ts'
import { useSessionState } from '../live/use-live-session.ts'

/** What another model than the one that answered last would read of the chat, as its preview says; `null`: nothing is asked. */
export function useReadElsewhere(model: string | null) {
  const id = useSessionState(({ session }) => session?.id)
  // Another model, a summary, another answer or branch: what is read next is not what it was.
  const changed = useSessionState(({ session }) => session?.updated_at)
  const last = useSessionState(({ tree }) => tree.path.at(-1)?.id)
  return useQuery({
    queryKey: ['read elsewhere', id, model, changed, last],
    queryFn: async () => (await previewSwitch(id ?? '', model ?? '')).estimated_input_tokens,
    enabled: id !== undefined && model !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
