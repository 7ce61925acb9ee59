import { describe, expect, test } from 'vitest'
import { adapterError, type ErrorClass } from '#lib/canonical/error.ts'
import { CATALOG } from '#lib/models/catalog.ts'
import type { InstalledProvider } from '#lib/models/installed-provider.ts'
import { ModelDirectory } from '#lib/models/model-directory.ts'
import { parsePriceTable } from '#lib/pricing/price-table.ts'
import { testAdapter } from '#test/support/adapter-harness.ts'
import { bookOf, CURRENT_PRICES, costIn, SHIPPED_BOOK } from '#test/support/prices.ts'

const { adapter } = testAdapter({ type: 'openai' })
const demo: InstalledProvider = { name: 'demo', adapterOf: () => adapter }
const keyless: InstalledProvider = { name: 'anthropic', label: 'Anthropic', adapterOf: () => null }

/** A server of the user's own whose list is whatever `says` is just then. */
function ownServer(name = 'openai') {
  const state: { says: readonly string[] | Error; asked: number; now: number } = { says: [], asked: 0, now: 0 }
  const provider: InstalledProvider = {
    name,
    ...(name === 'openai' && { label: 'OpenAI' }),
    adapterOf: () => adapter,
    isOwnServer: true,
    standsInForVendor: true,
    async listModels() {
      state.asked += 1
      if (state.says instanceof Error) throw state.says
      return state.says.map((each) => ({ name: each }))
    },
  }
  return { state, provider }
}

function directory(providers: readonly InstalledProvider[], fields: { preferred?: string; now?: () => number } = {}) {
  return new ModelDirectory({ providers, prices: SHIPPED_BOOK, preferred: null, ...fields })
}
const idsOf = (models: ModelDirectory, provider: string) =>
  models.list().flatMap((model) => (model.provider === provider ? [model.id] : []))

const refused = new Error('connection refused')
const saying = (error_class: ErrorClass) => adapterError(error_class, 'no list', { request_id: '' })

describe('a server of the user’s own that is away when it is first asked', () => {
  test('offers nothing of the vendor’s catalog, before and after it was asked', async () => {
    const { state, provider } = ownServer()
    state.says = refused
    const models = directory([keyless, provider, demo])
    expect(idsOf(models, 'openai')).toEqual([])
    await models.refresh()
    expect(idsOf(models, 'openai')).toEqual([])
    expect(models.unlisted).toEqual([{ provider: 'openai', label: 'OpenAI', problem: 'unreachable' }])
    // The vendors whose own services are just not configured are listed as before.
    expect(idsOf(models, 'anthropic')).toEqual(CATALOG.flatMap(({ id }) => (id.startsWith('anthropic:') ? [id] : [])))
  })

  test('still takes a model that is named: by hand, by alias, or as the default', async () => {
    const { state, provider } = ownServer()
    state.says = refused
    const models = directory([provider, demo], { preferred: 'openai:mine' })
    await models.refresh()
    expect(models.defaultModel).toBe('openai:mine')
    expect(models.isListed('openai:mine')).toBe(false)
    expect(models.find('openai:any/name:at-all')).toMatchObject({ label: 'any/name:at-all', adapter })
    expect(models.find('openai:gpt-4o')).toMatchObject({ id: 'openai:gpt-4o', adapter })
  })

  test('leaves no default where nothing else is configured: nobody is answered by a script unasked', async () => {
    const { state, provider } = ownServer()
    state.says = refused
    const models = directory([keyless, provider, demo])
    await models.refresh()
    expect(models.defaultModel).toBe('')
    expect(models.find('demo')?.id).toBe('demo:anthropic')
  })

  test('leaves the default to a provider that has a key', async () => {
    const { state, provider } = ownServer()
    state.says = refused
    const models = directory([provider, { name: 'anthropic', adapterOf: () => adapter }, demo])
    await models.refresh()
    expect(models.defaultModel).toBe(CATALOG[0]?.id)
  })

  test('is listed once it is back, and keeps its list when it goes away again', async () => {
    const { state, provider } = ownServer()
    const models = directory([provider, demo], { now: () => state.now })
    state.says = refused
    await models.refresh()
    state.says = ['one', 'gpt-5']
    state.now = 10_001
    await models.refresh()
    expect(idsOf(models, 'openai')).toEqual(['openai:one', 'openai:gpt-5'])
    expect(models.unlisted).toEqual([])
    expect(models.defaultModel).toBe('openai:gpt-5')
    state.says = refused
    state.now = 20_002
    await models.refresh()
    expect(idsOf(models, 'openai')).toEqual(['openai:one', 'openai:gpt-5'])
    expect(models.unlisted).toEqual([{ provider: 'openai', label: 'OpenAI', problem: 'unreachable' }])
    expect(models.defaultModel).toBe('openai:gpt-5')
  })
})

