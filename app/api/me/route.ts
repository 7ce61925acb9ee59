import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/me', {
  async GET({ principal, signedIn }) {
    return { role: principal.role, person: signedIn?.person ?? null }
  },
})
