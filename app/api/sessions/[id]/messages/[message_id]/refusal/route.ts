import { notFound } from '../../../../../../_http/http-error.ts'
import { routes } from '../../../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes(
  '/api/sessions/{id}/messages/{message_id}/refusal',
  {
    async GET({ principal, params, server: { receipts } }) {
      const refused = await receipts.refusedAnswer(principal, params.id, params.message_id)
      if (!refused) throw notFound('an answer that was refused')
      return refused
    },
  },
)
