import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isBlockOf, textOf } from '#lib/canonical/block.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { readEnv } from '#lib/env.ts'
import { Installer } from '#lib/installed-providers.ts'
import { silentLogger } from '#lib/log.ts'
import { optionsOf } from '#lib/models/catalog.ts'
import { OPENAI_MODELS } from '#lib/models/openai.ts'
import { drain } from '#test/support/adapter-harness.ts'
import { canonicalRequest } from '#test/support/message-builder.ts'
import { openaiService } from '#test/support/openai-service.ts'
import { type SessionServerOptions, startSessionServer } from '#test/support/session-server.ts'

const KEY = 'sk-test-key-0123456789'
const OPENAI = 'https://api.openai.com/v1'
const HOST = 'http://127.0.0.1:4399/v1'

const network = setupServer()
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }))
afterEach(() => network.resetHandlers())
afterAll(() => network.close())

const itemsOf = (body: JsonObject | undefined) => (body?.input ?? []) as JsonObject[]

/** The product below HTTP with the very providers that these variables install. */
async function installation(variables: Record<string, string>, options: SessionServerOptions = {}) {
  const installed = new Installer(silentLogger).install(readEnv(variables).providers)
  const providers = installed.filter(({ name }) => name !== 'demo')
  const server = await startSessionServer({ ...options, providers })
  onTestFinished(async () => {
    await server.close()
    await Promise.all(installed.map((provider) => provider.close?.()))
  })
  return server
}

const NAMES = OPENAI_MODELS.flatMap(({ id, snapshots }) => [id, ...snapshots.map((name) => `openai:${name}`)])

test('a model runs here where its server is a program that runs models and is on this machine', () => {
  const installed = new Installer(silentLogger).install(
    readEnv({
      OLLAMA_BASE_URL: 'http://127.0.0.1:11434',
      VLLM_BASE_URL: 'http://10.0.0.5:8000',
      OPENAI_BASE_URL: 'http://127.0.0.1:4000',
      METIS_PROVIDERS: 'lab',
      METIS_PROVIDER_LAB_BASE_URL: 'http://127.0.0.1:4001',
    }).providers,
  )
  const models = ['ollama:qwen3', 'ollama:minimax-m3:cloud', 'vllm:qwen3', 'openai:gpt-5', 'lab:any', 'groq:any']
  const runsHere = models.filter((id) => installed.find(({ name }) => id.startsWith(`${name}:`))?.isLocal?.(id))
  expect(runsHere).toEqual(['ollama:qwen3'])
})

