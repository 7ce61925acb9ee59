'use client'

import { useQuery } from '@tanstack/react-query'
import type { EndpointOf, SaidBodyOf } from '#lib/api/contract.ts'
import { LABELS_KEY } from './session-part.ts'
import { request } from './use-api.ts'

/** The folders and tags in use. */
export function useLabels() {
  return useQuery({ queryKey: LABELS_KEY, queryFn: () => request('GET', '/api/labels') })
}

export function changeLabel(change: SaidBodyOf<EndpointOf<'/api/labels', 'PATCH'>>) {
  return request('PATCH', '/api/labels', { body: change })
}
