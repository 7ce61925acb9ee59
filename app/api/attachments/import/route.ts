import { z } from 'zod'
import { importPicture } from '#lib/session/import-picture.ts'
import { readJson } from '../../../_http/body.ts'
import { routes } from '../../../_http/route.ts'

const PictureAddress = z.strictObject({ url: z.string().min(1).max(4_000) })

/** Beside the contract: a picture that lies elsewhere becomes an upload, because somebody asked for it. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes({
  async POST({ request, server: { attachments } }) {
    const { url } = await readJson(request, PictureAddress)
    const { data, media_type, width, height } = await importPicture(url, attachments)
    return Response.json({ data, media_type, width, height }, { status: 201 })
  },
})
