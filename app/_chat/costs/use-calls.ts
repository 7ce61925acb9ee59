'use client'

import { useQuery } from '@tanstack/react-query'
import type { AnswerOf, EndpointOf } from '#lib/api/contract.ts'
import { request } from '../../_client/use-api.ts'
import { useSessionState } from '../live/use-live-session.ts'

export type Call = AnswerOf<EndpointOf<'/api/sessions/{id}/calls', 'GET'>>['calls'][number]

/** The calls of the chat that is open; those of one turn come with how their costs come about. */
export function useCalls(turnId: string | null) {
  const id = useSessionState(({ session }) => session?.id)
  return useQuery({
    queryKey: ['calls', id, turnId],
    queryFn: () => {
      const query = turnId === null ? {} : { turn_id: turnId }
      return request('GET', '/api/sessions/{id}/calls', { params: { id: id ?? '' }, query })
    },
    enabled: id !== undefined,
    // It changes with every answer, and is asked for by hand.
    gcTime: 0,
  })
}
