'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EndpointOf, SaidBodyOf } from '#lib/api/contract.ts'
import { showAnswer } from './show-answer.ts'
import { request } from './use-api.ts'

const SETTINGS_KEY = ['settings'] as const

export function useSettings() {
  return useQuery({ queryKey: SETTINGS_KEY, queryFn: () => request('GET', '/api/settings') })
}

/** Changes what one wants of the whole product. Where it could not be kept, `error` says why, and what was chosen before stays. */
export function useSettingsChange() {
  const client = useQueryClient()
  const { mutate, error } = useMutation({
    mutationFn: (change: SaidBodyOf<EndpointOf<'/api/settings', 'PATCH'>>) =>
      request('PATCH', '/api/settings', { body: change }),
    onSuccess: (settings) => showAnswer(client, SETTINGS_KEY, settings),
  })
  return { change: mutate, error }
}
