import { afterEach, describe, expect, test } from 'vitest'
import { createAdapter } from '#lib/adapters/registry.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { silentLogger } from '#lib/log.ts'
import { sentTokens } from '#lib/pricing/cache-share.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import type { Receipt } from '#lib/receipt/receipt.ts'
import { calculator } from '#lib/tools/builtins/calculator.ts'
import type { Tool } from '#lib/tools/tool.ts'
import { receiptsOf } from '#test/support/receipts.ts'
import { chain, messageOf, session } from '#test/support/session-builder.ts'
import { type SessionServer, type SessionServerOptions, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
/** Bodies as they were sent, in their order. */
let bodies: string[]

async function start(options: SessionServerOptions = {}) {
  bodies = []
  const upstream = options.fetch ?? createDemoFetch({ delay: async () => {} })
  server = await startSessionServer({
    ...options,
    fetch: async (input, init) => {
      bodies.push(String(init?.body))
      return upstream(input, init)
    },
  })
}
afterEach(() => server.close())

const answersOf = async (id: string) => (await server.store.path(id)).filter(({ role }) => role === 'assistant')

async function receiptsIn(id: string): Promise<Receipt[]> {
  const receipts = receiptsOf(server)
  const all = (await answersOf(id)).map((answer) => receipts.of(LOCAL_OWNER, id, answer.id))
  return (await Promise.all(all)).filter((receipt) => receipt !== null)
}

async function onlyReceiptOf(id: string): Promise<Receipt> {
  const [receipt] = await receiptsIn(id)
  if (!receipt) throw new Error('there is none')
  return receipt
}

describe('the request of a receipt', () => {
  test('is byte for byte what was sent, for each step of an answer, whatever the chat is set to since', async () => {
    await start()
    const settings = { reasoning_effort: 'high', temperature: 0.3 } as const
    const id = await server.sessions.create({ active_model: 'demo:anthropic', system_prompt: 'Be brief.', settings })
    await server.say(id, 'think about rain')
    await server.say(id, 'calculate 2*3 then 4*5')
    await server.say(id, '@demo:openai calculate 6*7')
    await server.sessions.change(id, { system_prompt: 'Be kind.', settings: { temperature: 1 } })
    const sent = [...bodies]
    await server.say(id, 'hello')
    const receipts = await receiptsIn(id)
    expect(receipts.map(({ wire }) => wire.sameness.is)).toEqual(receipts.map(() => 'sent'))
    // Those in between named the chat.
    const made = receipts.slice(0, -1).map(({ wire }) => JSON.stringify(wire.request))
    expect(sent.filter((body) => !body.includes('Name this conversation'))).toEqual(made)
    expect(receipts.map(({ settings: given }) => given?.system_prompt)).toEqual([
      ...made.map(() => 'Be brief.'),
      'Be kind.',
    ])
    expect(receipts[0]?.settings).toMatchObject({
      wished: settings,
      sent: { reasoning_effort: 'high' },
      tools: ['calculator'],
    })
  })

  test('says which of its fields are others by now', async () => {
    const more: Tool[] = []
    await start({ toolSources: [{ name: 'changing', tools: () => Promise.resolve([...more]) }] })
    const id = await server.sessions.create({ active_model: 'demo:openai' })
    await server.say(id, 'hello')
    more.push({ ...calculator, definition: { ...calculator.definition, name: 'reckoner' } })
    const { wire, settings } = await onlyReceiptOf(id)
    expect(wire.sameness).toEqual({ is: 'other', fields: ['tools'] })
    expect(settings?.tools).toEqual(['calculator'])
    await server.store.changePersonSettings(LOCAL_OWNER, { title_model: 'own', outbound_scan: 'mask' })
    more.pop()
    const other = await server.sessions.create({ active_model: 'demo:openai' })
    await server.say(other, 'write to somebody@example.com')
    await server.store.changePersonSettings(LOCAL_OWNER, { title_model: 'own' })
    expect((await onlyReceiptOf(other)).wire.sameness).toEqual({ is: 'other', fields: ['conversation'] })
  })

  test('holds no key and no value of a header that the installation adds', async () => {
    const adapter = createAdapter({
      type: 'anthropic',
      name: 'own',
      base_url: 'https://somebody:sesame-open@host.invalid/v1',
      api_key: 'key-of-nobody-else',
      extra_headers: { 'x-tenant': 'tenant-secret' },
      fetch: createDemoFetch({ delay: async () => {} }),
      log: silentLogger,
    })
    await start({ providers: [{ name: 'own', adapterOf: () => adapter, models: [{ id: 'own:model' }] } as never] })
    const id = await server.sessions.create({ active_model: 'own:model' })
    await server.say(id, 'hello')
    const receipt = await onlyReceiptOf(id)
    expect(receipt.wire.endpoint).toMatchObject({
      headers: { 'x-api-key': '{{API_KEY}}', 'content-type': 'application/json' },
      left_out: ['x-tenant'],
      key_variable: 'OWN_API_KEY',
    })
    expect(JSON.stringify(receipt)).not.toMatch(/key-of-nobody-else|tenant-secret|sesame-open/)
  })
})

describe('what came over the wire', () => {
  test('is kept with its answer byte for byte, in each of the five formats, and of the call that names the chat nothing', async () => {
    const came: string[] = []
    const upstream = createDemoFetch({ delay: async () => {} })
    await start({
      fetch: async (input, init) => {
        const response = await upstream(input, init)
        const text = await response.text()
        came.push(text)
        return new Response(text, response)
      },
    })
    const models = ['demo:anthropic', 'demo:openai', 'demo:responses', 'demo:ollama', 'demo:openrouter']
    const id = await server.sessions.create({ active_model: 'demo:anthropic' })
    for (const model of models) await server.say(id, `@${model} think about rain`)
    const answers = await answersOf(id)
    const kept = await Promise.all(answers.map((answer) => server.store.wireAnswers(id, answer.id)))
    expect(kept.map((list) => list.length)).toEqual(models.map(() => 1))
    const texts = kept.flat().map(({ text }) => text)
    expect(texts.map((text) => came.indexOf(text) >= 0)).toEqual(models.map(() => true))
    expect(new Set(texts).size).toBe(models.length)
    const calls = (await server.store.llmCalls(id)).map((call) => call.id)
    expect(calls).toEqual(expect.arrayContaining(kept.flat().map(({ call_id }) => call_id)))
    const { rows } = await server.database.execute('SELECT count(*) AS count FROM wire_answers')
    expect(Number(rows[0]?.count)).toBe(models.length)
  })
})

describe('a receipt', () => {
  test('has the way to each model that was asked, where the first one failed', async () => {
    const demo = createDemoFetch({ delay: async () => {} })
    await start({
      fetch: async (input, init) =>
        new URL(String(input)).pathname.endsWith('/chat/completions')
          ? Response.json({ error: { message: 'not now' } }, { status: 503 })
          : demo(input, init),
      adapter: { max_retries: 0 },
    })
    const id = await server.sessions.create({ active_model: 'demo:openai', settings: { fallback: true } })
    await server.say(id, 'hello')
    const { route, cost } = await onlyReceiptOf(id)
    expect(route).toMatchObject({ chosen_model: 'demo:anthropic', mode: 'default' })
    const chose = { verdict: 'chose', policy: 'global_default' }
    const rejected = { verdict: 'rejected', policy: 'manual_sticky', rejection: 'provider_unavailable' }
    expect(route?.chain).toEqual(
      expect.arrayContaining([expect.objectContaining(rejected), expect.objectContaining(chose)]),
    )
    expect(route?.earlier).toMatchObject([{ model: 'demo:openai', error_class: 'server_error', mode: 'manual' }])
    expect(route?.earlier[0]?.chain).toContainEqual(
      expect.objectContaining({ policy: 'manual_sticky', verdict: 'chose', model: 'demo:openai' }),
    )
    expect(cost.calls.map(({ call }) => [call.model_asked, call.outcome])).toEqual([
      ['demo:openai', 'failed'],
      ['demo:anthropic', 'completed'],
    ])
  })

  test('says why this model, what it left of the history with the words of it, and what each attempt cost', async () => {
    await start()
    const id = await server.sessions.create({ active_model: 'demo:anthropic', settings: { reasoning_effort: 'high' } })
    await server.say(id, 'think about rain')
    await server.say(id, '@demo:openai hello')
    const [first, second] = await receiptsIn(id)
    const [thoughtful] = await answersOf(id)
    const thought = thoughtful?.content.find(({ type }) => type === 'thinking') as { text: string }
    expect(first).toMatchObject({ unknown: null, projections: [], model_asked: 'demo:anthropic' })
    expect(second?.route).toMatchObject({ chosen_model: 'demo:openai', mode: 'override' })
    expect(second?.route?.chain?.[0]).toMatchObject({ policy: 'per_message_override', verdict: 'chose' })
    expect(second?.projections).toMatchObject([
      { message_id: thoughtful?.id, block_type: 'thinking', action: 'dropped', role: 'assistant' },
    ])
    const { cost, parts } = second ?? {}
    expect(parts?.map(({ kind, turn, is_changed }) => [kind, turn, is_changed])).toEqual([
      ['instructions', null, false],
      ['turn', 1, true],
      ['turn', 2, false],
    ])
    const usage = cost?.calls[0]?.call.usage
    expect(parts?.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(usage && sentTokens(usage))
    expect(second?.projections[0]?.excerpt?.slice(0, 40)).toBe(thought.text.replace(/\s+/g, ' ').slice(0, 40))
    const [total] = await server.store.turnTotals(id, [second?.turn_id ?? ''])
    expect(second?.cost).toMatchObject({ cost_usd: total?.cost_usd, unpriced_calls: 0 })
    expect(second?.cost.calls[0]?.lines.length).toBeGreaterThan(0)

    const receipts = receiptsOf(server)
    const ofThought = await receipts.projections(LOCAL_OWNER, id, thoughtful?.id)
    const ofAnswer = await receipts.projections(LOCAL_OWNER, id, second?.message_id)
    expect(ofThought).toEqual(ofAnswer)
    expect(ofAnswer).toEqual(await receipts.projections(LOCAL_OWNER, id))
    expect(ofAnswer).toHaveLength(1)
  })

  test('says what each request of an answer left out once, and asks as little of the store for a late answer as for an early one', async () => {
    const asked: string[] = []
    await start({
      wrapStore: (store) =>
        new Proxy(store, {
          get(target, name) {
            asked.push(String(name))
            return Reflect.get(target, name)
          },
        }),
    })
    const id = await server.sessions.create({ active_model: 'demo:anthropic', settings: { reasoning_effort: 'high' } })
    await server.say(id, 'think about rain')
    await server.say(id, '@demo:openai calculate 2*3 then 4*5')
    const stepped = (await receiptsIn(id)).at(-1)
    const left = await server.store.projections(id)
    expect(new Set(left.map(({ request_id }) => request_id)).size).toBe(3)
    // The thought of the first answer, and that of the first step.
    expect(stepped?.projections.map(({ block_type }) => block_type)).toEqual(['thinking', 'thinking'])
    expect(left.length).toBeGreaterThan(3)

    for (const word of ['one', 'two', 'three', 'four']) await server.say(id, word)
    const answers = await answersOf(id)
    const askedFor = async (messageId: string | undefined) => {
      asked.length = 0
      await receiptsOf(server).of(LOCAL_OWNER, id, messageId ?? '')
      return asked.toSorted()
    }
    expect(await askedFor(answers.at(-1)?.id)).toEqual(await askedFor(answers.at(-3)?.id))
  })

  test('of an answer that was brought along or copied says so, and of a question or in somebody else’s chat there is none', async () => {
    await start()
    const id = await server.sessions.create({ active_model: 'demo:openai' })
    const { message_id } = await server.say(id, 'hello')
    const copy = await server.sessions.fork(id)
    expect(await receiptsIn(copy)).toMatchObject([
      { unknown: 'copied', route: { chain: null }, wire: { request: null } },
    ])
    const imported = session({ owner_id: LOCAL_OWNER.id })
    await server.store.createSession(imported, [])
    const question = messageOf(imported, { content: [{ type: 'text', text: 'Hi' }] })
    const metadata = { imported_from: 'ChatGPT', imported_model: 'gpt-4o' }
    const answer = messageOf(imported, { role: 'assistant', content: [{ type: 'text', text: 'Ho' }], metadata })
    await server.store.commit({
      session_id: imported.id,
      messages: chain([question, answer]),
      patch: { head_id: answer.id },
    })
    expect(await receiptsIn(imported.id)).toMatchObject([
      { unknown: 'imported', model_served: 'gpt-4o', route: null, settings: null, cost: { cost_usd: null, calls: [] } },
    ])
    const receipts = receiptsOf(server)
    expect(await receipts.of(LOCAL_OWNER, id, message_id)).toBeNull()
    const [theirs] = await answersOf(id)
    expect(await receipts.of({ ...LOCAL_OWNER, id: 'somebody' }, id, theirs?.id ?? '')).toBeNull()
    expect(await receipts.projections({ ...LOCAL_OWNER, id: 'somebody' }, id)).toBeNull()
  })
})
