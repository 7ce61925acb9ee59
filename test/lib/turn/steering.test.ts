import { afterEach, describe, expect, test } from 'vitest'
import type { Message } from '#lib/canonical/message.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import type { Policy } from '#lib/policy/policy.ts'
import type { Principal } from '#lib/principal.ts'
import { nextStep } from '#lib/turn/next-step.ts'
import type { SteeringMessage } from '#lib/turn/steering.ts'
import { type SessionServer, type SessionServerOptions, startSessionServer } from '#test/support/session-server.ts'
import { anyTool } from '#test/support/tool-host.ts'

let server: SessionServer
afterEach(() => server.close())

function said(text: string, key = text): SteeringMessage {
  return { key: { scope: 'turn', key, fingerprint: key }, content: [{ type: 'text', text }] }
}

/** While its tool runs, something is done with the turn. */
async function whileToolRuns(
  work: (turn: { session: string; turn_id: string }) => Promise<unknown>,
  { model = 'demo:anthropic', ...options }: SessionServerOptions & { model?: string } = {},
) {
  const bodies: string[] = []
  const upstream = createDemoFetch({ delay: async () => {} })
  server = await startSessionServer({
    fetch: (input, init) => {
      bodies.push(String(init?.body))
      return upstream(input, init)
    },
    ...options,
    tools: [
      anyTool('lookup', async (_, { session_id }) => {
        const turn_id = (await server.store.path(session_id))[0]?.metadata.turn_id ?? ''
        await work({ session: session_id, turn_id })
        return { ok: true, content: [{ type: 'text', text: 'found' }] }
      }),
    ],
  })
  const session = await server.sessions.create({ active_model: model })
  const { turn_id } = await server.say(session, 'use the tool lookup')
  const path = await server.store.path(session)
  return { session, turn_id, path, bodies }
}

const shape = (path: readonly Message[]) => path.map(({ role }) => role)

describe('what is said to an answer while it is given', () => {
  test.each(['demo:anthropic', 'demo:openai', 'demo:ollama'])(
    'stands behind the results of its tools, and %s reads it with them',
    async (model) => {
      let waits: boolean | undefined
      const { session, turn_id, path, bodies } = await whileToolRuns(
        async (turn) => {
          waits = await server.turns.steer(turn.session, turn.turn_id, [said('in French, please'), said('and briefly')])
        },
        { model },
      )
      expect(waits).toBe(true)
      expect(shape(path)).toEqual(['user', 'assistant', 'tool', 'user', 'user', 'assistant'])
      expect(new Set(path.map(({ metadata }) => metadata.turn_id))).toEqual(new Set([turn_id]))
      expect(path[3]?.content).toEqual([{ type: 'text', text: 'in French, please' }])
      const request = bodies.at(-1) ?? ''
      expect(request.indexOf('in French')).toBeGreaterThan(request.indexOf('found'))
      expect(request.indexOf('found')).toBeGreaterThan(0)
      expect(request).toContain('and briefly')
      const events = await server.store.events(session, { turn_id })
      expect(events.filter(({ type }) => type === 'turn.started' || type === 'turn.completed')).toHaveLength(2)
      const kept = await server.store.keptAnswer('turn', 'in French, please')
      expect(kept?.answer).toEqual({ turn_id, message_id: path[3]?.id })
    },
  )

  test('is what waits by then: all of it is said each time', async () => {
    const { path } = await whileToolRuns(async ({ session, turn_id }) => {
      await server.turns.steer(session, turn_id, [said('one'), said('two')])
      await server.turns.steer(session, turn_id, [said('two')])
    })
    expect(path.filter(({ role }) => role === 'user').map(({ content }) => content[0])).toEqual([
      { type: 'text', text: 'use the tool lookup' },
      { type: 'text', text: 'two' },
    ])
  })

  test('is said once, also where it comes again before its sender has learned that', async () => {
    let asked = 0
    const { path } = await whileToolRuns(
      async ({ session, turn_id }) => {
        await server.turns.steer(session, turn_id, [said('use the tool lookup, again', 'k')])
        asked += 1
      },
      { model: 'demo:openai' },
    )
    // What it says has the tool run once more, while which it is said again.
    expect(asked).toBe(2)
    expect(path.filter(({ role }) => role === 'user')).toHaveLength(2)
  })

  test('waits for nobody where no step comes: it is not said, and its key is free', async () => {
    const answering = Promise.withResolvers<void>()
    const going = Promise.withResolvers<void>()
    const upstream = createDemoFetch({ delay: async () => {} })
    server = await startSessionServer({
      fetch: async (input, init) => {
        answering.resolve()
        await going.promise
        return upstream(input, init)
      },
    })
    const session = await server.sessions.create({})
    const { turn_id } = await server.turns.start(session, { content: [{ type: 'text', text: 'hello' }] })
    await answering.promise
    expect(await server.turns.steer(session, turn_id, [said('too late')])).toBe(true)
    going.resolve()
    await server.turns.idle(session)
    expect(shape(await server.store.path(session))).toEqual(['user', 'assistant'])
    expect(await server.store.keptAnswer('turn', 'too late')).toBeNull()
    expect(await server.turns.steer(session, turn_id, [said('too late')])).toBe(false)
  })

  test('is taken from whose turn it is alone, and while it is not stopped', async () => {
    const taken: boolean[] = []
    const { path } = await whileToolRuns(async ({ session, turn_id }) => {
      const other: Principal = { id: 'other', role: 'member' } as Principal
      taken.push(await server.as(other).turns.steer(session, turn_id, [said('not mine')]))
      taken.push(await server.turns.steer(session, 'no-turn', [said('of no turn')]))
      server.turns.cancel(session, turn_id)
      taken.push(await server.turns.steer(session, turn_id, [said('after the stop')]))
    })
    expect(taken).toEqual([false, false, false])
    expect(path.filter(({ role }) => role === 'user')).toHaveLength(1)
  })

  test('is refused by the policy as a question is, and what waited before still waits', async () => {
    const policy: Policy = {
      decide: (moment) =>
        moment.at === 'message' && JSON.stringify(moment.message.content).includes('secret')
          ? { verdict: 'deny', reason: 'no secrets' }
          : { verdict: 'allow' },
    }
    let refused: unknown
    const { path } = await whileToolRuns(
      async ({ session, turn_id }) => {
        await server.turns.steer(session, turn_id, [said('plain')])
        refused = await server.turns.steer(session, turn_id, [said('secret')]).catch((cause: unknown) => cause)
      },
      { policy },
    )
    expect(refused).toMatchObject({ name: 'PolicyDeniedError', message: 'no secrets' })
    expect(path.filter(({ role }) => role === 'user').map(({ content }) => content[0])).toEqual([
      { type: 'text', text: 'use the tool lookup' },
      { type: 'text', text: 'plain' },
    ])
  })

  test('leaves a turn where another process goes on with it: the model is called next', async () => {
    const { path, turn_id } = await whileToolRuns(async ({ session, turn_id }) => {
      await server.turns.steer(session, turn_id, [said('go on')])
    })
    const state = { path: path.slice(0, -1), calls: [], isCalling: false }
    expect(nextStep(state, turn_id)).toEqual({ type: 'call_model' })
  })
})
