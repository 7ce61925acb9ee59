'use client'

import { useQuery } from '@tanstack/react-query'
import { SHARED_MS } from '../_client/query-client.ts'
import { request } from '../_client/use-api.ts'
import { usePriceTable, usePriceVersions } from '../_client/use-prices.ts'

export interface UnpricedModel {
  id: string
  calls: number
}

/**
 * Models that were called without a price in the last 30 days and have none in the version in force either, the most called
 * first. Undefined until it is known. The table is asked for only where there is such a call.
 */
export function useUnpriced(): readonly UnpricedModel[] | undefined {
  const usage = useQuery({
    queryKey: ['usage', 'unpriced'],
    queryFn: async () => {
      const { rows } = await request('GET', '/api/admin/usage', { query: { group_by: 'model' } })
      return rows.flatMap(({ key, unpriced_calls }) =>
        key === null || unpriced_calls === 0 ? [] : [{ id: key, calls: unpriced_calls }],
      )
    },
    staleTime: SHARED_MS,
  })
  const called = usage.data
  const inForce = usePriceVersions().data?.in_force ?? null
  const { data: table } = usePriceTable(called && called.length > 0 ? inForce : null)
  if (called?.length === 0) return called
  if (!called || !table) return undefined
  return called.filter(({ id }) => !Object.hasOwn(table.models, id)).toSorted((a, b) => b.calls - a.calls)
}
