'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AnswerOf, EndpointOf, SaidBodyOf } from '#lib/api/contract.ts'
import type { Difference, Reprice } from '#lib/api/reprice.ts'
import { request } from '../../_client/use-api.ts'
import { useAttempt } from '../../_client/use-attempt.ts'

type Said = SaidBodyOf<EndpointOf<'/api/admin/reprices', 'POST'>>
/** What calls are to be priced by. */
export type Asked = Required<Pick<Said, 'from' | 'to' | 'tz' | 'pricing_version'>>

const LIST = ['reprices']
const WHILE_WORKING_MS = 500

export function isWorking({ state }: Pick<Reprice, 'state'>): boolean {
  return state === 'applying' || state === 'reverting'
}

/** The latest first; looked at again and again while one of them is on its way. */
export function useReprices() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: LIST,
    queryFn: async ({ signal }) => (await request('GET', '/api/admin/reprices', { signal })).reprices,
    refetchInterval: ({ state: { data } }) => (data?.some(isWorking) ? WHILE_WORKING_MS : false),
  })
  const ended = query.data?.map(({ id, state, ended_at }) => ended_at && `${id} ${state}`).join()
  // What was added up before is not what it comes to now.
  useEffect(() => {
    if (ended) void client.invalidateQueries({ queryKey: ['usage'] })
  }, [client, ended])
  return query
}

/** What would change; nothing is asked for without days. */
export function useDryRun(asked: Asked | null) {
  return useQuery({
    queryKey: ['reprice dry run', asked],
    queryFn: async ({ signal }) => {
      const answer = await request('POST', '/api/admin/reprices', { body: { ...asked, dry_run: true } as Said, signal })
      return differenceIn(answer)
    },
    enabled: asked !== null,
    // Calls are made all the time: it is asked for by hand.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

export function useRepriceChanges() {
  const client = useQueryClient()
  const attempt = useAttempt()
  const look = () => client.invalidateQueries({ queryKey: LIST })
  return {
    async apply(asked: Asked, reason: string): Promise<void> {
      const body = { ...asked, reason }
      await attempt(body, (key) => request('POST', '/api/admin/reprices', { body, key }))
      await look()
    },
    async revert(id: string): Promise<void> {
      await request('DELETE', '/api/admin/reprices/{id}', { params: { id } })
      await look()
    },
  }
}

function differenceIn(answer: AnswerOf<EndpointOf<'/api/admin/reprices', 'POST'>>): Difference {
  if ('by_day' in answer) return answer
  throw new TypeError('a dry run answers with what would change')
}
