import { afterEach, expect, test } from 'vitest'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
afterEach(() => server.close())

async function named(title_model: string, words = 'write a **poem** about the sea, please', fields = {}) {
  await server.parts.sessions.changeSettings(LOCAL_OWNER, { title_model })
  const id = await server.sessions.create({ active_model: 'demo:openai', ...fields })
  await server.say(id, words)
  await server.titles.idle()
  return id
}

test('a chat is called after its first words, without their marks, where nobody wants a model to name it', async () => {
  server = await startSessionServer()
  const id = await named('off')
  expect(await server.store.session(id)).toMatchObject({
    title: 'write a poem about the sea, please',
    title_origin: { by: 'words' },
  })
  expect(await server.store.llmCalls(id)).toHaveLength(1)
})

test.each([
  ['chat', 'demo:openai'],
  ['demo:anthropic', 'demo:anthropic'],
])(
  'after its first answer it is named by %s, which is %s, and what that cost is a call of the chat and of no turn',
  async (title_model, model) => {
    server = await startSessionServer()
    const id = await named(title_model)
    const session = await server.store.session(id)
    const [answer, naming, ...more] = await server.store.llmCalls(id)
    expect(session).toMatchObject({
      title: 'About: Write a poem about the sea',
      title_origin: { by: 'model', model, cost_usd: naming?.cost_usd },
    })
    expect(naming).toMatchObject({ model_asked: model, outcome: 'completed', turn_id: null, message_id: null })
    expect(more).toEqual([])
    expect(Number(session?.cost_usd)).toBeCloseTo(Number(answer?.cost_usd) + Number(naming?.cost_usd), 12)
    await server.say(id, 'and another')
    await server.titles.idle()
    expect(await server.store.llmCalls(id)).toHaveLength(3)
  },
)

test('what a person called it stays, and no model is asked', async () => {
  server = await startSessionServer()
  const id = await named('chat', 'hello', { title: 'Mine' })
  expect(await server.store.session(id)).toMatchObject({ title: 'Mine', title_origin: { by: 'person' } })
  expect(await server.store.llmCalls(id)).toHaveLength(1)
})

test('a chat whose first answer failed keeps its first words', async () => {
  server = await startSessionServer()
  const id = await named('chat', 'fault auth')
  expect(await server.store.session(id)).toMatchObject({ title: 'fault auth', title_origin: { by: 'words' } })
  expect(await server.store.llmCalls(id)).toHaveLength(1)
})

test('a model that nobody has is refused as the one who names chats', async () => {
  server = await startSessionServer()
  const { sessions } = server.parts
  await expect(sessions.changeSettings(LOCAL_OWNER, { title_model: 'nobody:knows' })).rejects.toMatchObject({
    name: 'UnknownModelError',
  })
  expect(await server.store.personSettings(LOCAL_OWNER)).toEqual({ title_model: 'off' })
})

test('what the call for a title says of a model is an event of the chat, and of no turn', async () => {
  server = await startSessionServer()
  const failed = { error_class: 'server_error', retry_after_seconds: null } as const
  for (let time = 0; time < 5; time += 1) server.models.availability.ended('demo:anthropic', failed)
  const id = await named('demo:anthropic')
  expect(await server.store.events(id, { types: ['routing.provider_recovered'] })).toMatchObject([
    { turn_id: null, actor: 'system', payload: { provider: 'demo', model: 'demo:anthropic' } },
  ])
  expect(server.models.availability.of('demo:anthropic')).toBeNull()
})
