import { branchRows } from '#lib/session/branch-rows.ts'
import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/branches', {
  async GET({ principal, params, query, server: { store } }) {
    if (!(await store.sessionOf(principal, params.id))) throw notFound('the session')
    return { rows: await branchRows(store, params.id, new Set(query.open?.split(','))) }
  },
})