describe('a server that answers without a list', () => {
  test.each([
    ['auth', 'key_refused'],
    ['not_found', 'no_list'],
    ['server_error', 'unreachable'],
    ['network', 'unreachable'],
  ] as const)('with %s has the problem %s', async (error_class, problem) => {
    const { state, provider } = ownServer()
    state.says = saying(error_class)
    const models = directory([provider, demo])
    await models.refresh()
    expect(models.unlisted).toEqual([{ provider: 'openai', label: 'OpenAI', problem }])
    expect(models.defaultModel).toBe('')
  })

  test('or with an empty one has no models, and is no reason for a script either', async () => {
    const { provider } = ownServer('ollama')
    const models = directory([provider, demo])
    await models.refresh()
    expect(models.unlisted).toEqual([{ provider: 'ollama', label: 'ollama', problem: 'no_models' }])
    expect(models.defaultModel).toBe('')
  })

  test('keeps the catalog where it is the vendor’s public service, whose models are known', async () => {
    const { state, provider } = ownServer()
    state.says = refused
    const models = directory([{ ...provider, isOwnServer: false }, demo])
    await models.refresh()
    expect(idsOf(models, 'openai')).toEqual(CATALOG.flatMap(({ id }) => (id.startsWith('openai:') ? [id] : [])))
    expect(models.list().every((model) => model.configured === (model.provider !== 'anthropic'))).toBe(true)
  })
})

test('without any provider set up, a demo is the default', () => {
  expect(directory([keyless, demo]).defaultModel).toBe('demo:anthropic')
})

test('servers are asked at most once in ten seconds, however many ask', async () => {
  const { state, provider } = ownServer()
  const models = directory([provider], { now: () => state.now })
  await Promise.all([models.refresh(), models.refresh()])
  state.now = 10_000
  await models.refresh()
  expect(state.asked).toBe(1)
  state.now = 10_001
  await models.refresh()
  expect(state.asked).toBe(2)
})

