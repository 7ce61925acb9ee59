import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/labels', {
  async GET({ principal, server: { store } }) {
    return store.labels(principal)
  },

  async PATCH({ principal, body, server: { sessions } }) {
    return { changed: await sessions.changeLabel(principal, await body()) }
  },
})
