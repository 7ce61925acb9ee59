import { z } from 'zod'
import { readJson } from '../../../_http/body.ts'
import { HttpError, notFound } from '../../../_http/http-error.ts'
import { routes } from '../../../_http/route.ts'

const SessionChange = z.strictObject({
  title: z.string().trim().min(1).max(200).optional(),
  active_model: z.string().min(1).max(200).nullable().optional(),
  system_prompt: z.string().max(100_000).nullable().optional(),
})

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes<{ id: string }>({
  async GET({ params, server: { store, turns } }) {
    const session = await store.session(params.id)
    if (!session) throw notFound('the session')
    return Response.json(turns.asShown(session))
  },

  async PATCH({ request, params, server: { sessions } }) {
    const changed = await sessions.change(params.id, await readJson(request, SessionChange))
    if (changed.ok) return Response.json(changed.session)
    const { reason, options } = changed.refusal
    throw new HttpError(422, 'swap_refused', reason, { reason, options })
  },

  async DELETE({ params, server: { sessions } }) {
    if (!(await sessions.delete(params.id))) throw notFound('the session')
    return new Response(null, { status: 204 })
  },
})
