'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AnswerOf, EndpointOf, SaidBodyOf } from '#lib/api/contract.ts'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import type { ShareChoice } from '../_share/share-choice.ts'
import { request } from './use-api.ts'
import { useAttempt } from './use-attempt.ts'

const SHARES_KEY = ['shares'] as const

type SaidShare = SaidBodyOf<EndpointOf<'/api/sessions/{id}/shares', 'POST'>>
type SaidSnapshot = SaidBodyOf<EndpointOf<'/api/shares/{id}/snapshot', 'PUT'>>
export type OwnShare = AnswerOf<EndpointOf<'/api/shares', 'GET'>>['shares'][number]

/**
 * What would be published of a chat by a choice. What is found is masked at once, unless somebody has said that it is no
 * secret: a preview that finds something new is asked for once more, with that masked.
 */
export function useSharePreview(id: string, choice: ShareChoice) {
  const found = useRef(new Set<string>())
  const first = useRef<readonly PublicMessage[]>([])
  const query = useQuery({
    queryKey: ['share-preview', id, choice],
    queryFn: async ({ signal }) => {
      const ask = async () => {
        const masks = [...found.current].filter((finding) => !choice.shown.includes(finding))
        const { include, from, to, hidden } = choice
        const content = { include, from, to, hidden: [...hidden], masks }
        const preview = await request('POST', '/api/sessions/{id}/shares/preview', {
          params: { id },
          body: content,
          signal,
        })
        return { ...preview, content }
      }
      let preview = await ask()
      const fresh = preview.findings.filter((finding) => !found.current.has(finding.id))
      for (const finding of fresh) found.current.add(finding.id)
      if (fresh.some((finding) => !choice.shown.includes(finding.id))) preview = await ask()
      if (first.current.length === 0) first.current = preview.messages
      return preview
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })
  return {
    preview: query.data,
    /** All of the path, whatever part of it is chosen. */
    whole: first.current,
    isStale: query.isFetching,
    error: query.error,
  }
}

export function useShares() {
  return useQuery({ queryKey: SHARES_KEY, queryFn: () => request('GET', '/api/shares') })
}

/** For admins. */
export function useShareTotals() {
  return useQuery({ queryKey: [...SHARES_KEY, 'totals'], queryFn: () => request('GET', '/api/admin/shares') })
}

export async function linkOfShare(id: string): Promise<string> {
  return (await request('GET', '/api/shares/{id}/link', { params: { id } })).url
}

/** Each throws what the server says against it. */
export function useShareChanges() {
  const client = useQueryClient()
  const attempt = useAttempt()
  const shown = () => client.invalidateQueries({ queryKey: SHARES_KEY })
  return {
    /** Returns the link. */
    async publish(id: string, body: SaidShare): Promise<string> {
      const { url } = await attempt({ id, body }, (key) =>
        request('POST', '/api/sessions/{id}/shares', { params: { id }, body, key }),
      )
      await shown()
      return url
    },
    /** At the link that it has. */
    async republish(id: string, body: SaidSnapshot) {
      await request('PUT', '/api/shares/{id}/snapshot', { params: { id }, body })
      await shown()
    },
    async revoke(id: string) {
      await request('DELETE', '/api/shares/{id}', { params: { id } })
      await shown()
    },
  }
}
