'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AnswerOf, EndpointOf, SaidQueryOf } from '#lib/api/contract.ts'
import { request } from '../../_client/use-api.ts'

export type UsageQuery = NonNullable<SaidQueryOf<EndpointOf<'/api/admin/usage', 'GET'>>>
export type ElsewhereQuery = NonNullable<SaidQueryOf<EndpointOf<'/api/admin/usage/elsewhere', 'GET'>>>
export type RoutesQuery = NonNullable<SaidQueryOf<EndpointOf<'/api/admin/usage/routing', 'GET'>>>
export type RoutesAnswer = AnswerOf<EndpointOf<'/api/admin/usage/routing', 'GET'>>
export type UnreadQuery = NonNullable<SaidQueryOf<EndpointOf<'/api/admin/usage/cache-writes', 'GET'>>>
export type UnreadAnswer = AnswerOf<EndpointOf<'/api/admin/usage/cache-writes', 'GET'>>
type UsageAnswer = AnswerOf<EndpointOf<'/api/admin/usage', 'GET'>>
export type UsageRow = UsageAnswer['rows'][number]
export type UsageTotals = UsageAnswer['totals']
export type ElsewhereAnswer = AnswerOf<EndpointOf<'/api/admin/usage/elsewhere', 'GET'>>

/** An answer with what it answers: while the next is awaited, the one before stays on the page. */
export interface Usage extends UsageAnswer {
  asked: UsageQuery
}

const KEPT_MS = 30_000

/** What calls came to. The same query asked in two places is asked once. */
export function useUsage(query: UsageQuery, { enabled = true } = {}) {
  return useQuery({
    queryKey: ['usage', query],
    queryFn: async ({ signal }): Promise<Usage> => ({
      ...(await request('GET', '/api/admin/usage', { query, signal })),
      asked: query,
    }),
    staleTime: KEPT_MS,
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** What the same tokens would have cost with other models. */
export function useElsewhere(query: ElsewhereQuery) {
  return useAsked('usage elsewhere', query, (signal) => request('GET', '/api/admin/usage/elsewhere', { query, signal }))
}

/** What each slot of the routing chain came to. */
export function useRoutes(query: RoutesQuery) {
  return useAsked('usage routing', query, (signal) => request('GET', '/api/admin/usage/routing', { query, signal }))
}

/** Writes to a cache that nothing has read. */
export function useUnreadWrites(query: UnreadQuery) {
  return useAsked('usage cache writes', query, (signal) =>
    request('GET', '/api/admin/usage/cache-writes', { query, signal }),
  )
}

function useAsked<A>(name: string, query: object, ask: (signal: AbortSignal) => Promise<A>) {
  return useQuery({
    queryKey: [name, query],
    queryFn: ({ signal }) => ask(signal),
    staleTime: KEPT_MS,
    placeholderData: keepPreviousData,
  })
}
