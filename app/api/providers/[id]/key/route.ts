import { HttpError, notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/providers/{id}/key', {
  async PUT({ params: { id }, body, server: { providers } }) {
    const { keep_anyway = false, ...said } = await body()
    const { kept, trial } = await providers.keep(id, said, { anyway: keep_anyway })
    if (!kept) throw new HttpError('provider_refused', trial.message, { problem: trial.problem ?? 'refused' })
    const provider = (await providers.list()).find((each) => each.id === id)
    if (!provider) throw new TypeError(`what was stored of ${id} is not in the list`)
    return { provider, trial }
  },
  async DELETE({ params: { id }, server: { providers } }) {
    if (!(await providers.remove(id))) throw notFound('a stored key or address of this provider')
    return undefined
  },
})
