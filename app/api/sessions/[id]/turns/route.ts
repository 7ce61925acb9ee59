import { z } from 'zod'
import { PICTURE_LIMIT } from '#lib/media/store-picture.ts'
import { TEXT_LIMIT, TurnContent } from '#lib/turn/turn-content.ts'
import { readJson } from '../../../../_http/body.ts'
import { notFound } from '../../../../_http/http-error.ts'
import { once } from '../../../../_http/idempotency-key.ts'
import { routes } from '../../../../_http/route.ts'

const NewTurn = z.strictObject({
  content: TurnContent,
  model: z.string().min(1).max(200).optional(),
  parent_id: z.string().min(1).max(200).nullable().optional(),
})

/** Base64 is a third longer than what it holds. */
const BODY_LIMIT = TEXT_LIMIT + Math.ceil((PICTURE_LIMIT * 4) / 3)

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes<{ id: string }>({
  async POST({ request, params, server: { store, turns, idempotency } }) {
    if (!(await store.session(params.id))) throw notFound('the session')
    const turn = await readJson(request, NewTurn, BODY_LIMIT)
    const answer = await once(request, idempotency, { scope: `turn ${params.id}`, said: turn }, (key) =>
      turns.start(params.id, turn, key),
    )
    return Response.json(answer, { status: 202 })
  },
})
