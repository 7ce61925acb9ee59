import { notFound } from '../../../_http/http-error.ts'
import { routes } from '../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/presets/{id}', {
  async PATCH({ principal, params: { id }, body, server: { presets } }) {
    const changed = await presets.change(principal, id, await body())
    if (!changed) throw notFound('the preset')
    return changed
  },

  async DELETE({ principal, params: { id }, server: { presets } }) {
    if (!(await presets.remove(principal, id))) throw notFound('the preset')
    return undefined
  },
})
