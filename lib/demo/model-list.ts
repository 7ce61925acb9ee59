import type { JsonObject } from './json.ts'

const CREATED = '2026-11-21T00:00:00Z'

/** The models on offer, in the shape of the provider whose header is there. */
export function modelList(headers: Headers): JsonObject {
  if (!headers.has('anthropic-version')) {
    const created = Date.parse(CREATED) / 1_000
    return { object: 'list', data: [{ id: 'openai', object: 'model', created, owned_by: 'metis-demo' }] }
  }
  const model = { type: 'model', id: 'anthropic', display_name: 'Scripted demo', created_at: CREATED }
  return { data: [model], has_more: false, first_id: model.id, last_id: model.id }
}
