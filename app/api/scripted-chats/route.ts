import { once } from '../../_http/idempotency-key.ts'
import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/scripted-chats', {
  async POST({ principal, request, body, server: { scriptedChats, idempotency } }) {
    const fields = await body()
    return await once(request, idempotency, { principal, scope: 'scripted chat', said: fields }, async (key) => ({
      id: await scriptedChats.begin(principal, fields, key),
    }))
  },
})
