'use client'

import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, EndpointOf, SaidBodyOf } from '#lib/api/contract.ts'
import { request } from './use-api.ts'

const ME_KEY = ['me'] as const
const PEOPLE_KEY = ['people'] as const
const AUDIT_KEY = ['audit log'] as const
const DEVICES_KEY = ['devices'] as const
const AUDIT_PAGE = 50

type People = AnswerOf<EndpointOf<'/api/admin/people', 'GET'>>
export type Person = People['people'][number]
export type RemovedPerson = People['removed'][number]
export type Team = People['teams'][number]
export type OpenInvitation = People['invitations'][number]
export type AuditEntry = AnswerOf<EndpointOf<'/api/admin/audit', 'GET'>>['entries'][number]
/** What is not named leaves nothing out. */
export interface AuditSearch {
  person?: string
  action?: string
  from?: string
  to?: string
  tz?: string
}
export type Device = AnswerOf<EndpointOf<'/api/me/sessions', 'GET'>>['sessions'][number]

export function useMe() {
  return useQuery({ queryKey: ME_KEY, queryFn: () => request('GET', '/api/me') })
}

/** Throws what the server says against it. */
export function useRename() {
  const client = useQueryClient()
  return async (name: string) => {
    await request('PATCH', '/api/me', { body: { name } })
    await Promise.all([ME_KEY, PEOPLE_KEY, AUDIT_KEY].map((queryKey) => client.invalidateQueries({ queryKey })))
  }
}

export function usePeople({ enabled }: { enabled: boolean }) {
  return useQuery({ queryKey: PEOPLE_KEY, queryFn: () => request('GET', '/api/admin/people'), enabled })
}

export function useAuditLog(search: AuditSearch) {
  return useInfiniteQuery({
    queryKey: [...AUDIT_KEY, search],
    placeholderData: keepPreviousData,
    initialPageParam: '',
    queryFn: async ({ pageParam }) => {
      const query = { ...search, limit: AUDIT_PAGE, ...(pageParam !== '' && { before: pageParam }) }
      return (await request('GET', '/api/admin/audit', { query })).entries
    },
    getNextPageParam: (page: readonly AuditEntry[]) => (page.length < AUDIT_PAGE ? undefined : page.at(-1)?.id),
  })
}

/** What becomes of the chats of somebody who is removed. */
export type Fate = { kind: 'keep' } | { kind: 'hand_over'; to: string } | { kind: 'delete' }

async function settle(id: string, fate: Fate): Promise<void> {
  const path = '/api/admin/people/{id}/chats'
  if (fate.kind === 'hand_over') await request('PATCH', path, { params: { id }, body: { owner_id: fate.to } })
  if (fate.kind === 'delete') await request('DELETE', path, { params: { id } })
}

/** Each throws what the server says against it. */
export function usePeopleChanges() {
  const client = useQueryClient()
  const shown = async <T>(done: Promise<T>) => {
    try {
      return await done
    } finally {
      // Of what is done in two steps, the first may be done.
      await Promise.all([PEOPLE_KEY, AUDIT_KEY].map((queryKey) => client.invalidateQueries({ queryKey })))
    }
  }
  return {
    invite: (body: SaidBodyOf<EndpointOf<'/api/admin/invitations', 'POST'>>) =>
      shown(request('POST', '/api/admin/invitations', { body })),
    withdraw: (id: string) => shown(request('DELETE', '/api/admin/invitations/{id}', { params: { id } })),
    setRole: (id: string, role: Person['role']) =>
      shown(request('PATCH', '/api/admin/people/{id}', { params: { id }, body: { role } })),
    /** Where what becomes of the chats is refused, the person is removed all the same, and the chats are kept. */
    remove: (id: string, fate: Fate) =>
      shown(request('DELETE', '/api/admin/people/{id}', { params: { id } }).then(() => settle(id, fate))),
    settle: (id: string, fate: Fate) => shown(settle(id, fate)),
    addTeam: (name: string) => shown(request('POST', '/api/admin/teams', { body: { name } })),
    changeTeam: (id: string, body: SaidBodyOf<EndpointOf<'/api/admin/teams/{id}', 'PATCH'>>) =>
      shown(request('PATCH', '/api/admin/teams/{id}', { params: { id }, body })),
    removeTeam: (id: string) => shown(request('DELETE', '/api/admin/teams/{id}', { params: { id } })),
    passwordLink: (id: string) => shown(request('POST', '/api/admin/people/{id}/password-link', { params: { id } })),
  }
}

/** Where somebody is signed in. */
export function useDevices() {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery({
    queryKey: DEVICES_KEY,
    queryFn: async () => (await request('GET', '/api/me/sessions')).sessions,
  })
  const shown = () => client.invalidateQueries({ queryKey: DEVICES_KEY })
  return {
    devices: data,
    isError,
    refetch,
    shown,
    async end(id: string) {
      await request('DELETE', '/api/me/sessions/{id}', { params: { id } })
      await shown()
    },
    async endOthers() {
      await request('DELETE', '/api/me/sessions')
      await shown()
    },
  }
}
