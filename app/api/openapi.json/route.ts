import { openApi } from '#lib/api/openapi.ts'
import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/openapi.json', {
  async GET({ server: { version } }) {
    return openApi(version)
  },
})
