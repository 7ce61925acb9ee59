import { notFound } from '../../../../../../_http/http-error.ts'
import { receiptAnswer } from '../../../../../../_http/receipt-answer.ts'
import { routes } from '../../../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes(
  '/api/sessions/{id}/messages/{message_id}/receipt',
  {
    async GET({ principal, params, query: { brief }, server: { store, receipts } }) {
      if (!(await store.sessionOf(principal, params.id))) throw notFound('the session')
      const receipt = await receipts.of(principal, params.id, params.message_id)
      if (!receipt) throw notFound('the answer')
      return receiptAnswer(receipt, brief === 'true')
    },
  },
)
