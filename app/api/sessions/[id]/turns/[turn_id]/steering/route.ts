import { TEXT_LIMIT } from '#lib/turn/turn-content.ts'
import { notFound } from '../../../../../../_http/http-error.ts'
import { requestKeyOf } from '../../../../../../_http/idempotency-key.ts'
import { routes } from '../../../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/turns/{turn_id}/steering', {
  async PUT({ principal, params, body, server: { store, turns } }) {
    if (!(await store.sessionOf(principal, params.id))) throw notFound('the session')
    const { messages } = await body(TEXT_LIMIT)
    const said: string[] = []
    const waiting = []
    for (const { key, content } of messages) {
      const requestKey = requestKeyOf({ principal, scope: `turn ${params.id}`, said: { content } }, key)
      if (await store.keptAnswer(requestKey.scope, key)) said.push(key)
      else waiting.push({ key: requestKey, content })
    }
    return { taken: await turns.steer(principal, params.id, params.turn_id, waiting), said }
  },
})
