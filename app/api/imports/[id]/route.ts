import { importAnswer, importDetail } from '../../../_http/import-answer.ts'
import { routes } from '../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/imports/{id}', {
  async GET({ principal, params, server: { imports } }) {
    return importDetail(await imports.read(principal, params.id))
  },
  async DELETE({ principal, params, query, server: { imports } }) {
    const undoing = await imports.remove(principal, params.id, { evenChanged: query.changed === 'delete' })
    return undoing === null ? undefined : Response.json(importAnswer(undoing), { status: 202 })
  },
})
