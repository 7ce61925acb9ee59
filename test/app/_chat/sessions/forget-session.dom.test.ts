import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { forgetSession } from '#app/_chat/sessions/forget-session.ts'
import { PageQueryClient } from '#app/_client/query-client.ts'
import { SESSIONS_KEY } from '#app/_client/session-part.ts'
import type { SessionPage, SessionPages } from '#app/_client/use-api.ts'
import { SESSION } from '../frame-builder.ts'

const page: SessionPage = { sessions: [SESSION, { ...SESSION, id: 'S2' }], next: null }

function load(client: QueryClient, queryFn: () => Promise<SessionPage>) {
  return client.prefetchInfiniteQuery({
    queryKey: SESSIONS_KEY,
    queryFn,
    initialPageParam: null,
    getNextPageParam: () => null,
    staleTime: 0,
    retry: false,
  })
}

const listed = (client: QueryClient) =>
  client.getQueryData<SessionPages>(SESSIONS_KEY)?.pages.flatMap(({ sessions }) => sessions.map(({ id }) => id))

test('a list that was on its way when a chat was deleted does not bring it back', async () => {
  const client = new PageQueryClient()
  await load(client, () => Promise.resolve(page))
  const { promise, resolve } = Promise.withResolvers<SessionPage>()
  const loading = load(client, () => promise)
  forgetSession(client, 'S1')
  resolve(page)
  await loading
  expect(listed(client)).toEqual(['S2'])
})

test('the first list is not called off by a chat that is deleted elsewhere', async () => {
  const client = new PageQueryClient()
  const { promise, resolve } = Promise.withResolvers<SessionPage>()
  const loading = load(client, () => promise)
  forgetSession(client, 'S9')
  resolve(page)
  await loading
  expect(listed(client)).toEqual(['S1', 'S2'])
})

test('a first list that was read before a chat was deleted is asked for again', async () => {
  const client = new PageQueryClient()
  const { promise, resolve } = Promise.withResolvers<SessionPage>()
  let asked = 0
  const after: SessionPage = { sessions: [{ ...SESSION, id: 'S2' }], next: null }
  const stop = new InfiniteQueryObserver(client, {
    queryKey: SESSIONS_KEY,
    queryFn: () => (asked++ === 0 ? promise : Promise.resolve(after)),
    initialPageParam: null,
    getNextPageParam: () => null,
  }).subscribe(() => undefined)
  forgetSession(client, 'S1')
  resolve(page)
  await expect.poll(() => listed(client)).toEqual(['S2'])
  expect(asked).toBe(2)
  stop()
  client.clear()
})
