import { route } from '../../_http/route.ts'

export const GET = route(async ({ server }) => Response.json({ ok: true, version: server.version }))
