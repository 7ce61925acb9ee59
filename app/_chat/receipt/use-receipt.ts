'use client'

import { useQuery } from '@tanstack/react-query'
import type { AnswerOf, EndpointOf } from '#lib/api/contract.ts'
import { request } from '../../_client/use-api.ts'
import { useLive } from '../live/use-live-session.ts'

export type Receipt = AnswerOf<EndpointOf<'/api/sessions/{id}/messages/{message_id}/receipt', 'GET'>>

/** What came over the wire for an answer; it never changes once the answer is there. */
export function useWireAnswers(message_id: string) {
  const { id } = useLive()
  return useQuery({
    queryKey: ['wire-answers', id, message_id],
    queryFn: () =>
      request('GET', '/api/sessions/{id}/messages/{message_id}/wire-answers', { params: { id, message_id } }),
    gcTime: 0,
  })
}

/** How an answer came about. Without the bodies of request and answer, which may be long; they are asked for with `whole`. */
export function useReceipt(message_id: string | null, whole = false) {
  const { id } = useLive()
  return useQuery({
    queryKey: ['receipt', id, message_id, whole],
    queryFn: () =>
      request('GET', '/api/sessions/{id}/messages/{message_id}/receipt', {
        params: { id, message_id: message_id ?? '' },
        query: whole ? {} : { brief: 'true' },
      }),
    enabled: message_id !== null,
    // What holds of a request may change with tools and models, and is asked for by hand.
    gcTime: 0,
  })
}
