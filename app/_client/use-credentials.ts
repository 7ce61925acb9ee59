'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, EndpointOf } from '#lib/api/contract.ts'
import { request } from './use-api.ts'

const CREDENTIALS_KEY = ['credentials'] as const

export type Credential = AnswerOf<EndpointOf<'/api/me/credentials', 'GET'>>['credentials'][number]

/** What somebody can sign in with beside the password. Changes throw what the server says against them. */
export function useCredentials() {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: CREDENTIALS_KEY,
    queryFn: () => request('GET', '/api/me/credentials'),
  })
  const shown = () => client.invalidateQueries({ queryKey: CREDENTIALS_KEY })
  return {
    credentials: data?.credentials,
    hasPassword: data?.has_password ?? true,
    shown,
    async remove(id: string) {
      await request('DELETE', '/api/me/credentials/{id}', { params: { id } })
      await shown()
    },
  }
}
