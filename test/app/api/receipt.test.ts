import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GET as receiptOf } from '#app/api/sessions/[id]/messages/[message_id]/receipt/route.ts'
import { GET as wireAnswersOf } from '#app/api/sessions/[id]/messages/[message_id]/wire-answers/route.ts'
import { GET as projectionsOf } from '#app/api/sessions/[id]/projections/route.ts'
import { readEnv } from '#lib/env.ts'
import { type Installation, openInstallation } from '#lib/installation.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { askRoute } from '#test/support/ask-route.ts'

let folder: string
let installation: Installation

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metis-receipt-'))
  const env = readEnv({ METIS_DATA_DIR: folder, METIS_LOG_LEVEL: 'error' })
  installation = await openInstallation(env, { checksContract: true })
  Object.assign(globalThis, { metisServer: Promise.resolve({ ...installation, version: 'test' }) })
})
afterAll(async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await installation.close()
  await rm(folder, { recursive: true, force: true })
})

test('a receipt goes out as the contract says, whole and in brief, and so do the records of what was left out', async () => {
  const { sessions, turns, store } = installation
  const id = await sessions.create(LOCAL_OWNER, {
    active_model: 'demo:anthropic',
    settings: { reasoning_effort: 'high' },
  })
  for (const [text, model] of [
    ['think about rain', 'demo:anthropic'],
    ['calculate 2*3', 'demo:openai'],
  ] as const) {
    await turns.start(LOCAL_OWNER, id, { content: [{ type: 'text', text }], model })
    await turns.idle(id)
  }
  const answer = (await store.path(id)).at(-1)
  const params = { id, message_id: answer?.id ?? '' }
  const came = await askRoute(wireAnswersOf, 'GET', { params })
  const [last] = (came.body as { answers: { call_id: string; text: string }[] }).answers.slice(-1)
  expect(came).toMatchObject({ status: 200, body: { answers: [{ status: 200, is_cut: false }] } })
  expect(last?.text).toMatch(/^data: \{.*data: \[DONE\]\n\n$/s)
  const question = { id, message_id: (await store.path(id))[0]?.id ?? '' }
  expect((await askRoute(wireAnswersOf, 'GET', { params: question })).status).toBe(404)
  const whole = await askRoute(receiptOf, 'GET', { params })
  expect(whole).toMatchObject({
    status: 200,
    body: {
      message_id: answer?.id,
      model_asked: 'demo:openai',
      route: { chosen_model: 'demo:openai', chain: expect.any(Array) },
      settings: { system_prompt: null, tools: ['calculator'] },
      cost: { cost_usd: expect.stringMatching(/^0\.\d+$/) },
      cache: { state: 'kept' },
      wire: {
        request: { messages: expect.any(Array) },
        sameness: { is: 'sent' },
        endpoint: { key_variable: 'DEMO_API_KEY' },
        response_headers: { 'x-request-id': expect.any(String) },
        answer: { content: answer?.content },
      },
    },
  })
  const brief = await askRoute(receiptOf, 'GET', { params, query: '?brief=true' })
  expect(brief.body).toEqual({ ...whole.body, wire: { ...whole.body.wire, request: null, answer: null } })
  const { body } = await askRoute(projectionsOf, 'GET', { params: { id }, query: `?message_id=${answer?.id}` })
  const dropped = { block_type: 'thinking', action: 'dropped', request_id: expect.any(String) }
  expect(body.projections).toMatchObject([dropped, dropped])
  const unknown = await askRoute(receiptOf, 'GET', { params: { ...params, message_id: 'nothing' } })
  expect([unknown.status, unknown.body.error.message]).toEqual([404, 'the answer does not exist'])
})
