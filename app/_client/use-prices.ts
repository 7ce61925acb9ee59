'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, EndpointOf, SaidBodyOf } from '#lib/api/contract.ts'
import { personHeaders } from './page-person.ts'
import { SHARED_MS } from './query-client.ts'
import { addressOf, refusalOf, request, unreachable } from './use-api.ts'
import { useAttempt } from './use-attempt.ts'

const PRICES_KEY = ['prices'] as const
const VERSIONS_KEY = [...PRICES_KEY, 'versions'] as const

export type PriceTableOf = AnswerOf<EndpointOf<'/api/admin/prices/{version}', 'GET'>>
export type ImportedPrices = AnswerOf<EndpointOf<'/api/admin/prices/import', 'POST'>>
type SaidPrices = SaidBodyOf<EndpointOf<'/api/admin/prices', 'POST'>>

export function usePriceVersions() {
  return useQuery({
    queryKey: VERSIONS_KEY,
    queryFn: () => request('GET', '/api/admin/prices'),
    staleTime: SHARED_MS,
  })
}

/** A version never changes, so that it is asked for once. `null`: not yet known which. */
export function usePriceTable(version: string | null) {
  return useQuery({
    queryKey: [...PRICES_KEY, 'table', version],
    queryFn: () => request('GET', '/api/admin/prices/{version}', { params: { version: version ?? '' } }),
    enabled: version !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Throws what the server says against it; what was published meanwhile is known then. */
export function usePublishing() {
  const client = useQueryClient()
  const attempt = useAttempt()
  return async (said: SaidPrices) => {
    try {
      return await attempt(said, (key) => request('POST', '/api/admin/prices', { body: said, key }))
    } finally {
      await Promise.all([
        client.invalidateQueries({ queryKey: VERSIONS_KEY }),
        client.invalidateQueries({ queryKey: ['models'] }),
      ])
    }
  }
}

/** What a file of prices says; nothing of it is published. `read_on`: the day of the copy. */
export async function importPrices(file: Blob, type: string, read_on: string): Promise<ImportedPrices> {
  let response: Response
  try {
    const address = addressOf('/api/admin/prices/import', { query: { read_on } })
    response = await fetch(address, {
      method: 'POST',
      headers: { ...personHeaders(), 'content-type': type },
      body: file,
    })
  } catch (cause) {
    throw unreachable(cause)
  }
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw refusalOf(response.status, body)
  return body as ImportedPrices
}
