import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes({
  async GET({ server: { models } }) {
    await models.refresh()
    return Response.json({ models: models.list(), default: models.defaultModel, unlisted: models.unlisted })
  },
})
