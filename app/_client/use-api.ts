'use client'

import type { InfiniteData } from '@tanstack/react-query'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import type { Session, SessionSummary } from '#lib/canonical/session.ts'
import type { Model, UnlistedProvider } from '../_chat/models/model.ts'

export interface SessionPage {
  sessions: SessionSummary[]
  next: string | null
}

/** An answer of the server that is not a success. `code` is the contract's, or `unreachable` when there was no answer. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown

  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
  }
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response
  try {
    response = await fetch(path, init)
  } catch (cause) {
    throw Object.assign(new ApiError(0, 'unreachable', 'The server cannot be reached. Is it still running?'), { cause })
  }
  const body: unknown = response.status === 204 ? null : await response.json().catch(() => null)
  if (response.ok) return body as T
  const { code, message, details } =
    (body as { error?: { code?: string; message?: string; details?: unknown } } | null)?.error ?? {}
  throw new ApiError(response.status, code ?? 'unknown', message ?? `The server answered ${response.status}.`, details)
}

/** The server took the request and will not do it; without an answer, or after a fault of its own, it may have done it. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

function json(method: 'POST' | 'PATCH', body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

const sessionPath = (id: string) => `/api/sessions/${encodeURIComponent(id)}`

/** `key` is the same when the same is sent again, and another for anything else: then it is done once. */
export function createSession(fields: { active_model?: string }, key: string): Promise<{ id: string }> {
  return request('/api/sessions', json('POST', fields, { 'idempotency-key': key }))
}

export function patchSession(id: string, fields: { title?: string; active_model?: string | null }): Promise<Session> {
  return request(sessionPath(id), json('PATCH', fields))
}

export function deleteSession(id: string): Promise<null> {
  return request(sessionPath(id), { method: 'DELETE' })
}

export function postTurn(
  id: string,
  content: ContentBlock[],
  key: string,
): Promise<{ turn_id: string; message_id: string }> {
  return request(`${sessionPath(id)}/turns`, json('POST', { content }, { 'idempotency-key': key }))
}

export function cancelTurn(id: string, turnId: string): Promise<unknown> {
  return request(`${sessionPath(id)}/turns/${encodeURIComponent(turnId)}/cancel`, { method: 'POST' })
}

export function olderMessages(id: string, before: string): Promise<{ messages: PublicMessage[]; next: string | null }> {
  return request(`${sessionPath(id)}/messages?before=${encodeURIComponent(before)}&limit=50`)
}

export async function isSessionMissing(id: string): Promise<boolean> {
  try {
    await request(sessionPath(id))
    return false
  } catch (error) {
    return error instanceof ApiError && error.status === 404
  }
}

export function uploadAttachment(file: Blob): Promise<{ data: string; media_type: string }> {
  return request('/api/attachments', { method: 'POST', headers: { 'content-type': file.type }, body: file })
}

/** The server fetches it: the page itself loads nothing from elsewhere. */
export function importPicture(url: string): Promise<{ data: string; media_type: string }> {
  return request('/api/attachments/import', json('POST', { url }))
}

export const SESSIONS_KEY = ['sessions'] as const
export type SessionPages = InfiniteData<SessionPage, string | null>

/** The list of sessions, newest first, a page at a time. `live`: the stream of an open session keeps it current. */
export function useSessionList({ live }: { live: boolean }) {
  return useInfiniteQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ pageParam }): Promise<SessionPage> =>
      request(`/api/sessions?limit=40${pageParam === null ? '' : `&cursor=${encodeURIComponent(pageParam)}`}`),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    // Somewhere an answer is still being written, and no stream tells us of its end.
    refetchInterval: ({ state }) =>
      !live && state.data?.pages.some((page) => page.sessions.some((session) => session.state === 'running'))
        ? 5_000
        : false,
  })
}

interface ModelList {
  models: Model[]
  /** Empty while no model can be named. */
  default: string
  unlisted?: UnlistedProvider[]
}

export function useModels() {
  return useQuery({
    queryKey: ['models'],
    queryFn: (): Promise<ModelList> => request('/api/models'),
    staleTime: 60_000,
    // Until a server that was away is back.
    refetchInterval: ({ state }) => (state.data?.unlisted?.length ? 12_000 : false),
  })
}
