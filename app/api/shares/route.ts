import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/shares', {
  async GET({ principal, server: { shares, reachable, access } }) {
    return {
      shares: await shares.list(principal),
      public_url: reachable?.publicUrl ?? null,
      has_people: access !== null,
    }
  },
})
