import { storedEndOf } from '#lib/live/last-turn.ts'
import { notFound } from '../../../../../../_http/http-error.ts'
import { messagePage } from '../../../../../../_http/message-page.ts'
import { routes } from '../../../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes(
  '/api/sessions/{id}/messages/{message_id}/exchange',
  {
    async GET({ principal, params, server: { store } }) {
      if (!(await store.sessionOf(principal, params.id))) throw notFound('the session')
      const exchange = await store.exchange(params.id, params.message_id)
      const [question] = exchange ?? []
      if (!exchange || !question) throw notFound('the message')
      const [page, last_turn] = await Promise.all([
        messagePage(store, params.id, exchange),
        storedEndOf(store, question.message),
      ])
      return { ...page, last_turn }
    },
  },
)
