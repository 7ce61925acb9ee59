import { shownMessage } from '#lib/events/frame.ts'
import { notFound } from '../../../../_http/http-error.ts'
import { pageLimit, routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes<{ id: string }>({
  async GET({ params, url, server: { store } }) {
    if (!(await store.session(params.id))) throw notFound('the session')
    const before = url.searchParams.get('before') ?? undefined
    const page = await store.pathPage(params.id, { before, limit: pageLimit(url, 100, 500) })
    return Response.json({ messages: page.items.map(shownMessage), next: page.next })
  },
})
