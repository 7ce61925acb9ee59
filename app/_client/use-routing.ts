'use client'

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, EndpointOf, SaidBodyOf } from '#lib/api/contract.ts'
import { personHeaders } from './page-person.ts'
import { ApiError, addressOf, refusalOf, request, unreachable } from './use-api.ts'

export const ROUTING_KEY = ['routing'] as const

export type RoutingRulesOf = AnswerOf<EndpointOf<'/api/admin/routing', 'GET'>>
export type SavedRules = RoutingRulesOf['history'][number]
export type RoutingDryRun = AnswerOf<EndpointOf<'/api/admin/routing/dry-run', 'POST'>>
/** What is wrong with a text, or was hardly meant, and where. */
export type RuleNote = RoutingRulesOf['hints'][number]

/** The rules that hold, and the versions before them a page at a time. */
export function useRoutingRules() {
  return useInfiniteQuery({
    queryKey: [...ROUTING_KEY, 'rules'],
    queryFn: ({ pageParam }) => request('GET', '/api/admin/routing', { query: { before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** A version never changes, so that it is asked for once. `null`: none, and no rules. */
export function useRulesOfVersion(version: number | null) {
  return useQuery({
    queryKey: [...ROUTING_KEY, 'version', version],
    queryFn: () =>
      request('GET', '/api/admin/routing/{version}', { params: { version: String(version) } }).then(
        ({ rules }) => rules,
      ),
    enabled: version !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Throws what the server says against the text, the message or the chat. */
export function dryRun(said: SaidBodyOf<EndpointOf<'/api/admin/routing/dry-run', 'POST'>>): Promise<RoutingDryRun> {
  return request('POST', '/api/admin/routing/dry-run', { body: said })
}

export interface CheckedRules {
  faults: readonly RuleNote[]
  hints: readonly RuleNote[]
}

/** What is wrong with a text, without saving it. */
export function useCheckedRules(text: string) {
  return useQuery({
    queryKey: [...ROUTING_KEY, 'check', text],
    queryFn: async (): Promise<CheckedRules> => {
      try {
        return { faults: [], hints: (await dryRun({ text, turns: 0 })).hints }
      } catch (error) {
        const faults = faultsIn(error)
        if (!faults) throw error
        return { faults, hints: [] }
      }
    },
    gcTime: 60_000,
  })
}

/** What a refusal says of a text; null where it was refused for something else. */
export function faultsIn(error: unknown): readonly RuleNote[] | null {
  if (!(error instanceof ApiError) || error.code !== 'invalid_rules') return null
  return (error.details as { faults: RuleNote[] }).faults
}

/** The version that was saved in the meantime; null where it was refused for something else. */
export function conflictIn(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'rules_conflict') return null
  return (error.details as { version: number }).version
}

/** Throws what the server says against it; what holds then is known afterwards. */
export function useSavingRules() {
  const client = useQueryClient()
  return async ({ text, note, based_on }: { text: string; note: string; based_on: number }) => {
    try {
      return await save(text, { note, based_on })
    } finally {
      await client.invalidateQueries({ queryKey: [...ROUTING_KEY, 'rules'] })
    }
  }
}

async function save(
  text: string,
  query: { note: string; based_on: number },
): Promise<AnswerOf<EndpointOf<'/api/admin/routing', 'PUT'>>> {
  let response: Response
  try {
    response = await fetch(addressOf('/api/admin/routing', { query }), {
      method: 'PUT',
      headers: { ...personHeaders(), 'content-type': 'application/yaml' },
      body: new Blob([text]),
    })
  } catch (cause) {
    throw unreachable(cause)
  }
  const body = await response.json().catch(() => null)
  if (!response.ok) throw refusalOf(response.status, body)
  return body
}
