import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/models', {
  async GET({ server: { models } }) {
    await models.refresh()
    return { models: models.list(), default: models.defaultModel, unlisted: models.unlisted }
  },
})
