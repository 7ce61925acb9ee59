import type { Message } from '#lib/canonical/message.ts'
import type { Session } from '#lib/canonical/session.ts'
import { watchFrames } from '#test/support/watch-frames.ts'

/** The HTTP surface as a program outside the repository uses it. */
export function apiClient(url: string) {
  const call = (path: string, init: RequestInit = {}) => {
    const type: Record<string, string> = typeof init.body === 'string' ? { 'content-type': 'application/json' } : {}
    return fetch(`${url}/api${path}`, { ...init, headers: { ...type, ...(init.headers as Record<string, string>) } })
  }
  const json = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const response = await call(path, init)
    if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return {
    call,
    post,
    newSession: async (fields: object = { active_model: 'demo:anthropic' }) =>
      ((await (await post('/sessions', fields)).json()) as { id: string }).id,
    pin: (id: string) => json<Session>(`/sessions/${id}`, { method: 'PATCH', body: JSON.stringify({ pinned: true }) }),
    session: (id: string) => json<Session>(`/sessions/${id}`),
    messages: async (id: string) => (await json<{ messages: Message[] }>(`/sessions/${id}/messages`)).messages,
    say: async (id: string, text: string, fields: object = {}) =>
      json<{ turn_id: string; message_id: string }>(`/sessions/${id}/turns`, {
        method: 'POST',
        body: JSON.stringify({ content: [{ type: 'text', text }], ...fields }),
      }),
    cancel: (id: string, turnId: string) => call(`/sessions/${id}/turns/${turnId}/cancel`, { method: 'POST' }),
    /** Opens the event stream; `since` goes as the header a browser sends. */
    async watch(id: string, since?: string) {
      const abort = new AbortController()
      const response = await call(`/sessions/${id}/stream`, {
        signal: abort.signal,
        ...(since && { headers: { 'last-event-id': since } }),
      })
      if (!response.ok || !response.body) throw new Error(`stream: ${response.status}`)
      return watchFrames(response.body, () => abort.abort())
    },
  }
}
