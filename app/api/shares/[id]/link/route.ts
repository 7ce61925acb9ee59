import { routes } from '../../../../_http/route.ts'
import { shareUrl } from '../../../../_http/share.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/shares/{id}/link', {
  async GET({ principal, request, params, server }) {
    return { url: shareUrl(server, request, await server.shares.tokenOf(principal, params.id)) }
  },
})
