import { notFound } from '../../../../../../_http/http-error.ts'
import { routes } from '../../../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes(
  '/api/sessions/{id}/messages/{message_id}/refusal',
  {
    async GET({ principal, params, server: { receipts } }) {
      const refused = await receipts.refusedBlock(principal, params.id, params.message_id)
      if (!refused) throw notFound('a block that was refused')
      return refused
    },
  },
)
