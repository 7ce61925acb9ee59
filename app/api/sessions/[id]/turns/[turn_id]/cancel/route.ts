import { notFound } from '../../../../../../_http/http-error.ts'
import { route } from '../../../../../../_http/route.ts'

export const POST = route<{ id: string; turn_id: string }>(async ({ params, server: { store, turns } }) => {
  if (turns.cancel(params.id, params.turn_id)) return Response.json({}, { status: 202 })
  // Over already is fine; a turn that never was is not.
  const known = await store.events(params.id, { turn_id: params.turn_id })
  if (known.length === 0) throw notFound('the turn')
  return Response.json({}, { status: 202 })
})
