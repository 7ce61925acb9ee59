import { afterEach, expect, test } from 'vitest'
import { hashJson } from '#lib/canonical/hash.ts'
import type { Moment } from '#lib/policy/policy.ts'
import { calculator } from '#lib/tools/builtins/calculator.ts'
import { answering } from '#test/support/adapter-harness.ts'
import { type SessionServer, type SessionServerOptions, startSessionServer } from '#test/support/session-server.ts'
import { anyTool } from '#test/support/tool-host.ts'

let server: SessionServer
afterEach(() => server.close())

type Called = readonly [name: string, args: string]

const piece = (delta: object, finish_reason: string | null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`

/** A session whose model makes these calls at once, and says something when it has the results. */
async function calling(calls: readonly Called[], options: SessionServerOptions = {}) {
  const tool_calls = calls.map(([name, args], index) => ({
    index,
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: args },
  }))
  const bodies = [piece({ tool_calls }, 'tool_calls'), piece({ content: 'Done' }, 'stop')]
  server = await startSessionServer({
    fetch: (...request) => answering(bodies.shift() ?? '')(...request),
    ...options,
  })
  return server.sessions.create({ active_model: 'demo:openai' })
}

async function toolEvents(id: string) {
  const events = await server.store.events(id)
  return events.flatMap(({ type, payload }) => (type.startsWith('tool.') ? [[type, payload]] : []))
}

const logged = (message: string) => {
  const { entries } = server.log as unknown as { entries: { message: string }[] }
  return entries.filter((entry) => entry.message === message)
}

test('of each call it is told what was asked for, and what became of it', async () => {
  const id = await calling([
    ['calculator', '{"expression": "6*7"}'],
    ['calculator', '{}'],
    ['nobody', '{"größe": 1}'],
    ['calculator', '{"expression": '],
    ['calculator', '{"expression": "1/0"}'],
  ])
  await server.say(id, 'hello')
  const asked = (await server.store.path(id))[1]
  const [sum, empty, unknown, cut, impossible] = (await server.store.toolCalls(id)).map((call) => ({
    tool_use_id: call.id,
    name: call.name,
  }))
  const input = (given: unknown, input_bytes: number) => ({ input_hash: hashJson(given), input_bytes })
  const known = { message_id: asked?.id, side_effects: 'none' }
  const content = [{ type: 'text', text: '42' }]
  expect(await toolEvents(id)).toEqual([
    ['tool.called', { ...sum, ...known, ...input({ expression: '6*7' }, 20) }],
    ['tool.called', { ...empty, ...known, ...input({}, 2) }],
    ['tool.called', { ...unknown, ...known, side_effects: null, ...input({ größe: 1 }, 13) }],
    ['tool.called', { ...cut, ...known, ...input('{"expression": ', 15) }],
    ['tool.called', { ...impossible, ...known, ...input({ expression: '1/0' }, 20) }],
    [
      'tool.completed',
      { ...sum, duration_ms: expect.any(Number), output_hash: hashJson(content), output_bytes: expect.any(Number) },
    ],
    ['tool.input_invalid', { ...empty, path: 'input.expression', problem: 'is required' }],
    ['tool.failed', { ...empty, reason: 'invalid_input' }],
    ['tool.failed', { ...unknown, reason: 'unknown_tool' }],
    ['tool.failed', { ...cut, reason: 'unreadable_input' }],
    ['tool.failed', { ...impossible, reason: 'error' }],
  ])
  // Nothing broke down: a model is told what it asked for wrongly, and nobody else has to know.
  expect(logged('a tool broke down')).toEqual([])
})

test('whoever watches sees each result under its call as soon as it is stored', async () => {
  const id = await calling([
    ['calculator', '{"expression": "6*7"}'],
    ['calculator', '{"expression": "2+2"}'],
  ])
  const watch = server.watch(id)
  await watch.untilType('snapshot')
  await server.say(id, 'hello')
  await watch.untilType('turn.completed')
  await watch.stop()
  const steps = watch.frames.flatMap((frame): unknown[] => {
    if (frame.type !== 'message.appended') return frame.type === 'tool.completed' ? [frame.type] : []
    const { role, content } = frame.payload.message
    return [role === 'tool' ? content : role]
  })
  const results = (await server.store.toolCalls(id)).map(({ id: tool_use_id }, index) => [
    { type: 'tool_result', tool_use_id, content: [{ type: 'text', text: ['42', '4'][index] }], is_error: false },
  ])
  expect(steps).toEqual(['user', 'assistant', results[0], 'tool.completed', results[1], 'tool.completed', 'assistant'])
})

const isResult = (moment: Moment) => moment.at === 'message' && moment.message.role === 'tool'

test.each([false, true])(
  'what the policy withholds of a tool is an error result that says so, and a call that was denied (later: %s)',
  async (later) => {
    const reason = 'It is against the rules.'
    const id = await calling([['calculator', '{"expression": "6*7"}']], {
      policy: {
        decide(moment) {
          const decision = isResult(moment) ? ({ verdict: 'deny', reason } as const) : ({ verdict: 'allow' } as const)
          return later ? Promise.resolve(decision) : decision
        },
      },
    })
    await server.say(id, 'hello')
    const [call] = await server.store.toolCalls(id)
    const text = `What the tool gave is withheld: ${reason}`
    expect((await server.store.path(id))[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: call?.id, content: [{ type: 'text', text }], is_error: true },
    ])
    expect((await toolEvents(id)).slice(1)).toEqual([
      ['tool.failed', { tool_use_id: call?.id, name: 'calculator', reason: 'denied' }],
    ])
    expect(call?.status).toBe('failed')
  },
)

test('a policy that breaks down over what a tool gave ends the turn, and nothing of that is stored or sent', async () => {
  const id = await calling([['calculator', '{"expression": "6*7"}']], {
    policy: {
      decide(moment) {
        if (isResult(moment)) throw new TypeError('no rules')
        return { verdict: 'allow' }
      },
    },
  })
  const { turn_id } = await server.say(id, 'hello')
  const path = await server.store.path(id)
  expect(path.filter(({ role }) => role === 'tool')).toEqual([])
  expect((await server.store.events(id, { turn_id })).at(-1)?.type).toBe('turn.failed')
})

test('a call that was cancelled gave nothing that the policy could be asked about', async () => {
  const started = Promise.withResolvers<void>()
  const asked: Moment[] = []
  const id = await calling([['endless', '{}']], {
    tools: [
      anyTool('endless', () => {
        started.resolve()
        return new Promise(() => {})
      }),
    ],
    policy: {
      decide(moment) {
        if (!isResult(moment)) return { verdict: 'allow' }
        asked.push(moment)
        return { verdict: 'deny', reason: 'It is against the rules.' }
      },
    },
  })
  const { turn_id } = await server.turns.start(id, { content: [{ type: 'text', text: 'hello' }] })
  await started.promise
  server.turns.cancel(id, turn_id)
  await server.turns.idle(id)
  const [call] = await server.store.toolCalls(id)
  expect(call).toMatchObject({ status: 'cancelled', result_message_id: null })
  expect((await toolEvents(id)).slice(1)).toEqual([
    ['tool.failed', { tool_use_id: call?.id, name: 'endless', reason: 'cancelled' }],
  ])
  expect(asked).toEqual([])
})

test('a tool that breaks down is told to the model without its words, and logged with them', async () => {
  const cause = new Error('no connection to 10.0.0.1')
  const id = await calling([['calculator', '{"expression": "6*7"}']], {
    tools: [{ ...calculator, run: () => Promise.reject(cause) }],
  })
  await server.say(id, 'hello')
  const [call] = await server.store.toolCalls(id)
  expect((await server.store.path(id))[2]?.content).toMatchObject([
    { content: [{ type: 'text', text: 'The tool broke down.' }], is_error: true },
  ])
  expect(logged('a tool broke down')).toEqual([
    { level: 'error', message: 'a tool broke down', fields: { tool: 'calculator', tool_use_id: call?.id, cause } },
  ])
})
