import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/settings', {
  async GET({ principal, server: { store } }) {
    return store.personSettings(principal)
  },

  async PATCH({ principal, body, server: { sessions } }) {
    return sessions.changeSettings(principal, await body())
  },
})