describe('with a key for OpenAI and nothing else', () => {
  test('the first message of a new session goes to a model of OpenAI’s and is answered', async () => {
    const service = openaiService(OPENAI)
    network.use(...service.handlers)
    const server = await installation({ OPENAI_API_KEY: KEY })
    expect(server.models.defaultModel).toBe('openai:gpt-6.1-sol')
    const id = await server.sessions.create({})
    await server.say(id, 'Hello. What is 6*7?')
    const path = await server.store.path(id)
    expect(path.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(path.at(-1)?.metadata).toMatchObject({ model: 'openai:gpt-6.1-sol', provider: 'openai', status: 'complete' })
  })

  test.each(NAMES)('wire-rules 166, 167, 168: %s is offered tools, calls one, answers, and goes on', async (model) => {
    const service = openaiService(OPENAI)
    network.use(...service.handlers)
    const server = await installation({ OPENAI_API_KEY: KEY })
    const id = await server.sessions.create({ active_model: model })
    await server.say(id, 'What is 6*7?')
    await server.say(id, 'And again?')
    expect(service.requests.flatMap(({ faults }) => faults)).toEqual([])
    const path = await server.store.path(id)
    const turn = ['user', 'assistant', 'tool', 'assistant']
    expect(path.map(({ role }) => role)).toEqual([...turn, ...turn])
    expect(textOf(path.at(-1)?.content ?? [])).toBe('It is 42.')
    expect(path.filter(({ metadata }) => metadata.status === 'error')).toEqual([])
    expect(service.requests.map((request) => request.path)).toEqual(Array(4).fill('/responses'))
    for (const { body } of service.requests) expect(body).toMatchObject({ store: false, tools: [expect.anything()] })
  })

  test('wire-rule 169: reasoning goes back with its id and encrypted content, and no summary is asked for', async () => {
    const service = openaiService(OPENAI)
    network.use(...service.handlers)
    const server = await installation({ OPENAI_API_KEY: KEY })
    const id = await server.sessions.create({ active_model: 'openai:gpt-5.5' })
    await server.say(id, 'What is 6*7?')
    const [first, second] = service.requests.map(({ body }) => body)
    expect(first).toMatchObject({ include: ['reasoning.encrypted_content'] })
    expect(first).not.toHaveProperty('reasoning')
    expect(itemsOf(second).slice(1)).toMatchObject([
      { type: 'reasoning', id: 'rs_responses1x0', encrypted_content: 'Z0FBQUFB' },
      { type: 'function_call', id: 'fc_responses1x1', call_id: 'call_responses1x1' },
      { type: 'function_call_output', call_id: 'call_responses1x1' },
    ])
  })

  test('every model is listed with what it can do there', async () => {
    const { models } = await installation({ OPENAI_API_KEY: KEY })
    const listed = models.list().filter(({ provider }) => provider === 'openai')
    expect(listed.map(({ id }) => id)).toEqual(OPENAI_MODELS.map(({ id }) => id))
    for (const { id, configured, capabilities } of listed) {
      expect({ id, configured, ...capabilities }).toMatchObject({
        id,
        configured: true,
        supports_tools: true,
        supports_thinking: optionsOf(id).reasoning_efforts?.length !== 0,
      })
    }
  })
})

describe('which of the two wire formats is spoken', () => {
  /** The endpoint that a request for this model goes to. */
  async function endpoint(variables: Record<string, string>, model: string): Promise<string | undefined> {
    const seen: string[] = []
    network.use(
      http.post('*', ({ request }) => {
        seen.push(request.url)
        return HttpResponse.json({ error: { message: 'enough' } }, { status: 400 })
      }),
    )
    const openai = new Installer(silentLogger)
      .install(readEnv(variables).providers)
      .find(({ name }) => name === 'openai')
    const adapter = openai?.adapterOf(model)
    if (!adapter) throw new Error('not configured')
    expect(adapter.name).toBe('openai')
    const { error } = await drain(adapter.stream(canonicalRequest({ model })))
    expect(error).toMatchObject({ provider_message: 'enough' })
    return seen[0]
  }

  test.each([
    [{ OPENAI_API_KEY: KEY }, 'gpt-4o-mini', `${OPENAI}/responses`],
    [{ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: 'https://api.openai.com' }, 'o3', `${OPENAI}/responses`],
    [{ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${OPENAI}/` }, 'gpt-6.1-sol', `${OPENAI}/responses`],
    [{ OPENAI_BASE_URL: 'https://eu.api.openai.com/v1' }, 'gpt-5', 'https://eu.api.openai.com/v1/responses'],
    // Names that the catalog does not have.
    [{ OPENAI_BASE_URL: OPENAI }, 'gpt-5.1-2025-11-13', `${OPENAI}/responses`],
    [{ OPENAI_BASE_URL: OPENAI }, 'o3-pro', `${OPENAI}/responses`],
    [{ OPENAI_BASE_URL: OPENAI }, 'gpt-5.3-codex', `${OPENAI}/responses`],
    [{ OPENAI_BASE_URL: HOST }, 'gpt-5.5', `${HOST}/chat/completions`],
    [{ OPENAI_BASE_URL: HOST }, 'qwen3', `${HOST}/chat/completions`],
    [
      { OPENAI_BASE_URL: 'https://api.openai.com.example.test' },
      'gpt-5',
      'https://api.openai.com.example.test/v1/chat/completions',
    ],
  ])('%j and %s: %s', async (variables, name, url) => {
    expect(await endpoint(variables, `openai:${name}`)).toBe(url)
  })
})

describe('a compatible host', () => {
  test.each(NAMES)('wire-rule 166: answers for %s by Chat Completions, as strict as OpenAI’s own', async (model) => {
    const host = openaiService(HOST)
    const name = model.slice('openai:'.length)
    network.use(
      ...host.handlers,
      http.get(`${HOST}/models`, () => HttpResponse.json({ data: [{ id: name }] })),
    )
    const server = await installation({ OPENAI_BASE_URL: HOST })
    await server.models.refresh()
    const id = await server.sessions.create({ active_model: model })
    await server.say(id, 'What is 6*7?')
    expect(host.requests.flatMap(({ faults }) => faults)).toEqual([])
    expect(textOf((await server.store.path(id)).at(-1)?.content ?? [])).toBe('It is 42.')
    expect(new Set(host.requests.map(({ path }) => path))).toEqual(new Set(['/chat/completions']))
    const listed = server.models.list().find((row) => row.id === model)
    expect(listed?.capabilities).toMatchObject({ supports_thinking: false, supports_tools: name !== 'gpt-6.1-sol' })
  })
})

test('a session written by Chat Completions goes on by Responses, and back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'metis-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const host = openaiService(HOST, { thinks: 'Six times seven.' })
  const service = openaiService(OPENAI)
  network.use(...host.handlers, ...service.handlers)
  const byChat = { OPENAI_BASE_URL: HOST }
  const byResponses = { OPENAI_API_KEY: KEY }
  let id = ''
  for (const [round, variables] of [byChat, byResponses, byChat, byResponses].entries()) {
    const installed = new Installer(silentLogger).install(readEnv(variables).providers)
    const providers = installed.filter(({ name }) => name !== 'demo')
    const server = await startSessionServer({ folder, providers })
    try {
      if (round === 0) id = await server.sessions.create({ active_model: 'openai:gpt-5' })
      await server.say(id, `Question ${round}`)
      expect((await server.store.path(id)).filter(({ metadata }) => metadata.status === 'error')).toEqual([])
    } finally {
      await server.close()
      await Promise.all(installed.map((provider) => provider.close?.()))
    }
  }
  expect([...host.requests, ...service.requests].flatMap(({ faults }) => faults)).toEqual([])

  const last = itemsOf(service.requests.at(-1)?.body)
  const said = last.map(({ type, role, id: item, call_id }) => [type, role ?? call_id ?? item, item !== undefined])
  // What Responses said comes back with its reasoning and ids; what Chat Completions said is plain, under
  // our own call ids: an id of one format is not always one of the other.
  expect(said).toEqual([
    ['message', 'user', false],
    ['function_call', expect.stringMatching(/^tu_/), false],
    ['function_call_output', expect.stringMatching(/^tu_/), false],
    ['message', 'assistant', false],
    ['message', 'user', false],
    ['reasoning', 'rs_responses1x0', true],
    ['function_call', 'call_responses1x1', true],
    ['function_call_output', 'call_responses1x1', false],
    ['reasoning', 'rs_responses2x0', true],
    ['message', 'assistant', true],
    ['message', 'user', false],
    ['function_call', expect.stringMatching(/^tu_/), false],
    ['function_call_output', expect.stringMatching(/^tu_/), false],
    ['message', 'assistant', false],
    ['message', 'user', false],
    ['reasoning', 'rs_responses3x0', true],
    ['function_call', 'call_responses3x1', true],
    ['function_call_output', 'call_responses3x1', false],
  ])
  const thoughts = host.requests.map(({ body }) => JSON.stringify(body)).filter((body) => body.includes('Six times'))
  expect(thoughts).toEqual([])
})

test('what a model thought is shown only where its host says it', async () => {
  const host = openaiService(HOST, { thinks: 'Six times seven.' })
  network.use(...host.handlers)
  const server = await installation({ OPENAI_BASE_URL: HOST })
  const id = await server.sessions.create({ active_model: 'openai:gpt-5' })
  await server.say(id, 'What is 6*7?')
  const thoughts = (await server.store.path(id)).flatMap(({ content }) => content.filter(isBlockOf('thinking')))
  expect(thoughts.map(({ text }) => text)).toEqual(['Six times seven.', 'Six times seven.'])
})

describe('a provider beside the vendors of the catalog', () => {
  test('offers what its own server lists, unpriced, and until then what it is known to have', async () => {
    const url = 'https://api.groq.com/openai/v1/models'
    network.use(http.get(url, () => HttpResponse.error()))
    let now = 0
    const { models } = await installation({ GROQ_API_KEY: KEY }, { now: () => now })
    const offered = () => models.list().filter(({ provider }) => provider === 'groq')
    await models.refresh()
    expect(offered().map(({ id }) => id)).toEqual(['groq:openai/gpt-oss-120b', 'groq:openai/gpt-oss-20b'])
    expect(models.unlisted).toEqual([{ provider: 'groq', label: 'Groq', problem: 'unreachable' }])
    expect(models.defaultModel).toBe('groq:openai/gpt-oss-120b')

    const asked: (string | null)[] = []
    network.use(
      http.get(url, ({ request }) => {
        asked.push(request.headers.get('authorization'))
        return HttpResponse.json({
          data: [
            { id: 'newest', context_window: 32_768 },
            { id: 'whisper', active: false },
          ],
        })
      }),
    )
    now = 10_001
    await models.refresh()
    expect(offered()).toMatchObject([
      { id: 'groq:newest', provider_label: 'Groq', configured: true, price: null, capabilities: { assumed: true } },
    ])
    expect(asked).toEqual([`Bearer ${KEY}`])
  })

  test('offers an effort for what its list says reasons, and for nothing else', async () => {
    const data = [{ id: 'maker/thinker', supported_parameters: ['reasoning'] }, { id: 'maker/plain' }]
    network.use(http.get('https://openrouter.ai/api/v1/models', () => HttpResponse.json({ data })))
    const { models } = await installation({ OPENROUTER_API_KEY: KEY })
    await models.refresh()
    const efforts = models.list().flatMap(({ provider, efforts }) => (provider === 'openrouter' ? [efforts] : []))
    expect(efforts).toEqual([['none', 'minimal', 'low', 'medium', 'high', 'max'], []])
    expect(models.find('openrouter:maker/thinker')?.efforts).toEqual(efforts[0])
  })

  test('takes pictures and files as its list says of each model', async () => {
    const sees = { architecture: { input_modalities: ['text', 'image', 'file'] } }
    const data = [
      { id: 'maker/seer', ...sees },
      { id: 'maker/plain', architecture: { input_modalities: ['text'] } },
    ]
    network.use(http.get('https://openrouter.ai/api/v1/models', () => HttpResponse.json({ data })))
    const { models } = await installation({ OPENROUTER_API_KEY: KEY })
    await models.refresh()
    const taken = ['seer', 'plain'].map((name) => {
      const { supports_images, accepted_image_media_types, documents } =
        models.find(`openrouter:maker/${name}`)?.capabilities ?? {}
      return [
        supports_images,
        accepted_image_media_types?.length,
        documents?.media_types,
        documents?.parsed_media_types,
      ]
    })
    const pdf = ['application/pdf']
    // What no model reads itself the host reads for it.
    expect(taken).toEqual([
      [true, 4, pdf, undefined],
      [false, 0, pdf, pdf],
    ])
  })

  test('is set up on this machine by its address alone, and not by a key that may be there for another program', async () => {
    network.use(http.get('http://127.0.0.1:8000/v1/models', () => HttpResponse.json({ data: [{ id: 'mine' }] })))
    const byKey = await installation({ VLLM_API_KEY: KEY })
    expect(byKey.models.find('vllm:mine')).toBeUndefined()
    const { models } = await installation({ VLLM_BASE_URL: 'http://127.0.0.1:8000' })
    await models.refresh()
    const listed = models.list().filter(({ provider }) => provider === 'vllm')
    expect(listed).toMatchObject([{ id: 'vllm:mine', provider_label: 'vLLM', price: null }])
  })

  test('of a name of one’s own answers by the protocol that it is said to speak, under that name', async () => {
    const host = openaiService(HOST)
    network.use(
      ...host.handlers,
      http.get(`${HOST}/models`, () => new HttpResponse(null, { status: 404 })),
    )
    const server = await installation({
      METIS_PROVIDERS: 'work',
      METIS_PROVIDER_WORK_BASE_URL: HOST,
      METIS_PROVIDER_WORK_PROTOCOL: 'openai-responses',
      METIS_PROVIDER_WORK_MODELS: 'gpt-4o',
      METIS_PROVIDER_WORK_LABEL: 'Work',
    })
    await server.models.refresh()
    expect(server.models.list().find(({ id }) => id === 'work:gpt-4o')).toMatchObject({ provider_label: 'Work' })
    expect(server.models.unlisted).toEqual([{ provider: 'work', label: 'Work', problem: 'no_list' }])
    const id = await server.sessions.create({ active_model: 'work:gpt-4o' })
    await server.say(id, 'What is 6*7?')
    expect(host.requests.flatMap(({ faults }) => faults)).toEqual([])
    const answer = (await server.store.path(id)).at(-1)
    expect(answer?.metadata).toMatchObject({ provider: 'work', model: 'work:gpt-4o', status: 'complete' })
    expect(host.requests.map(({ path }) => path)).toEqual(['/responses', '/responses'])
  })
})
