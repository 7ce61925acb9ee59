import { notFound } from '../../../../../../_http/http-error.ts'
import { routes } from '../../../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes(
  '/api/sessions/{id}/messages/{message_id}/wire-answers',
  {
    async GET({ principal, params: { id, message_id }, server: { store } }) {
      if (!(await store.sessionOf(principal, id))) throw notFound('the session')
      const found = await store.message(id, message_id)
      if (found?.message.role !== 'assistant') throw notFound('the answer')
      const answers = await store.wireAnswers(id, message_id)
      return { answers: answers.map(({ session_id: _its, message_id: _this, turn_id: _of, ...answer }) => answer) }
    },
  },
)
