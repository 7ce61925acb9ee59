import type { AnswerOf, EndpointOf } from '#lib/api/contract.ts'
import { request } from './use-api.ts'

export type ListedVersion = AnswerOf<
  EndpointOf<'/api/sessions/{id}/messages/{message_id}/versions', 'GET'>
>['versions'][number]

export async function listVersions(id: string, message_id: string) {
  const params = { id, message_id }
  return (await request('GET', '/api/sessions/{id}/messages/{message_id}/versions', { params })).versions
}

export function readExchange(id: string, message_id: string) {
  return request('GET', '/api/sessions/{id}/messages/{message_id}/exchange', { params: { id, message_id } })
}

/** `opened`: from which messages on what is folded is shown. */
export function mapBranches(id: string, opened: readonly string[]) {
  const query = opened.length > 0 ? { open: opened.join(',') } : {}
  return request('GET', '/api/sessions/{id}/branches', { params: { id }, query })
}

/** An answer goes with all of its steps; `branch`: with everything below it. */
export function deleteMessages(id: string, message_id: string, extent: 'message' | 'branch') {
  const params = { id, message_id }
  return request('DELETE', '/api/sessions/{id}/messages/{message_id}', { params, query: { extent } })
}

/** A message between those that are nearest to it. */
export function nearestSiblings(id: string, message_id: string) {
  const params = { id, message_id }
  return request('GET', '/api/sessions/{id}/messages/{message_id}/siblings', { params, query: { limit: 3 } })
}
