import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAdapter } from '#lib/adapters/registry.ts'
import type { InstalledProvider } from '#lib/models/installed-provider.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
afterEach(() => server.close())

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A provider whose server lists what it has. */
function localProvider(names: () => Promise<string[]>, max_context_tokens?: number): InstalledProvider {
  const adapter = createAdapter({ type: 'openai', name: 'openai', base_url: 'http://127.0.0.1:9' })
  const window = max_context_tokens === undefined ? {} : { max_context_tokens }
  const listModels = async () => (await names()).map((name) => ({ name, ...window }))
  return { name: 'openai', adapterOf: () => adapter, isOwnServer: true, listModels }
}

describe('sessions', () => {
  beforeEach(async () => {
    server = await startSessionServer()
  })

  test('a new session is stored with its event and shown to everybody', async () => {
    const other = server.watch(await server.sessions.create({}))
    await other.untilType('snapshot')
    const id = await server.sessions.create({ title: 'Mine', active_model: 'demo2' })
    await other.untilType('session.updated')
    await other.stop()
    expect(other.frames.at(-1)).toMatchObject({ session_id: id, payload: { session: { title: 'Mine' } } })
    expect(await server.store.session(id)).toMatchObject({ active_model: 'demo:openai', cost_usd: '0', state: 'idle' })
    expect((await server.store.events(id)).map((event) => event.type)).toEqual(['session.created'])
  })

  test('a new session is stored with the key of its request', async () => {
    const key = { scope: 'session', key: 'k', fingerprint: 'f' }
    const id = await server.sessions.create({}, key)
    expect(await server.store.keptAnswer('session', 'k')).toEqual({ ...key, answer: { id } })
  })

  test('an unknown model is refused with near names, and nothing is stored', async () => {
    await expect(server.sessions.create({ active_model: 'demo:antropic' })).rejects.toMatchObject({
      near: expect.arrayContaining(['demo:anthropic']),
    })
    expect((await server.store.sessions(LOCAL_OWNER, { limit: 10 })).items).toEqual([])
    const id = await server.sessions.create({})
    await expect(server.sessions.change(id, { title: 'x', active_model: 'nobody:knows' })).rejects.toMatchObject({
      near: [],
    })
    expect((await server.store.session(id))?.title).toBeNull()
    await expect(server.sessions.change('nowhere', { title: 'x' })).rejects.toMatchObject({
      name: 'UnknownSessionError',
    })
  })

  test('a change to a model without key is refused, and the old one stays', async () => {
    const id = await server.sessions.create({ active_model: 'demo:openai' })
    expect(await server.sessions.change(id, { active_model: 'openai:gpt-5' })).toMatchObject({
      ok: false,
      refusal: { reason: expect.stringContaining('no key'), options: [{ id: 'stay' }] },
    })
    expect((await server.store.session(id))?.active_model).toBe('demo:openai')
  })

  test('a deleted session stops its turn and is gone for everybody', async () => {
    const id = await server.sessions.create({ active_model: 'demo:anthropic' })
    const watch = server.watch(id)
    await server.turns.start(id, { content: [{ type: 'text', text: 'fault stall' }] })
    await watch.untilType('text.delta')
    expect(await server.sessions.delete(id)).toBe(true)
    await watch.untilType('session.deleted')
    await watch.stop()
    expect(await server.store.session(id)).toBeNull()
    expect(server.turns.isBusy(id)).toBe(false)
    expect(await server.sessions.delete(id)).toBe(false)
  })
})

