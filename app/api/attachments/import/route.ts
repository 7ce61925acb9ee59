import { z } from 'zod'
import { importPicture } from '#lib/media/import-picture.ts'
import { readJson } from '../../../_http/body.ts'
import { once } from '../../../_http/idempotency-key.ts'
import { routes } from '../../../_http/route.ts'

const PictureAddress = z.strictObject({ url: z.string().min(1).max(4_000) })

/** Beside the contract: a picture that lies elsewhere becomes an upload, because somebody asked for it. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes({
  async POST({ request, principal, server: { attachments, store, idempotency, policy } }) {
    const said = await readJson(request, PictureAddress)
    const answer = await once(request, idempotency, { scope: 'picture', said }, async (key) => {
      const { data, media_type, width, height } = await importPicture(said.url, attachments, { policy, principal })
      const stored = { data, media_type, width, height }
      if (key) await store.keepAnswer({ ...key, answer: stored })
      return stored
    })
    return Response.json(answer, { status: 201 })
  },
})
