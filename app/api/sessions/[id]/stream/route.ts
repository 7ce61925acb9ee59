import { openSessionStream } from '#lib/live/session-stream.ts'
import { connectionOf } from '../../../../_http/connection.ts'
import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

export const dynamic = 'force-dynamic'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/stream', {
  async GET({ principal, request, until, params, query, server: { live, store } }) {
    if (!(await store.sessionOf(principal, params.id))) throw notFound('the session')
    const since = request.headers.get('last-event-id') || (query.since ?? null)
    // Nobody reads the body of an answer to HEAD, and nobody would ever close it.
    const stream =
      request.method === 'HEAD'
        ? null
        : openSessionStream({
            live,
            store,
            principal,
            sessionId: params.id,
            since,
            signal: until,
            connection: connectionOf(request),
            gatherMs: query.gather,
          })
    // A proxy that compressed the stream would hold events back.
    return new Response(stream, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      },
    })
  },
})
