import { z } from 'zod'
import { readJson } from '../../_http/body.ts'
import { pageLimit, route } from '../../_http/route.ts'

const NewSession = z.strictObject({
  title: z.string().trim().min(1).max(200).nullish(),
  active_model: z.string().min(1).max(200).nullish(),
  system_prompt: z.string().max(100_000).nullish(),
})

export const GET = route(async ({ url, server: { store } }) => {
  const cursor = url.searchParams.get('cursor') ?? undefined
  const page = await store.sessions({ cursor, limit: pageLimit(url, 50, 200) })
  return Response.json({ sessions: page.items, next: page.next })
})

export const POST = route(async ({ request, server: { sessions } }) => {
  const id = await sessions.create(await readJson(request, NewSession))
  return Response.json({ id }, { status: 201 })
})
