import { routes } from '../../../_http/route.ts'
import { peopleOf } from '../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/audit', {
  async GET({ query, server }) {
    const { limit, before = null } = query
    return { entries: await peopleOf(server).audit({ limit, before }) }
  },
})
