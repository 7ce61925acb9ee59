'use client'

import type { InfiniteData } from '@tanstack/react-query'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type {
  AnswerOf,
  ApiMethod,
  ApiPath,
  EndpointOf,
  MethodOf,
  ParamsOf,
  SaidBodyOf,
  SaidQueryOf,
} from '#lib/api/contract.ts'
import type { TurnContent } from '#lib/api/turn-content.ts'
import type { PictureDecision } from '#lib/canonical/session-settings.ts'
import { ownTask } from '../_ui/own-task.ts'
import { isBeingLeft, leaveToTheirs, personHeaders } from './page-person.ts'
import { noteServerTime } from './server-clock.ts'
import { isWhole, keyOfPart, type SessionPart } from './session-part.ts'

export type SessionPage = AnswerOf<EndpointOf<'/api/sessions', 'GET'>>

/** An answer of the server that is not a success. `code` is the contract's, or `unreachable` when there was no answer of its own. */
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

/** What a request says beside its address. */
interface Said<P extends ApiPath, M extends MethodOf<P>> {
  params?: ParamsOf<P>
  query?: SaidQueryOf<EndpointOf<P, M>>
  body?: SaidBodyOf<EndpointOf<P, M>>
  signal?: AbortSignal
  /** The same when the same is sent again, and another for anything else: then it is done once. */
  key?: string
}

/** Asks the server. Takes and gives what the contract says of the address. */
export async function request<P extends ApiPath, M extends MethodOf<P>>(
  method: M,
  path: P,
  said: Said<P, M> = {},
): Promise<AnswerOf<EndpointOf<P, M>>> {
  let response: Response
  // A page begins with a handful of them.
  if (method === 'GET') await ownTask()
  try {
    response = await fetch(addressOf(path, said), requestOf(method, said))
  } catch (cause) {
    throw unreachable(cause)
  }
  noteServerTime(response.headers.get('date'))
  const body: unknown = response.status === 204 ? undefined : await bodyOf(response)
  if (response.ok) return body as AnswerOf<EndpointOf<P, M>>
  const refusal = refusalOf(response.status, body)
  if (refusal.code === 'sign_in_required' && !isBeingLeft()) leaveToSignIn()
  if (refusal.code === 'another_person') leaveToTheirs()
  throw refusal
}

/** Whoever was signed out meanwhile comes back to this page when they have signed in. */
function leaveToSignIn(): void {
  const { pathname, search, hash } = location
  if (pathname === '/sign-in' || pathname === '/join') return
  location.assign(`/sign-in?${new URLSearchParams({ next: pathname + search + hash })}`)
}

/** An answer that breaks off is none; what a proxy says of a failure may be anything. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (response.ok) throw unreachable(cause)
    return null
  }
}

/** There was no answer. */
export function unreachable(cause: unknown): ApiError {
  return Object.assign(new ApiError(0, 'unreachable', 'The server cannot be reached. Is it still running?'), { cause })
}

/** What a proxy says when there is no server behind it. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504])

/** What an answer that is no success says. Whatever the server says itself has a code. */
export function refusalOf(status: number, body: unknown): ApiError {
  const { code, message, details } =
    (body as { error?: { code?: string; message?: string; details?: unknown } } | null)?.error ?? {}
  if (code === undefined && AWAY.has(status)) return unreachable(new Error(`a proxy answered ${status}`))
  return new ApiError(status, code ?? 'unknown', message ?? `The server answered ${status}.`, details)
}

export function addressOf(path: string, { params, query }: { params?: unknown; query?: unknown }): string {
  const names = new Map(Object.entries(params ?? {}))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(names.get(name))))
  const asked = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([k, v]) => (v === undefined ? [] : [[k, String(v)]])),
  )
  return asked.size === 0 ? filled : `${filled}?${asked}`
}

interface Sent {
  body?: unknown
  signal?: AbortSignal
  key?: string
}

function requestOf(method: ApiMethod, { body, signal, key }: Sent): RequestInit {
  const headers = personHeaders()
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (key !== undefined) headers['idempotency-key'] = key
  return { method, headers, ...(signal && { signal }), ...(body !== undefined && { body: JSON.stringify(body) }) }
}

