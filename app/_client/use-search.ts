'use client'

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AnswerOf, EndpointOf } from '#lib/api/contract.ts'
import { request } from './use-api.ts'

/** For whoever goes to a chat by its name. */
export function useRecentChats() {
  return useQuery({
    queryKey: ['recent chats'],
    queryFn: () => request('GET', '/api/sessions', { query: { limit: 200 } }),
    staleTime: 2_000,
  })
}

/** What is found in all chats, a page at a time; what was found before stays until the next is there. */
export function useSearch(q: string) {
  return useInfiniteQuery({
    queryKey: ['search', q],
    queryFn: ({ pageParam }) =>
      request('GET', '/api/search', {
        query: {
          q,
          limit: 30,
          cursor: pageParam ?? undefined,
          time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    enabled: q !== '',
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
}

export type FoundMessage = AnswerOf<EndpointOf<'/api/sessions/{id}/messages/find', 'GET'>>['messages'][number]

export function findInMessages(id: string, q: string) {
  return request('GET', '/api/sessions/{id}/messages/find', { params: { id }, query: { q } })
}