describe('a price', () => {
  const USAGE = { input_tokens: 1_000_000, output_tokens: 0, cached_input_tokens: 0, cache_creation_input_tokens: 0 }

  test('of the vendor is neither listed nor charged for a server of the user’s own', async () => {
    const { state, provider } = ownServer()
    state.says = ['gpt-4o']
    const own = directory([provider])
    await own.refresh()
    expect(own.list().find(({ id }) => id === 'openai:gpt-4o')?.price).toBeNull()
    expect(costIn(own, USAGE, 'openai:gpt-4o', 'openai:gpt-4o')).toEqual({ cost_usd: null, pricing_version: null })

    const vendors = directory([{ name: 'openai', adapterOf: () => adapter }])
    const { pricing_version } = CURRENT_PRICES
    expect(vendors.list().find(({ id }) => id === 'openai:gpt-4o')?.price).toEqual({
      ...CURRENT_PRICES.models['openai:gpt-4o'],
      pricing_version,
    })
    expect(costIn(vendors, USAGE, 'openai:gpt-4o', 'openai:gpt-4o')).toEqual({ cost_usd: '2.5', pricing_version })
    expect(costIn(vendors, USAGE, 'openai:gpt-4o-mini', 'openai:gpt-4o')).toEqual({ cost_usd: '0.15', pricing_version })
    expect(costIn(vendors, USAGE, 'nobody:gpt-4o', 'nobody:gpt-4o').cost_usd).toBeNull()
  })

  test('holds at a server of the user’s own under whose name nobody sells', () => {
    const lab = { name: 'lab', adapterOf: () => adapter, isOwnServer: true, standsInForVendor: false, models: ['one'] }
    const table = parsePriceTable({
      pricing_version: 'own-1',
      models: { 'lab:one': { input_per_mtok_usd: '2', output_per_mtok_usd: '4' } },
    })
    const own = new ModelDirectory({ providers: [lab], prices: bookOf(table), preferred: null })
    expect(own.list().find(({ id }) => id === 'lab:one')?.price).toMatchObject({ input_per_mtok_usd: '2' })
    expect(costIn(own, USAGE, 'lab:one', 'lab:one')).toEqual({ cost_usd: '2', pricing_version: 'own-1' })
    expect(costIn(own, USAGE, 'lab:other', 'lab:one').cost_usd).toBeNull()
  })

  test('is nothing where a row says that the model is free, and is listed so', async () => {
    const { state, provider } = ownServer()
    state.says = ['llama']
    const prices = parsePriceTable({
      pricing_version: 'mine',
      models: { 'openai:llama': { free: true } },
    })
    const models = new ModelDirectory({ providers: [provider], prices: bookOf(prices), preferred: null })
    await models.refresh()
    expect(models.list()[0]).toMatchObject({ id: 'openai:llama', price: { free: true, pricing_version: 'mine' } })
    expect(costIn(models, USAGE, 'openai:llama', 'openai:llama')).toEqual({ cost_usd: '0', pricing_version: 'mine' })
    expect(costIn(models, USAGE, 'openai:other', 'openai:llama').cost_usd).toBeNull()
  })
})

test('a row of the list is what the catalog says and whether it can be used', () => {
  const entry = CATALOG.find(({ id }) => id === 'anthropic:claude-haiku-4-5')
  const row = directory([keyless, demo])
    .list()
    .find(({ id }) => id === entry?.id)
  expect(row).toEqual({
    id: entry?.id,
    ends: null,
    local: false,
    label: entry?.label,
    provider: 'anthropic',
    provider_label: 'Anthropic',
    configured: false,
    scripted: false,
    aliases: entry?.aliases,
    capabilities: { ...entry?.capabilities, assumed: false },
    efforts: ['none', 'minimal', 'low', 'medium', 'high'],
    takes_temperature: true,
    price: { ...CURRENT_PRICES.models['anthropic:claude-haiku-4-5'], pricing_version: CURRENT_PRICES.pricing_version },
  })
})

describe('providers that are replaced while the server runs', () => {
  const closing = (name: string) => {
    const state = { closed: 0 }
    const provider: InstalledProvider = {
      name,
      adapterOf: () => adapter,
      listModels: async () => [{ name: 'served' }],
      close: async () => {
        state.closed += 1
      },
    }
    return { state, provider }
  }

  test('are closed when nobody holds them, and those that stay go on with what they have listed', async () => {
    const [stays, goes, comes] = [closing('groq'), closing('xai'), closing('xai')]
    const models = directory([stays.provider, goes.provider])
    await models.refresh()
    models.replace([stays.provider, comes.provider])
    expect([stays.state.closed, goes.state.closed]).toEqual([0, 1])
    expect([idsOf(models, 'groq'), idsOf(models, 'xai')]).toEqual([['groq:served'], []])
    await models.refresh()
    expect(idsOf(models, 'xai')).toEqual(['xai:served'])
    await models.close()
    expect([stays.state.closed, goes.state.closed, comes.state.closed]).toEqual([1, 1, 1])
  })

  test('stay open for the turns that began with them, until the last of those ends', () => {
    const [before, after] = [closing('xai'), closing('xai')]
    const models = directory([before.provider])
    const [first, second] = [models.hold(), models.hold()]
    models.replace([after.provider])
    const later = models.hold()
    first()
    first()
    expect(before.state.closed).toBe(0)
    second()
    expect(before.state.closed).toBe(1)
    later()
    expect(after.state.closed).toBe(0)
  })
})
