import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Message } from '#lib/canonical/message.ts'
import { type TurnTotal, turnIdsOf } from '#lib/canonical/turn-total.ts'
import type { SessionFrame } from '#lib/events/frame.ts'
import { addCost } from '#lib/pricing/bill.ts'
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

describe('what a turn took', () => {
  /** As it was made in the page before: the sum over the answers of the turn. */
  const addedUp = (path: Message[], turn_id: string) => {
    const usages = path.flatMap(({ metadata: { usage, ...metadata } }) =>
      usage && metadata.turn_id === turn_id ? [usage] : [],
    )
    const sum = (counter: 'input_tokens' | 'output_tokens' | 'cached_input_tokens' | 'cache_creation_input_tokens') =>
      usages.reduce((total, usage) => total + usage[counter], 0)
    return {
      turn_id,
      calls: usages.length,
      input_tokens: sum('input_tokens'),
      output_tokens: sum('output_tokens'),
      cached_input_tokens: sum('cached_input_tokens'),
      cache_creation_input_tokens: sum('cache_creation_input_tokens'),
      cost_usd: usages.reduce((total, usage) => addCost(total, usage.cost_usd), '0'),
      unpriced_calls: 0,
      latency_ms: expect.any(Number),
      estimated: usages.some(({ estimated }) => estimated === true),
    }
  }
  const told = (frames: readonly SessionFrame[]): TurnTotal[] =>
    frames.flatMap((frame) => (frame.type === 'message.appended' ? (frame.payload.turn_total ?? []) : []))
  const reloaded = async (id: string) => {
    const watch = server.watch(id)
    await watch.untilType('snapshot')
    await watch.stop()
    const [first] = watch.frames
    if (first?.type !== 'snapshot') throw new Error('no snapshot')
    return first.payload.turn_totals
  }

  test.each([
    ['with a tool', 'calculate 6*7', 2],
    ['that broke off', 'fault dropped', 1],
    ['that was tried twice', 'fault overloaded once', 1],
  ])('%s is told with each of its calls, and is the same after a reload', async (_, text, calls) => {
    const id = await server.sessions.create({ active_model: 'demo:anthropic' })
    const watch = server.watch(id)
    await watch.untilType('snapshot')
    const { turn_id } = await server.say(id, text)
    await watch.until((frames) => frames.some(({ type }) => /^turn.(completed|failed)$/.test(type)))
    await watch.stop()
    const totals = told(watch.frames)
    expect(totals.map((total) => total.calls)).toEqual(Array.from({ length: calls }, (_, n) => n + 1))
    expect(totals.at(-1)).toEqual(addedUp(await server.store.path(id), turn_id))
    expect(await reloaded(id)).toEqual([totals.at(-1)])
  })

  test('that was stopped counts what it had used by then', async () => {
    const id = await server.sessions.create({ active_model: 'demo:anthropic' })
    const watch = server.watch(id)
    const content = [{ type: 'text' as const, text: 'Write something long in Markdown' }]
    const { turn_id } = await server.turns.start(id, { content })
    await watch.untilType('text.delta')
    await server.turns.stop(id)
    await watch.untilType('turn.cancelled')
    await watch.stop()
    const total = addedUp(await server.store.path(id), turn_id)
    expect(total.output_tokens).toBeGreaterThan(0)
    expect(told(watch.frames)).toEqual([total])
    expect(await reloaded(id)).toEqual([total])
  })

  test('is that of each branch, and what comes before the page of a turn is in it too', async () => {
    const id = await server.sessions.create({ active_model: 'demo:anthropic' })
    const left = await server.say(id, 'calculate 6*7')
    const before = await server.store.path(id)
    const anew = await server.turns.start(id, { content: [{ type: 'text', text: 'hello' }], parent_id: null })
    await server.turns.idle(id)
    const path = await server.store.path(id)
    expect(await reloaded(id)).toEqual([addedUp(path, anew.turn_id)])
    const leaf = before.at(-1)?.id ?? ''
    await server.sessions.moveHead(id, leaf)
    expect(await reloaded(id)).toEqual([addedUp(before, left.turn_id)])
    const { items } = await server.store.pathPage(id, { limit: 1 })
    const turnIds = turnIdsOf(items.map(({ message }) => message))
    expect(await server.store.turnTotals(id, turnIds)).toEqual([addedUp(before, left.turn_id)])
  })
})
