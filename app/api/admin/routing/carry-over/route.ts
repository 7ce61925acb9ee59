import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/routing/carry-over', {
  async GET({ query, server: { rules } }) {
    const { text, ...carried } = await rules.carried(query)
    return { ...carried, rules: text }
  },

  async POST({ principal, body, server: { rules } }) {
    return await rules.carryOver(principal, await body(10_000))
  },
})
