import type { JsonObject } from './json.ts'
import { OLLAMA_TAGS } from './ollama/model.ts'

const CREATED = '2026-11-21T00:00:00Z'

/** What is said about the models on offer at this address, in the shape of its provider; `null` where it is another page. */
export function modelPage(pathname: string, headers: Headers): JsonObject | null {
  if (pathname.endsWith('/api/tags')) return OLLAMA_TAGS
  if (pathname.endsWith('/api/v1/models')) return { data: [{ id: 'openrouter', name: 'Scripted demo' }] }
  if (!pathname.endsWith('/v1/models')) return null
  return headers.has('anthropic-version') ? anthropicList() : openaiList()
}

function openaiList(): JsonObject {
  const created = Date.parse(CREATED) / 1_000
  return { object: 'list', data: [{ id: 'openai', object: 'model', created, owned_by: 'metis-demo' }] }
}

function anthropicList(): JsonObject {
  const model = { type: 'model', id: 'anthropic', display_name: 'Scripted demo', created_at: CREATED }
  return { data: [model], has_more: false, first_id: model.id, last_id: model.id }
}
