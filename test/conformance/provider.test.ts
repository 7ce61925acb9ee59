import { describe, expect, test } from 'vitest'
import type { AdapterConfig } from '#lib/adapters/adapter.ts'
import { wireOf } from '#lib/adapters/registry.ts'
import { AdapterError } from '#lib/canonical/error.ts'
import { readEnv } from '#lib/env.ts'
import { Installer } from '#lib/installed-providers.ts'
import { silentLogger } from '#lib/log.ts'
import { answering, drain, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { assistant, call, system, toolMessage, user } from '#test/support/message-builder.ts'
import { EVERYTHING, HOSTS, USAGE } from './wire/wire-author.ts'

const NO_USAGE = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 }
const KEY = 'sk-test-key-0123456789'

describe.each(HOSTS)('%s', (_name, host, author) => {
  const { provider } = wireOf(host)

  /** What goes out for a request, and where to. */
  async function sent(fields: Parameters<typeof requestFor>[1], config: Partial<AdapterConfig> = {}) {
    const seen: { url: string; headers: Headers; body: string }[] = []
    const { adapter } = testAdapter({
      ...host,
      ...config,
      fetch: async (url, init) => {
        seen.push({ url: String(url), headers: new Headers(init?.headers), body: String(init?.body) })
        return await answering(author.stream({ parts: [{ text: ['ok'] }] }).join(''))(url, init)
      },
    })
    const { error } = await drain(adapter.stream(requestFor(host, fields)))
    expect(error).toBeUndefined()
    const last = seen.at(-1)
    if (!last) throw new Error('nothing was sent')
    return last
  }

  test('streams thinking, text and calls, and says the same in one piece', async () => {
    const { adapter } = testAdapter({ ...host, fetch: answering(author.stream(EVERYTHING).join('')) })
    const { complete, error } = await drain(adapter.stream(requestFor(host)))
    expect(error).toBeUndefined()
    expect(complete).toMatchObject({ stop_reason: 'tool_use', provider: provider.id })
    expect(complete?.final_content).toMatchObject([
      { type: 'thinking', text: 'Let me see.' },
      { type: 'text', text: 'Hello 日本 😀' },
      { type: 'tool_use', name: 'add', input: { a: 1, b: [2, null, 'x\n'] } },
      { type: 'tool_use', name: 'sub', input: {} },
    ])
    const { input_tokens, cached_input_tokens, output_tokens } = complete?.usage ?? NO_USAGE
    expect([input_tokens + cached_input_tokens, output_tokens]).toEqual([author.countedInput(USAGE), USAGE.output])
    const whole = testAdapter({ ...host, fetch: answering(author.whole(EVERYTHING)) }).adapter
    expect((await whole.complete(requestFor(host))).content).toEqual(complete?.final_content)
  })

  test('takes a history of another maker’s, with calls that answer each other', async () => {
    const messages = [
      user('go'),
      assistant([{ type: 'thinking', text: 'hm', signature: 's' }, call('tu_1', 'add'), call('tu_2', 'sub')], {
        provider: 'maker',
        model: 'maker:model',
      }),
      toolMessage('tu_1', 'one'),
      toolMessage('tu_2', 'two'),
      system('Be brief.'),
      user('and?'),
    ]
    const { body } = await sent({ messages, system_prompt: 'Be kind.' })
    expect(author.faultsIn(body)).toEqual([])
    const calls = author.callsIn(body)
    expect(calls.map(({ name, input }) => [name, input])).toEqual([
      ['add', {}],
      ['sub', {}],
    ])
    expect(author.resultIdsIn(body)).toEqual(calls.map(({ id }) => id))
  })

  test('is asked at its own address, with its key where it belongs and nowhere else', async () => {
    const base_url = provider.base_url ?? 'https://mine.example.com'
    const { url, headers, body } = await sent({}, { base_url, api_key: KEY })
    expect(new URL(url).origin).toBe(new URL(base_url).origin)
    expect([...headers].filter(([, value]) => value.includes(KEY))).toHaveLength(1)
    expect(url + body).not.toContain(KEY)
  })

  test.each([
    [401, 'auth'],
    [429, 'rate_limit'],
    [503, 'server_error'],
  ] as const)('answers %i: an error of class %s that does not hold the key', async (status, error_class) => {
    const fetch = answering(author.errorBody(`no, ${KEY}`), { status })
    const { adapter } = testAdapter({ ...host, fetch, max_retries: 0 })
    const { error } = await drain(adapter.stream(requestFor(host)))
    expect(error).toBeInstanceOf(AdapterError)
    expect(error).toMatchObject({ error_class, provider_status: status })
    expect(JSON.stringify(error) + String(error)).not.toContain(KEY)
  })

  test('is set up by the environment, under its name and its label, with models to choose from or a list to ask for', () => {
    const { variables, set_up_by, label, id } = provider
    const address = set_up_by.includes('key') ? {} : { [variables.base_url]: 'http://127.0.0.1:1' }
    const key = variables.api_key === undefined ? {} : { [variables.api_key]: KEY }
    const named = variables.models === undefined ? {} : { [variables.models]: 'mine' }
    const env = readEnv({ ...address, ...key, ...named })
    const installed = new Installer(silentLogger).install(env.providers).find(({ name }) => name === id)
    expect(installed).toMatchObject({ name: id, label })
    expect(installed?.adapterOf(`${id}:any`)?.name).toBe(id)
    const { listModels, models = [], expected = [] } = installed ?? {}
    const isInCatalog = provider.models_from === 'catalog'
    expect(isInCatalog || listModels !== undefined || [...models, ...expected].length > 0).toBe(true)
  })
})
