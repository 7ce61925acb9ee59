import { afterEach, describe, expect, test } from 'vitest'
import type { Message } from '#lib/canonical/message.ts'
import { addCost } from '#lib/pricing/bill.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { ownServer } from '#test/support/own-server.ts'
import { type SessionServer, type SessionServerOptions, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
afterEach(() => server.close())

const open = async (options: SessionServerOptions = {}) => {
  server = await startSessionServer({ providers: [ownServer('tiny')], ...options })
  return server.sessions.create({ active_model: 'openai:gpt-4o' })
}
const usages = (path: Message[]) => path.flatMap(({ metadata }) => (metadata.usage ? [metadata.usage] : []))
const sumOf = (path: Message[]) => usages(path).reduce<string>((sum, { cost_usd }) => addCost(sum, cost_usd), '0')
const spent = async (id: string) => {
  const { cost_usd, unpriced_calls } = (await server.store.session(id)) ?? {}
  return { cost_usd, unpriced_calls }
}
const listed = async (id: string) =>
  (await server.store.sessions(LOCAL_OWNER, { limit: 10 })).items.find((row) => row.id === id)

describe('an answer of the user’s own server', () => {
  test.each(['tiny', 'gpt-4o', 'gpt-4o-mini', 'gpt-4o-2024-08-06', 'gpt-4o-2026-11-22', 'GPT-4o', '', null])(
    'wire-rule 127: to a question for gpt-4o is unpriced, also where it answers as %j',
    async (served) => {
      const id = await open({ providers: [ownServer(served)] })
      await server.say(id, 'Hello there')
      const [usage] = usages(await server.store.path(id))
      expect(usage).toMatchObject({ cost_usd: null, pricing_version: null })
      expect(usage?.output_tokens).toBeGreaterThan(0)
      expect(await spent(id)).toEqual({ cost_usd: null, unpriced_calls: 1 })
    },
  )

  test('wire-rule 127: is paid for by the served model where the same words come from the public service', async () => {
    const priced = async (served: string) => {
      const id = await open({ providers: [ownServer(served, { isOwnServer: false, standsInForVendor: false })] })
      await server.say(id, 'Hello there')
      const usage = usages(await server.store.path(id))[0]
      await server.close()
      return usage?.cost_usd ?? null
    }
    const [big, dated, mini] = [await priced('gpt-4o'), await priced('gpt-4o-2026-11-22'), await priced('gpt-4o-mini')]
    expect(big).toMatch(/^0\.\d+$/)
    expect(dated).toBe(big)
    expect(Number(mini)).toBeLessThan(Number(big))
    expect(Number(mini)).toBeGreaterThan(0)
    expect(await priced('tiny')).toBeNull()
    await open()
  })
})

describe('the cost of a session', () => {
  test('is zero before its first answer, and after a call that never got anywhere', async () => {
    const refuses = ownServer('tiny', { adapterOf: () => null })
    const id = await open({ providers: [refuses] })
    expect(await spent(id)).toEqual({ cost_usd: '0', unpriced_calls: 0 })
    await server.close()
    const other = await open()
    await server.say(other, 'fault auth')
    expect((await server.store.path(other)).at(-1)?.metadata.status).toBe('error')
    expect(await spent(other)).toEqual({ cost_usd: '0', unpriced_calls: 0 })
  })

  test('is none while no answer has a price, and a lower bound once one has: stored, listed, shown and streamed', async () => {
    const id = await open()
    const watch = server.watch(id)
    await server.say(id, 'Hello there')
    await server.say(id, 'Hello again')
    const unpriced = { cost_usd: null, unpriced_calls: 2 }
    expect(await spent(id)).toEqual(unpriced)
    expect(await listed(id)).toMatchObject(unpriced)
    await server.say(id, 'And now?', { model: 'demo:openai' })
    await watch.untilType('turn.completed', 3)
    await watch.stop()
    const shown = watch.frames.flatMap((frame) => (frame.type === 'session.updated' ? [frame.payload.session] : []))
    expect(shown.findLast(({ cost_usd }) => cost_usd === null)).toMatchObject(unpriced)
    const mixed = { cost_usd: sumOf(await server.store.path(id)), unpriced_calls: 2 }
    expect(mixed.cost_usd).toMatch(/^0\.\d+$/)
    expect(await spent(id)).toEqual(mixed)
    expect(await listed(id)).toMatchObject(mixed)

    const again = server.watch(id)
    await again.untilType('snapshot')
    await again.stop()
    expect(again.frames[0]?.payload).toMatchObject({ ...mixed, session: mixed })
  })

  test('counts each call of a tool cycle, and the end of the turn says the same', async () => {
    const id = await open()
    await server.say(id, 'calculate 6*7')
    expect(await spent(id)).toEqual({ cost_usd: null, unpriced_calls: 2 })
    expect((await server.store.events(id)).at(-1)).toMatchObject({
      type: 'turn.completed',
      payload: { llm_calls: 2, cost_usd: null, unpriced_calls: 2 },
    })
  })

  test('of a turn is its own, whatever the session cost before', async () => {
    const id = await open()
    await server.say(id, 'Hello there')
    await server.say(id, 'calculate 6*7', { model: 'demo:openai' })
    const path = await server.store.path(id)
    const here = sumOf(path)
    expect((await server.store.events(id)).at(-1)?.payload).toMatchObject({
      llm_calls: 2,
      cost_usd: here,
      unpriced_calls: 0,
    })
    expect(await spent(id)).toEqual({ cost_usd: here, unpriced_calls: 1 })
  })

  test('counts a call once, however often it was tried', async () => {
    const id = await open()
    await server.say(id, 'fault overloaded once')
    expect((await server.store.path(id)).at(-1)?.metadata.status).toBe('complete')
    expect(await spent(id)).toEqual({ cost_usd: null, unpriced_calls: 1 })
  })

  test.each(['fault dropped', 'fault no end'])('counts an answer that broke off (%s)', async (text) => {
    const id = await open()
    await server.say(id, 'hello', { model: 'demo:openai' })
    await server.say(id, text)
    const path = await server.store.path(id)
    expect(path.at(-1)?.metadata).toMatchObject({ status: 'error', usage: { cost_usd: null } })
    expect(await spent(id)).toEqual({ cost_usd: sumOf(path), unpriced_calls: 1 })
  })

  test('counts an answer that was stopped', async () => {
    const id = await open({ providers: [ownServer('tiny')] })
    await server.turns.start(id, { content: [{ type: 'text', text: 'Write something long in Markdown' }] })
    const watch = server.watch(id)
    await watch.untilType('text.delta')
    await server.turns.stop(id)
    await watch.stop()
    expect((await server.store.path(id)).at(-1)?.metadata).toMatchObject({ status: 'cancelled' })
    expect(await spent(id)).toEqual({ cost_usd: null, unpriced_calls: 1 })
  })
})
