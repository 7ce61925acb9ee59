import { useQuery } from '@tanstack/react-query'
import type { EndpointOf, SaidBodyOf } from '#lib/api/contract.ts'
import { request } from './use-api.ts'

/** The request that a chat would be at another model. */
export function usePreviewedRequest(id: string, model: string) {
  return useQuery({
    queryKey: ['previewed request', id, model],
    queryFn: () => request('POST', '/api/sessions/{id}/switch-preview/request', { params: { id }, body: { model } }),
    // It changes with the chat.
    staleTime: 0,
    gcTime: 0,
  })
}

/** Has the beginning of a chat summed up; nothing of it is sent yet. */
export function draftBrief(id: string, asked: SaidBodyOf<EndpointOf<'/api/sessions/{id}/brief', 'POST'>>) {
  return request('POST', '/api/sessions/{id}/brief', { params: { id }, body: asked })
}
