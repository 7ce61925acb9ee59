import type { EndpointOf, SaidBodyOf } from '#lib/api/contract.ts'
import { request } from './use-api.ts'

/** Begins another chat with what was said up to a message. */
export function forkSession(id: string, path: SaidBodyOf<EndpointOf<'/api/sessions/{id}/fork', 'POST'>>, key: string) {
  return request('POST', '/api/sessions/{id}/fork', { params: { id }, body: path, key })
}
