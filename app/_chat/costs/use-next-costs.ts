'use client'

import { useQuery } from '@tanstack/react-query'
import type { AnswerOf, EndpointOf } from '#lib/api/contract.ts'
import { request } from '../../_client/use-api.ts'
import { useSessionState } from '../live/use-live-session.ts'

type Costs = AnswerOf<EndpointOf<'/api/sessions/{id}/next-cost', 'GET'>>
export type NextCost = Costs['models'][number]
export type LeftOut = Costs['left_out'][number]

/** What the next message of the chat that is open costs, at its model and at three others. */
export function useNextCosts() {
  const id = useSessionState(({ session }) => session?.id)
  // Another model, other settings, another answer or branch: what is sent next is not what it was.
  const changed = useSessionState(({ session }) => session?.updated_at)
  const last = useSessionState(({ tree }) => tree.path.at(-1)?.id)
  return useQuery({
    queryKey: ['next costs', id, changed, last],
    queryFn: () => request('GET', '/api/sessions/{id}/next-cost', { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    // It changes with the time, too; the list and one of its rows show the same.
    staleTime: 10_000,
    gcTime: 10_000,
  })
}
