import { route } from '../../_http/route.ts'

export const GET = route(async ({ server: { models } }) => {
  await models.refresh()
  return Response.json({ models: models.list(), default: models.defaultModel, unlisted: models.unlisted })
})