/** The server took the request and will not do it; without an answer, or after a fault of its own, it may have done it. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

export function createSession(fields: SaidBodyOf<EndpointOf<'/api/sessions', 'POST'>>, key: string) {
  return request('POST', '/api/sessions', { body: fields, key })
}

export function patchSession(id: string, fields: SaidBodyOf<EndpointOf<'/api/sessions/{id}', 'PATCH'>>) {
  return request('PATCH', '/api/sessions/{id}', { params: { id }, body: fields })
}

/** What a chat would be at another model; `null`: at the one that routing comes to, for a message of that text. */
export function previewSwitch(id: string, model: string | null, text = '') {
  return request('POST', '/api/sessions/{id}/switch-preview', {
    params: { id },
    body: { model, ...(text && { text }) },
  })
}

export function applyBrief(id: string, brief: SaidBodyOf<EndpointOf<'/api/sessions/{id}/brief', 'PUT'>>) {
  return request('PUT', '/api/sessions/{id}/brief', { params: { id }, body: brief })
}

export function undoBrief(id: string) {
  return request('DELETE', '/api/sessions/{id}/brief', { params: { id } })
}

export function deleteSession(id: string) {
  return request('DELETE', '/api/sessions/{id}', { params: { id } })
}

/** What is said, and where it is not said to the end of the path by the model of the chat. */
export interface SaidTurn {
  content: TurnContent
  parent_id?: string | null
  model?: string
  resolution?: PictureDecision | undefined
}

export function postTurn(id: string, said: SaidTurn, key: string) {
  return request('POST', '/api/sessions/{id}/turns', { params: { id }, body: said, key })
}

/** What is to wait for the next step of a turn from now on; answers which of it was said already. */
export function putSteering(
  id: string,
  turn_id: string,
  messages: SaidBodyOf<EndpointOf<'/api/sessions/{id}/turns/{turn_id}/steering', 'PUT'>>['messages'],
) {
  return request('PUT', '/api/sessions/{id}/turns/{turn_id}/steering', { params: { id, turn_id }, body: { messages } })
}

/** Asks several models at once; the first one's answer ends the path. */
export function postComparison(
  id: string,
  said: SaidBodyOf<EndpointOf<'/api/sessions/{id}/comparisons', 'POST'>>,
  key: string,
) {
  return request('POST', '/api/sessions/{id}/comparisons', { params: { id }, body: said, key })
}

/** Leads every page of the chat to the branch below a message. */
export function moveHead(id: string, messageId: string) {
  return request('PUT', '/api/sessions/{id}/head', { params: { id }, body: { message_id: messageId } })
}

export function cancelTurn(id: string, turnId: string) {
  return request('POST', '/api/sessions/{id}/turns/{turn_id}/cancel', { params: { id, turn_id: turnId } })
}

export function olderMessages(id: string, before: string, limit: number) {
  return request('GET', '/api/sessions/{id}/messages', { params: { id }, query: { before, limit } })
}

export type Outlined = AnswerOf<EndpointOf<'/api/sessions/{id}/messages/outline', 'GET'>>['messages'][number]

/** Which messages come before one, without what they say. */
export function outlineMessages(id: string, before: string) {
  return request('GET', '/api/sessions/{id}/messages/outline', { params: { id }, query: { before } })
}

export async function isSessionMissing(id: string): Promise<boolean> {
  try {
    await request('GET', '/api/sessions/{id}', { params: { id } })
    return false
  } catch (error) {
    return error instanceof ApiError && error.status === 404
  }
}

export type SessionPages = InfiniteData<SessionPage, string | null>

/** A part of the sessions, a page at a time. `live`: the stream of an open session keeps it current. */
export function useSessionList(part: SessionPart, { live }: { live: boolean }) {
  const { folder, tag } = part
  const asked = {
    limit: 100,
    ...(isWhole(part) && { unfiled: 'true' as const }),
    ...(part.archived && { archived: 'true' as const }),
    ...(folder !== null && { folder }),
    ...(tag !== null && { tag }),
  }
  return useInfiniteQuery({
    queryKey: keyOfPart(part),
    queryFn: ({ pageParam }): Promise<SessionPage> =>
      request('GET', '/api/sessions', { query: { ...asked, cursor: pageParam ?? undefined } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    // Somewhere an answer is still being written, and no stream tells us of its end.
    refetchInterval: ({ state }) =>
      !live && state.data?.pages.some((page) => page.sessions.some((session) => session.state === 'running'))
        ? 5_000
        : false,
  })
}

export function useModels() {
  return useQuery({
    queryKey: ['models'],
    queryFn: () => request('GET', '/api/models'),
    staleTime: 60_000,
    // Until a server that was away is back.
    refetchInterval: ({ state: { data } }) => {
      const isAway =
        data?.unlisted?.length || data?.config_problem || data?.models.some(({ unavailable }) => unavailable)
      return isAway ? 12_000 : false
    },
  })
}
