import { z } from 'zod'
import { readJson } from '../../_http/body.ts'
import { once } from '../../_http/idempotency-key.ts'
import { pageLimit, routes } from '../../_http/route.ts'

const NewSession = z.strictObject({
  title: z.string().trim().min(1).max(200).nullish(),
  active_model: z.string().min(1).max(200).nullish(),
  system_prompt: z.string().max(100_000).nullish(),
})

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes({
  async GET({ url, server: { store, turns } }) {
    const cursor = url.searchParams.get('cursor') ?? undefined
    const page = await store.sessions({ cursor, limit: pageLimit(url, 50, 200) })
    return Response.json({ sessions: page.items.map((session) => turns.asShown(session)), next: page.next })
  },

  async POST({ request, server: { sessions, idempotency } }) {
    const fields = await readJson(request, NewSession)
    const answer = await once(request, idempotency, { scope: 'session', said: fields }, async (key) => ({
      id: await sessions.create(fields, key),
    }))
    return Response.json(answer, { status: 201 })
  },
})
