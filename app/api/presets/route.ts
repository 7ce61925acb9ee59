import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/presets', {
  async GET({ principal, server: { presets } }) {
    return { presets: await presets.list(principal) }
  },

  async POST({ principal, body, server: { presets } }) {
    return presets.create(principal, await body())
  },
})