describe('models', () => {
  test('without a key the demo is the default, and real models are listed as not configured', async () => {
    server = await startSessionServer()
    expect(server.models.defaultModel).toBe('demo:anthropic')
    const listed = server.models.list()
    expect(listed.filter((model) => model.configured).map((model) => model.id)).toEqual([
      'demo:anthropic',
      'demo:openai',
      'demo:responses',
      'demo:ollama',
      'demo:openrouter',
    ])
    expect(listed.find((model) => model.id === 'demo:openai')?.price).toMatchObject({ sample: true })
    expect(server.models.find('openai:nothing-like-it')).toBeUndefined()
  })

  test('a server of the user’s own lists its models, and any other name of it is tried, with assumed capabilities', async () => {
    server = await startSessionServer({ providers: [localProvider(async () => ['llama-3.2:1b', 'gpt-5'])] })
    await server.models.refresh()
    const ids = server.models.list().map((model) => model.id)
    expect(ids.filter((id) => id.startsWith('openai:'))).toEqual(['openai:llama-3.2:1b', 'openai:gpt-5'])
    // Of what a server lists, a model that we know is the better default.
    expect(server.models.defaultModel).toBe('openai:gpt-5')
    expect(server.models.list()[0]).toMatchObject({ configured: true, price: null, capabilities: { assumed: true } })
    expect(server.models.list()[1]?.capabilities.assumed).toBe(false)
    expect(server.models.find('openai:another')?.adapter).not.toBeNull()
    // How much fits is the server's to say where neither it nor the catalog does.
    expect(server.models.find('openai:another')?.window_is_assumed).toBe(true)
    expect(server.models.find('openai:gpt-5')?.window_is_assumed).toBe(false)
  })

  test('a window that the server names counts, and an answer leaves room in it', async () => {
    server = await startSessionServer({ providers: [localProvider(async () => ['small'], 4000)] })
    await server.models.refresh()
    const limits = { max_context_tokens: 4000, max_output_tokens: 2000 }
    expect(server.models.find('openai:small')?.capabilities).toMatchObject(limits)
    expect(server.models.list()[0]?.capabilities).toMatchObject(limits)
    expect(server.models.find('openai:not-listed')?.capabilities.max_context_tokens).toBe(128_000)
    const id = await server.sessions.create({ active_model: 'openai:small' })
    const content = [{ type: 'text' as const, text: 'word '.repeat(5000) }]
    await expect(server.turns.start(id, { content })).rejects.toMatchObject({
      name: 'NoModelError',
      message: expect.stringContaining('4000'),
    })
  })

  test('what a server lists is read once for each answer of it, however many turns look into it', async () => {
    let reads = 0
    const rows = Array.from({ length: 400 }, (_, index) => ({
      get name() {
        reads += 1
        return `model-${index}`
      },
      max_context_tokens: 8_000,
    }))
    const provider = { ...localProvider(async () => []), listModels: async () => rows }
    server = await startSessionServer({ providers: [provider] })
    await server.models.refresh()
    expect(server.models.list().filter(({ provider }) => provider === 'openai')).toHaveLength(400)
    reads = 0
    const id = await server.sessions.create({ active_model: 'demo:openai' })
    await server.say(id, 'hello')
    await server.say(id, '@demo hello')
    expect(server.models.defaultModel).toBe('openai:model-0')
    expect(server.models.find('openai:model-399')?.capabilities.max_context_tokens).toBe(8_000)
    expect(reads).toBe(0)
    expect(server.models.list()).toBe(server.models.list())
  })

  test('a picture forbids a change to a model that takes none, and the ways on are offered', async () => {
    server = await startSessionServer({ providers: [localProvider(async () => ['blind'])] })
    await server.models.refresh()
    const id = await server.sessions.create({ active_model: 'demo:openai' })
    const { data } = await server.attachments.put(Buffer.from(PIXEL, 'base64'), 'image/png', {}, LOCAL_OWNER.id)
    await server.turns.start(id, {
      content: [{ type: 'image', source: { kind: 'file_ref', data }, media_type: 'image/png' }],
    })
    await server.turns.idle(id)
    expect((await server.store.session(id))?.title).toBe('Picture')
    const refused = await server.sessions.change(id, { active_model: 'openai:blind' })
    expect(refused).toMatchObject({
      ok: false,
      refusal: {
        reason: expect.stringContaining('picture'),
        options: [{ id: 'leave_out' }, { id: 'describe' }, { id: 'stay' }],
      },
    })
  })
})
