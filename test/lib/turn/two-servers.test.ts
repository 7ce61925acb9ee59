import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { pathViolations } from '#lib/canonical/invariant.ts'
import { statusOf } from '#lib/canonical/message.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { isEndOfTurn } from '#lib/events/catalog.ts'
import { addCost } from '#lib/pricing/bill.ts'
import { TurnInProgressError } from '#lib/turn/turn-error.ts'
import { temporaryFolder } from '#test/support/database.ts'
import { MortalStore } from '#test/support/mortal-store.ts'
import { type SessionServer, type SessionServerOptions, startSessionServer } from '#test/support/session-server.ts'
import { sqldMissing, startSqld } from '#test/support/sqld.ts'

// Two servers on one database that neither has for itself: a real libSQL server.

const missing = await sqldMissing()

const demo = createDemoFetch({ delay: async () => {} })

describe.skipIf(missing)('two servers on one database', () => {
  const stack = new AsyncDisposableStack()
  let url: string
  let servers: SessionServer[] = []

  beforeAll(async () => {
    const folder = stack.use(await temporaryFolder())
    const sqld = await startSqld(`${folder.path}/sqld`)
    stack.defer(() => sqld.stop())
    url = sqld.url
  })

  afterAll(() => stack.disposeAsync())

  afterEach(async () => {
    for (const server of servers) await server.close()
    servers = []
  })

  async function server(options: SessionServerOptions = {}) {
    const started = await startSessionServer({ url, ...options })
    servers.push(started)
    return started
  }

  /** An upstream that keeps a model from answering until it is let go. */
  function held() {
    const asked = Promise.withResolvers<void>()
    const { promise, resolve } = Promise.withResolvers<void>()
    const upstream: typeof fetch = async (...request) => {
      asked.resolve()
      await promise
      return demo(...request)
    }
    return { upstream, asked: asked.promise, letGo: resolve }
  }

  async function expectWhole({ store }: SessionServer, id: string, roles: string[]) {
    const path = await store.path(id)
    expect(pathViolations(path)).toEqual([])
    expect(path.map(({ role }) => role)).toEqual(roles)
    expect(path.filter((message) => statusOf(message) !== 'complete')).toEqual([])
    const session = await store.session(id)
    const calls = await store.llmCalls(id)
    expect(session?.cost_usd).toBe(calls.reduce((sum, { cost_usd }) => addCost(sum, cost_usd), '0'))
    expect((await store.events(id)).filter(isEndOfTurn).map(({ type }) => type)).toEqual(
      roles.filter((role) => role === 'user').map(() => 'turn.completed'),
    )
  }

  const question = (text: string) => ({ content: [{ type: 'text' as const, text }] })

  test('a second one that starts leaves the turns of the first alone, and starts none in their sessions', async () => {
    const { upstream, asked, letGo } = held()
    const first = await server({ fetch: upstream })
    const id = await first.sessions.create({ active_model: 'demo:anthropic' })
    await first.turns.start(id, question('hello'))
    await asked
    const second = await server()
    expect(await second.turns.recover({ isAlone: false })).toBe(0)
    await expect(second.turns.start(id, question('me too'))).rejects.toBeInstanceOf(TurnInProgressError)
    letGo()
    await first.turns.idle()
    await expectWhole(first, id, ['user', 'assistant'])
    await second.say(id, 'and now?')
    await expectWhole(second, id, ['user', 'assistant', 'user', 'assistant'])
  })

  test('one of them starts a turn where both are asked at once', async () => {
    const { upstream, letGo } = held()
    const both = [await server({ fetch: upstream }), await server({ fetch: upstream })]
    const id = await (both[0] as SessionServer).sessions.create({ active_model: 'demo:openai' })
    const starts = await Promise.allSettled(both.map(({ turns }) => turns.start(id, question('hello'))))
    letGo()
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = starts.find((start) => start.status === 'rejected')
    expect(refused?.reason).toBeInstanceOf(TurnInProgressError)
    for (const { turns } of both) await turns.idle()
    await expectWhole(both[0] as SessionServer, id, ['user', 'assistant'])
  })

  const WHOLE = ['user', 'assistant', 'tool', 'tool', 'assistant']

  test.each([
    ['before its tools run', 3],
    ['before the model is called again', 6],
  ])(
    'a turn of one that dies %s is gone on with by the other, and what the dead one still wanted is refused',
    async (_when, commits) => {
      const mortal = new MortalStore(commits)
      const first = await server({ wrapStore: mortal.wrap, leaseMs: 200, checkpointMs: 600_000 })
      const id = await first.sessions.create({ active_model: 'demo:anthropic' })
      const second = await server()
      const watch = second.watch(id)
      await first.turns.start(id, question('calculate 2*3 and 4*5'))
      await mortal.died
      // Not before: so short a lease also ends while the first is alive and slow, and it would not come to where it dies.
      await second.turns.recover({ isAlone: false, sweepMs: 25 })
      await watch.untilType('turn.completed')
      await watch.stop()
      await second.turns.idle()
      await expectWhole(second, id, WHOLE)
      mortal.wake()
      await first.turns.idle()
      await expectWhole(second, id, WHOLE)
    },
  )

  test('a turn of one that dies while the model answers is ended by the other, once', async () => {
    const mortal = new MortalStore(2)
    const first = await server({ wrapStore: mortal.wrap, leaseMs: 200, checkpointMs: 600_000 })
    const id = await first.sessions.create({ active_model: 'demo:anthropic' })
    const second = await server()
    const watch = second.watch(id)
    await first.turns.start(id, question('hello'))
    await mortal.died
    await second.turns.recover({ isAlone: false, sweepMs: 25 })
    await watch.untilType('turn.failed')
    await watch.stop()
    mortal.wake()
    await first.turns.idle()
    const path = await second.store.path(id)
    expect(path.map(statusOf)).toEqual(['complete', 'error'])
    expect(path.at(-1)?.metadata.error?.message).toBe('The server stopped before the answer was complete.')
    expect((await second.store.events(id)).filter(isEndOfTurn).map(({ type }) => type)).toEqual(['turn.failed'])
    expect((await second.store.llmCalls(id)).map(({ outcome }) => outcome)).toEqual(['interrupted'])
    await second.say(id, 'again')
    expect((await second.store.path(id)).map(statusOf)).toEqual(['complete', 'error', 'complete', 'complete'])
  })
})
