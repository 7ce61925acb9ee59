import { importAnswer } from '../../_http/import-answer.ts'
import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/imports', {
  async GET({ principal, server: { imports } }) {
    return { imports: (await imports.list(principal)).map(importAnswer) }
  },
  async POST({ request, principal, query, server: { imports } }) {
    return { id: await imports.receive(principal, request.body ?? [], query.name ?? null) }
  },
})
