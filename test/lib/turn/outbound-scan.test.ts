import { afterEach, expect, test } from 'vitest'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
afterEach(() => server.close())

const KEY = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`

/** A chat in which a key is said, with all that was sent for it. */
async function chatWith(outbound_scan: 'off' | 'warn' | 'mask' | undefined, model = 'demo:openai') {
  const sent: string[] = []
  const upstream = createDemoFetch({ delay: async () => {} })
  server = await startSessionServer({
    async fetch(input, init) {
      sent.push(await new Request(input, init).text())
      return await upstream(input, init)
    },
  })
  await server.parts.sessions.changeSettings(LOCAL_OWNER, { ...(outbound_scan && { outbound_scan }) })
  const id = await server.sessions.create({ active_model: model, system_prompt: `Mail ada@mail.example` })
  await server.say(id, `hello ${KEY}`)
  const records = (await server.store.projections(id)).map(({ action, block_type, reason }) => [
    action,
    block_type,
    reason,
  ])
  return { id, sent, records }
}

test.each(['demo:openai', 'demo:anthropic'])(
  'masked, a secret stays in the chat and is sent nowhere: %s',
  async (model) => {
    const { id, sent, records } = await chatWith('mask', model)
    await server.say(id, 'and again')
    expect(sent.length).toBeGreaterThan(1)
    for (const body of sent) {
      expect(body).not.toContain(KEY)
      expect(body).not.toContain('ada@mail.example')
      expect(body).toContain('[a key, masked]')
      expect(body).toContain('[an e-mail address, masked]')
    }
    expect(JSON.stringify(await server.store.path(id))).toContain(KEY)
    expect(records).toEqual([
      ['converted', 'text', 'a key was masked'],
      ['converted', 'system_prompt', 'an e-mail address was masked'],
    ])
  },
)

test('where it only warns, it is sent and recorded', async () => {
  const { sent, records } = await chatWith('warn')
  expect(sent[0]).toContain(KEY)
  expect(records).toContainEqual(['noticed', 'text', 'a key was sent as it is'])
})

test.each(['off', undefined] as const)('where it is %s, nothing is looked at', async (how) => {
  const { sent, records } = await chatWith(how)
  expect(sent[0]).toContain(KEY)
  expect(records).toEqual([])
})

test('what a tool gave is masked as well', async () => {
  const { id, sent } = await chatWith('mask')
  sent.length = 0
  await server.say(id, 'calculate 411111111111111 * 10 + 1')
  expect(sent).toHaveLength(2)
  expect(sent[1]).toContain('[a card number, masked]')
  expect(sent[1]).not.toContain('4111111111111111')
})

test('a change of another setting leaves it', async () => {
  await chatWith('mask')
  expect(await server.parts.sessions.changeSettings(LOCAL_OWNER, { title_model: 'off' })).toEqual({
    title_model: 'off',
    outbound_scan: 'mask',
  })
})
