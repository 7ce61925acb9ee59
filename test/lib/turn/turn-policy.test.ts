import { afterEach, expect, test } from 'vitest'
import { textOf } from '#lib/canonical/block.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { type Moment, PolicyDeniedError } from '#lib/policy/policy.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
let sent: number
let moments: Moment[]

afterEach(() => server.close())

/** A server whose policy denies what the test says, now or after a while. */
async function denying(isDenied: (moment: Moment) => boolean, later = false) {
  sent = 0
  moments = []
  const upstream = createDemoFetch({ delay: async () => {} })
  server = await startSessionServer({
    fetch: (input, init) => {
      sent += 1
      return upstream(input, init)
    },
    policy: {
      decide(moment) {
        moments.push(moment)
        const decision = isDenied(moment)
          ? ({ verdict: 'deny', reason: 'It is against the rules.' } as const)
          : ({ verdict: 'allow' } as const)
        return later ? Promise.resolve(decision) : decision
      },
    },
  })
  return server.sessions.create({ active_model: 'demo:anthropic' })
}

test('the policy is asked before each step of a turn, and knows whose it is', async () => {
  const id = await denying(() => false, true)
  const { turn_id } = await server.say(id, 'calculate 6*7')
  expect(moments.map(({ at }) => at)).toEqual(['message', 'request', 'tool', 'message', 'request'])
  for (const moment of moments) expect(moment).toMatchObject({ principal: LOCAL_OWNER, session_id: id, turn_id })
  expect((await server.store.events(id, { turn_id })).at(-1)?.type).toBe('turn.completed')
})

test.each([false, true])(
  'a message that is denied refuses the turn, and leaves nothing behind (later: %s)',
  async (later) => {
    const id = await denying(({ at }) => at === 'message', later)
    await expect(server.say(id, 'Hello')).rejects.toThrow(new PolicyDeniedError('It is against the rules.'))
    expect(await server.store.path(id)).toEqual([])
    expect((await server.store.events(id)).map(({ type }) => type)).toEqual(['session.created'])
    expect(await server.store.session(id)).toMatchObject({ state: 'idle', title: null })
    expect(sent).toBe(0)
  },
)

test.each([false, true])(
  'a request that is denied is not sent, and fails the turn with the reason (later: %s)',
  async (later) => {
    const id = await denying(({ at }) => at === 'request', later)
    const { turn_id } = await server.say(id, 'Hello')
    expect(sent).toBe(0)
    const failed = (await server.store.events(id, { turn_id })).at(-1)
    expect(failed).toMatchObject({
      type: 'turn.failed',
      payload: { error_class: 'other', message: 'It is against the rules.' },
    })
    expect((await server.store.session(id))?.state).toBe('idle')
  },
)

test('a tool that is denied is not run, and the model goes on with the reason', async () => {
  const id = await denying(({ at }) => at === 'tool')
  const { turn_id } = await server.say(id, 'calculate 6*7')
  const path = await server.store.path(id)
  expect(path.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  const [result] = path[2]?.content ?? []
  const text = 'The tool was not run: It is against the rules.'
  expect(result).toMatchObject({ type: 'tool_result', is_error: true, content: [{ type: 'text', text }] })
  expect(textOf(path[3]?.content ?? [])).toContain('It is against the rules.')
  const failed = (await server.store.events(id, { turn_id })).find(({ type }) => type === 'tool.failed')
  expect(failed?.payload).toMatchObject({ name: 'calculator', reason: 'denied' })
  expect((await server.store.toolCalls(id)).map(({ status }) => status)).toEqual(['failed'])
})

test('what a tool gave and the policy withholds is neither stored nor sent', async () => {
  const id = await denying((moment) => moment.at === 'message' && moment.message.role === 'tool')
  await server.say(id, 'calculate 6*7')
  const path = await server.store.path(id)
  const text = 'What the tool gave is withheld: It is against the rules.'
  expect(path[2]?.content).toEqual([
    { type: 'tool_result', tool_use_id: expect.any(String), content: [{ type: 'text', text }], is_error: true },
  ])
  // Ids and times may hold these digits, too.
  expect(JSON.stringify(path.slice(2).map(({ content }) => content))).not.toMatch(/\b42\b/)
  expect((await server.store.toolCalls(id)).map(({ status }) => status)).toEqual(['failed'])
})
