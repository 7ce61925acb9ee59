import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Message } from '#lib/canonical/message.ts'
import { addCost } from '#lib/models/cost.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer

beforeEach(async () => {
  server = await startSessionServer()
})
afterEach(() => server.close())

const billed = (path: Message[]) =>
  path.filter(({ role }) => role === 'assistant').map(({ metadata }) => [metadata.model, metadata.usage])

test('wire-rule 116: a change of model leaves what earlier turns cost as it was, and the session costs their sum', async () => {
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  await server.say(id, 'Hello there')
  const before = billed(await server.store.path(id))
  await server.say(id, 'Hello again', { model: 'demo:openai' })
  const path = await server.store.path(id)
  expect(billed(path).slice(0, before.length)).toEqual(before)
  expect(billed(path).map(([model]) => model)).toEqual(['demo:anthropic', 'demo:openai'])

  const costs = path.flatMap(({ metadata }) => (metadata.usage ? [metadata.usage.cost_usd] : []))
  const sum = costs.reduce<string>((total, cost) => addCost(total, cost), '0')
  expect((await server.store.session(id))?.cost_usd).toBe(sum)
})

test('wire-rule 117: an answer that broke off keeps its tokens, marked as estimated, and counts in the session', async () => {
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  await server.say(id, 'fault dropped')
  const metadata = (await server.store.path(id)).at(-1)?.metadata
  expect(metadata).toMatchObject({ status: 'error', usage: { estimated: true } })
  expect(metadata?.usage?.output_tokens).toBeGreaterThan(0)
  expect((await server.store.session(id))?.cost_usd).toBe(metadata?.usage?.cost_usd)
  expect(metadata?.usage?.cost_usd).toMatch(/^0\.\d+$/)
})

test('the end of a turn names what all its calls cost', async () => {
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  await server.say(id, 'calculate 6*7')
  const path = await server.store.path(id)
  const costs = path.flatMap(({ metadata }) => (metadata.usage ? [metadata.usage.cost_usd] : []))
  expect(costs).toHaveLength(2)
  const sum = costs.reduce<string>((total, cost) => addCost(total, cost), '0')
  const end = (await server.store.events(id)).at(-1)
  expect(end).toMatchObject({ type: 'turn.completed', payload: { llm_calls: 2, cost_usd: sum } })
})
