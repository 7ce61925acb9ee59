import { notFound } from '../../../../_http/http-error.ts'
import { repriceAnswer } from '../../../../_http/reprice.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/reprices/{id}', {
  async GET({ params: { id }, server: { reprices } }) {
    const reprice = await reprices.find(id)
    if (!reprice) throw notFound('the reprice')
    return repriceAnswer(reprice)
  },

  async DELETE({ params: { id }, server: { reprices } }) {
    const reprice = await reprices.revert(id)
    if (!reprice) throw notFound('the reprice')
    return repriceAnswer(reprice)
  },
})
