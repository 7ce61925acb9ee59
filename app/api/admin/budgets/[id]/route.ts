import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/budgets/{id}', {
  async PATCH({ params: { id }, body, server: { budgets } }) {
    return await budgets.change(id, await body())
  },

  async DELETE({ params: { id }, server: { budgets } }) {
    await budgets.remove(id)
    return undefined
  },
})
