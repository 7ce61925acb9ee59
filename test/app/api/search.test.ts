import { afterAll, beforeAll, expect, test } from 'vitest'
import { GET } from '#app/api/search/route.ts'
import { ALLOW_ALL } from '#lib/policy/policy.ts'
import { Idempotency } from '#lib/session/idempotency.ts'
import { askRoute } from '#test/support/ask-route.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
let id: string

beforeAll(async () => {
  server = await startSessionServer()
  const { store } = server
  const installed = { ...server.parts, idempotency: new Idempotency(store), policy: ALLOW_ALL, checksContract: true }
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installed, version: 'test' }) })
  id = await server.sessions.create({ active_model: 'demo:anthropic' })
  await server.say(id, 'The word xylophonist is rare')
})
afterAll(async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await server.close()
})

const ask = (query: Record<string, string>) => askRoute(GET, 'GET', { query: `?${new URLSearchParams(query)}` })

test('a turn is found as soon as it was asked, with where its words stand', async () => {
  const { status, body } = await ask({ q: 'xylopho', by: 'me', session: id, from: '2020-01-01' })
  const [question] = await server.store.path(id)
  const title = (await server.store.session(id))?.title
  const at = String(title).indexOf('xylophonist')
  expect([status, body]).toEqual([
    200,
    {
      hits: [
        {
          session_id: id,
          message_id: question?.id,
          title,
          title_matches: [{ start: at, end: at + 11 }],
          snippet: 'The word xylophonist is rare',
          matches: [{ start: 9, end: 20 }],
          by: 'me',
          model: null,
          created_at: question?.created_at,
        },
      ],
      next: null,
    },
  ])
})

test.each([
  [{ limit: '0' }, 'limit'],
  [{ from: 'yesterday' }, 'from'],
  [{ by: 'you' }, 'by'],
  [{ has: 'code,cats' }, 'has'],
  [{ q: 'x'.repeat(10_001) }, 'q'],
  [{ q: 'x', cursor: 'made-up' }, 'cursor'],
])('what is asked wrongly is refused with what is wrong: %o', async (query, path) => {
  const { status, body } = await ask(query as Record<string, string>)
  expect([status, body.error.code, body.error.details[0].path]).toEqual([400, 'invalid_request', path])
})

test('an answer is found by the name of its model, and a filter that is none is named', async () => {
  const [, answer] = await server.store.path(id)
  const model = server.models.find('demo:anthropic')
  const found = await ask({ q: `model:"${model?.label}"` })
  expect(found.body).toMatchObject({ hits: [{ message_id: answer?.id, model: 'demo:anthropic' }] })
  expect(found.body).not.toHaveProperty('unread')
  expect((await ask({ q: 'model:nobody' })).body.hits).toEqual([])
  expect((await ask({ q: 'xylophonist date:someday ' })).body).toEqual({
    hits: [],
    next: null,
    unread: ['date:someday'],
  })
})

test('whatever is searched for has an answer', async () => {
  for (const q of ['', '"', '*', 'NEAR(a b', 'a\u0000b', 'AND', 'x'.repeat(10_000), '" '.repeat(4000)])
    expect((await ask({ q })).status, JSON.stringify(q.slice(0, 20))).toBe(200)
})
