import { routes } from '../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/models/carry-over', {
  async POST({ principal, body, server: { modelEnds } }) {
    return await modelEnds.carryOver(principal, await body(10_000))
  },
})
