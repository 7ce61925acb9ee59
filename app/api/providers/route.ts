import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/providers', {
  async GET({ server: { models, providers } }) {
    await models.refresh()
    return { providers: await providers.list(), protocols: providers.protocols, secret_from: providers.secretFrom }
  },
})
