import { importAnswer } from '../../../../_http/import-answer.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/imports/{id}/apply', {
  async POST({ principal, params, body, server: { imports } }) {
    return importAnswer(await imports.apply(principal, params.id, { ...(await body()), even_changed: false }))
  },
})
