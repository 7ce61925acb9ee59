import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/routing/{version}', {
  async GET({ params, server: { rules } }) {
    const version = /^\d{1,15}$/.test(params.version) ? Number(params.version) : 0
    const found = await rules.find(version)
    if (!found) throw notFound('the version of the rules')
    const { text, ...saved } = found
    return { ...saved, rules: text }
  },
})
