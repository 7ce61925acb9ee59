import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/projections', {
  async GET({ principal, params: { id }, query: { message_id }, server: { receipts } }) {
    const projections = await receipts.projections(principal, id, message_id)
    if (!projections) throw notFound('the session')
    return { projections }
  },
})
