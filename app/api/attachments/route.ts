import { readPicture } from '#lib/session/picture.ts'
import { PICTURE_LIMIT, storePicture } from '#lib/session/turn-content.ts'
import { readBody } from '../../_http/body.ts'
import { route } from '../../_http/route.ts'

export const POST = route(async ({ request, server: { attachments } }) => {
  const bytes = await readBody(request, PICTURE_LIMIT)
  const { source, media_type } = await storePicture(bytes, attachments)
  const picture = readPicture(bytes)
  return Response.json(
    { data: source.data, media_type, width: picture?.width, height: picture?.height },
    { status: 201 },
  )
})
