import { afterEach, describe, expect, test } from 'vitest'
import { isBlockOf, textOf } from '#lib/canonical/block.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
const MODELS = ['demo:anthropic', 'demo:openai', 'demo:responses', 'demo:openrouter']

let server: SessionServer
afterEach(() => server.close())

/** With the bodies of what is asked upstream. */
async function start(options: Parameters<typeof startSessionServer>[0] = {}) {
  const demo = createDemoFetch({ delay: async () => {} })
  const bodies: Record<string, unknown>[] = []
  const upstream: typeof fetch = (input, init) => {
    if (init?.method === 'POST') bodies.push(JSON.parse(String(init.body)))
    return demo(input, init)
  }
  server = await startSessionServer({ fetch: upstream, ...options })
  return bodies
}

describe('what one turn cannot do without', () => {
  test.each(MODELS)('an answer by a schema is asked of %s, for this turn alone', async (model) => {
    const bodies = await start()
    const id = await server.sessions.create({ active_model: model })
    await server.say(id, 'Which city?', { output_schema: SCHEMA })
    await server.say(id, 'And another?')
    const [first, second] = bodies.map((body) => JSON.stringify(body).includes('"city"'))
    expect([first, second]).toEqual([true, false])
    expect((await server.store.session(id))?.settings).toEqual({})
  })

  test.each(MODELS)('a call of a tool is asked of %s once, and its turn comes to an end', async (model) => {
    const bodies = await start()
    const id = await server.sessions.create({ active_model: model })
    await server.say(id, 'calculate 6*7', { tool_choice: { name: 'calculator' } })
    const path = await server.store.path(id)
    expect(path.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(path[1]?.content.filter(isBlockOf('tool_use'))).toMatchObject([{ name: 'calculator' }])
    expect(textOf(path.at(-1)?.content ?? [])).toContain('42')
    expect(bodies.map(({ tool_choice }) => tool_choice !== undefined)).toEqual([true, false])
  })

  test.each([
    ['a tool that is not there', { tool_choice: { name: 'telescope' } }, 'tool_choice.name', 'calculator'],
    ['a tool where none is offered', { tool_choice: 'required', settings: { tools: false } }, 'tool_choice', 'no tool'],
    ['a schema without end', { output_schema: { description: 'x'.repeat(40_000) } }, 'output_schema', '32768'],
  ] as const)('%s is refused by name, and nothing is stored', async (_name, demands, path, words) => {
    await start()
    const id = await server.sessions.create({ active_model: 'demo:anthropic' })
    const refused = server.say(id, 'hello', demands)
    await expect(refused).rejects.toMatchObject({ faults: [{ path, problem: expect.stringContaining(words) }] })
    expect(await server.store.path(id)).toEqual([])
  })
})
