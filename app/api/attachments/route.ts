import { PICTURE_LIMIT, storePicture } from '#lib/session/turn-content.ts'
import { readBody } from '../../_http/body.ts'
import { route } from '../../_http/route.ts'

export const POST = route(async ({ request, server: { attachments } }) => {
  const { data, media_type, width, height } = await storePicture(await readBody(request, PICTURE_LIMIT), attachments)
  return Response.json({ data, media_type, width, height }, { status: 201 })
})
