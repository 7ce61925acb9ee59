import { afterEach, expect, onTestFinished, test } from 'vitest'
import { changedSettings, parseSettings } from '#lib/canonical/session-settings.ts'
import { temporaryFolder } from '#test/support/database.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
afterEach(() => server?.close())

const settingsOf = async (id: string) => (await server.store.session(id))?.settings
const lastKinds = async (id: string) => (await server.store.path(id)).at(-1)?.content.map(({ type }) => type)
const calls = async (id: string) =>
  (await server.store.events(id)).flatMap(({ type, payload }) => (type === 'llm.call_started' ? [payload] : []))

test('a setting is changed without the others, and null leaves it to the model again', async () => {
  server = await startSessionServer()
  const id = await server.sessions.create({ settings: { temperature: 0.5, tools: false } })
  await Promise.all([
    server.sessions.change(id, { settings: { reasoning_effort: 'high' } }),
    server.sessions.change(id, { settings: { temperature: null, max_output_tokens: 900 } }),
  ])
  expect(await settingsOf(id)).toEqual({ reasoning_effort: 'high', max_output_tokens: 900, tools: false })
  expect((await server.store.session(id))?.system_prompt).toBeNull()
})

test('settings are there after a restart', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  const settings = { reasoning_effort: 'max', temperature: 0 } as const
  const first = await startSessionServer({ folder: folder.path })
  const id = await first.sessions.create({ settings })
  await first.close()
  server = await startSessionServer({ folder: folder.path })
  expect(await settingsOf(id)).toEqual(settings)
})

test.each(['demo:anthropic', 'demo:openai'])(
  'a high effort makes %s think before it answers, none never',
  async (model) => {
    server = await startSessionServer()
    const id = await server.sessions.create({ active_model: model, settings: { reasoning_effort: 'high' } })
    await server.say(id, 'hello')
    expect(await lastKinds(id)).toEqual(['thinking', 'text'])
    await server.say(id, 'calculate 2*3')
    const path = await server.store.path(id)
    expect(path.slice(-4).map(({ content }) => content.map(({ type }) => type))).toEqual([
      ['text'],
      ['thinking', 'text', 'tool_use'],
      ['tool_result'],
      ['text'],
    ])
    await server.say(id, 'think about it', { settings: { reasoning_effort: 'none' } })
    expect(await lastKinds(id)).toEqual(['text'])
    await server.say(id, 'hello again', { settings: { reasoning_effort: null } })
    expect(await lastKinds(id)).toEqual(['text'])
    await server.say(id, 'and again')
    expect(await lastKinds(id)).toEqual(['thinking', 'text'])
  },
)

test('each call says what it was made with, and what of the settings did not go out', async () => {
  server = await startSessionServer()
  const settings = { reasoning_effort: 'max', temperature: 0.4, max_output_tokens: 30_000 } as const
  const id = await server.sessions.create({ active_model: 'demo:anthropic', settings })
  await server.say(id, 'hello')
  expect(await calls(id)).toMatchObject([
    { settings: { reasoning_effort: 'high', temperature: 0.4, max_output_tokens: 30_000 }, tool_count: 1 },
  ])
  expect(await server.store.projections(id)).toEqual(
    [
      ['reasoning_effort', 'converted', 'the model does not know max: it is asked for high'],
      ['temperature', 'dropped', 'the model takes no temperature while it thinks'],
    ].map(([block_type, action, reason]) => ({
      session_id: id,
      message_id: '',
      adapter: 'demo',
      request_id: expect.any(String),
      block_type,
      action,
      reason,
    })),
  )
  expect(await settingsOf(id)).toEqual(settings)
})

test('without tools none are offered, and the turns before them still make sense', async () => {
  server = await startSessionServer()
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  await server.say(id, 'calculate 2*3')
  await server.sessions.change(id, { settings: { tools: false } })
  await server.say(id, 'calculate 4*5')
  expect((await calls(id)).map(({ tool_count }) => tool_count)).toEqual([1, 1, 0])
  expect((await server.store.path(id)).at(-1)?.content).toMatchObject([
    { type: 'text', text: expect.stringContaining('no `calculator` tool came with this request') },
  ])
  expect((await server.store.path(id)).at(-1)?.metadata.status).toBe('complete')
})

test('what a newer version stored in a way of its own is passed over, and the rest holds', () => {
  expect(parseSettings({ reasoning_effort: 'ultra', temperature: 0.3, verbosity: 'low', tools: 'some' })).toEqual({
    temperature: 0.3,
  })
  expect(() => parseSettings([])).toThrow()
  expect(changedSettings({ temperature: 1, tools: true }, { temperature: null, tools: false })).toEqual({
    tools: false,
  })
})
