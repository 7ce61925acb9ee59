import { request } from './use-api.ts'

export function restoreSession(id: string) {
  return request('POST', '/api/sessions/{id}/restore', { params: { id } })
}

export function restoreMessages(id: string, deletion_id: string) {
  return request('POST', '/api/sessions/{id}/deletions/{deletion_id}/restore', { params: { id, deletion_id } })
}
