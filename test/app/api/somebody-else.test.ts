import { afterAll, beforeAll, expect, test } from 'vitest'
import * as search from '#app/api/search/route.ts'
import * as comparisons from '#app/api/sessions/[id]/comparisons/route.ts'
import * as head from '#app/api/sessions/[id]/head/route.ts'
import * as exchange from '#app/api/sessions/[id]/messages/[message_id]/exchange/route.ts'
import * as receipt from '#app/api/sessions/[id]/messages/[message_id]/receipt/route.ts'
import * as siblings from '#app/api/sessions/[id]/messages/[message_id]/siblings/route.ts'
import * as versions from '#app/api/sessions/[id]/messages/[message_id]/versions/route.ts'
import * as wireAnswers from '#app/api/sessions/[id]/messages/[message_id]/wire-answers/route.ts'
import * as find from '#app/api/sessions/[id]/messages/find/route.ts'
import * as outline from '#app/api/sessions/[id]/messages/outline/route.ts'
import * as messages from '#app/api/sessions/[id]/messages/route.ts'
import * as projections from '#app/api/sessions/[id]/projections/route.ts'
import * as session from '#app/api/sessions/[id]/route.ts'
import * as stream from '#app/api/sessions/[id]/stream/route.ts'
import * as preview from '#app/api/sessions/[id]/switch-preview/route.ts'
import * as cancel from '#app/api/sessions/[id]/turns/[turn_id]/cancel/route.ts'
import * as turns from '#app/api/sessions/[id]/turns/route.ts'
import * as sessions from '#app/api/sessions/route.ts'
import { ALLOW_ALL } from '#lib/policy/policy.ts'
import { Idempotency } from '#lib/session/idempotency.ts'
import { member } from '#test/support/member.ts'
import { receiptsOf } from '#test/support/receipts.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

// Every request is the local owner's: what somebody else has is not there.

let server: SessionServer
let theirs: string
let params: { id: string; turn_id: string; message_id: string }

beforeAll(async () => {
  server = await startSessionServer()
  const { store } = server
  const installed = {
    ...server.parts,
    receipts: receiptsOf(server),
    idempotency: new Idempotency(store),
    policy: ALLOW_ALL,
    checksContract: true,
  }
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installed, version: 'test' }) })
  const somebody = server.as(member('somebody'))
  theirs = await somebody.sessions.create({ active_model: 'demo:anthropic' })
  params = { id: theirs, ...(await somebody.say(theirs, 'Hello')) }
})
afterAll(async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await server.close()
})

type Route = (request: Request, context: { params: Promise<never> }) => Promise<Response>

function ask(route: Route, method: string, body?: object): Promise<Response> {
  const headers = { host: 'localhost', 'content-type': 'application/json' }
  const request = new Request('http://localhost/?q=words', {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  return route(request, { params: Promise.resolve(params as never) })
}

test.each<[string, Route, string, (() => object)?]>([
  ['the session', session.GET as Route, 'GET'],
  ['a change of it', session.PATCH as Route, 'PATCH', () => ({ title: 'Mine' })],
  ['its deletion', session.DELETE as Route, 'DELETE'],
  ['its messages', messages.GET as Route, 'GET'],
  ['which messages there are', outline.GET as Route, 'GET'],
  ['words in them', find.GET as Route, 'GET'],
  ['what stands beside a message', siblings.GET as Route, 'GET'],
  ['which versions of a message there are', versions.GET as Route, 'GET'],
  ['what one turn said', exchange.GET as Route, 'GET'],
  ['how an answer came about', receipt.GET as Route, 'GET'],
  ['what came over the wire for it', wireAnswers.GET as Route, 'GET'],
  ['what was left out of its requests', projections.GET as Route, 'GET'],
  ['another head', head.PUT as Route, 'PUT', () => ({ message_id: params.message_id })],
  ['a turn in it', turns.POST as Route, 'POST', () => ({ content: [{ type: 'text', text: 'Hi' }] })],
  [
    'a comparison in it',
    comparisons.POST as Route,
    'POST',
    () => ({ content: [{ type: 'text', text: 'Hi' }], models: ['demo:openai', 'demo:anthropic'] }),
  ],
  ['what it would be at another model', preview.POST as Route, 'POST', () => ({ model: 'demo:openai' })],
  ['a cancel of its turn', cancel.POST as Route, 'POST'],
  ['its stream', stream.GET as Route, 'GET'],
])('%s is not found', async (_, route, method, body) => {
  const before = await server.store.session(theirs)
  const response = await ask(route, method, body?.())
  expect([response.status, await response.json()]).toEqual([
    404,
    { error: { code: 'not_found', message: 'the session does not exist' } },
  ])
  expect(await server.store.session(theirs)).toEqual(before)
  expect(await server.store.path(theirs)).toHaveLength(2)
})

test('no search finds what was said in it', async () => {
  const answer = await search.GET(
    new Request('http://localhost/api/search?q=hello', { headers: { host: 'localhost' } }),
    {
      params: Promise.resolve({}),
    },
  )
  expect(await answer.json()).toEqual({ hits: [], next: null })
})

test('it is in no list, and their own turns go on', async () => {
  const response = await ask(sessions.GET as Route, 'GET')
  expect(await response.json()).toEqual({ sessions: [], next: null })
  await server.as(member('somebody')).say(theirs, 'Hello again')
  expect(await server.store.path(theirs)).toHaveLength(4)
})

test('what one begins is one’s own, and is found', async () => {
  const created = await ask(sessions.POST as Route, 'POST', {})
  expect(created.status).toBe(201)
  const { id } = (await created.json()) as { id: string }
  expect((await server.store.session(id))?.owner_id).toBe('local')
  expect(await server.store.sessionOf(member('somebody'), id)).toBeNull()
})
