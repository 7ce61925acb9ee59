'use client'

import { useQuery } from '@tanstack/react-query'
import { request } from '../../_client/use-api.ts'

/** What providers said that they billed in the last 30 days, against our own bills. */
export function useDrift() {
  return useQuery({
    queryKey: ['usage', 'drift'],
    queryFn: ({ signal }) => request('GET', '/api/admin/usage/drift', { signal }),
  }).data
}
