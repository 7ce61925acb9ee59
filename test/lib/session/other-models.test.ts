import { describe, expect, test } from 'vitest'
import type { ProviderAdapter } from '#lib/adapters/adapter.ts'
import { ModelDirectory } from '#lib/models/model-directory.ts'
import { parsePriceTable } from '#lib/pricing/price-table.ts'
import { type OtherModels, otherModels } from '#lib/session/other-models.ts'
import { testAdapter } from '#test/support/adapter-harness.ts'
import { bookOf } from '#test/support/prices.ts'

const rates = (input: string) => ({ input_per_mtok_usd: input, output_per_mtok_usd: '10' })
const table = parsePriceTable({
  pricing_version: '2026-11-20',
  models: {
    'openai:gpt-5': rates('2'),
    'openai:gpt-5-mini': rates('1'),
    'openai:gpt-5-nano': rates('0.5'),
    // For short chats the cheapest of them.
    'openai:gpt-4.1': {
      ...rates('0.1'),
      conditional: [{ when: { above_input_tokens: 1_000 }, input_per_mtok_usd: '5', output_per_mtok_usd: '10' }],
    },
    'lab:scribe': rates('0.01'),
    'demo:anthropic': rates('0.02'),
  },
})

const { adapter } = testAdapter({ type: 'openai' })
const offers = (own: ProviderAdapter | null, models?: string[]) => ({ adapterOf: () => own, ...(models && { models }) })
const models = new ModelDirectory({
  providers: [
    { name: 'openai', ...offers(adapter) },
    { name: 'anthropic', ...offers(null) },
    { name: 'lab', ...offers(adapter, ['scribe']) },
    { name: 'demo', ...offers(adapter) },
  ],
  prices: bookOf(table),
  preferred: null,
})

const others = (fields: Partial<OtherModels> = {}) =>
  otherModels(models, {
    own: 'openai:gpt-5',
    used: [],
    input_tokens: 100,
    at: '2026-11-23T12:00:00.000000Z',
    fits: () => true,
    ...fields,
  }).map(({ id, chosen }) => [id.slice(id.indexOf(':') + 1), chosen])

describe('the models that a chat is compared with', () => {
  test('are the two that were used most, as hosts call them, then the cheapest and the dearest, then all by price', () => {
    expect(
      others({ used: ['openai:gpt-5', 'openai:gpt-5-mini-2025-08-07', 'lab:scribe', 'openai:gpt-5-nano'] }),
    ).toEqual([
      ['gpt-5-mini', 'most_used'],
      ['scribe', 'most_used'],
      ['gpt-4.1', 'cheapest'],
      ['gpt-5-nano', 'listed'],
    ])
  })

  test('are ordered by what reading so much costs there: a price may rise with the size', () => {
    expect(others()).toEqual([
      ['gpt-4.1', 'cheapest'],
      ['gpt-5-mini', 'dearest'],
      ['gpt-5-nano', 'listed'],
    ])
    expect(others({ input_tokens: 2_000 })).toEqual([
      ['gpt-5-nano', 'cheapest'],
      ['gpt-4.1', 'dearest'],
      ['gpt-5-mini', 'listed'],
    ])
  })

  test('are none that cannot take the chat, have no key, or of which nobody knows the abilities', () => {
    const isMini = (id: string) => id.includes('mini')
    expect(others({ fits: isMini })).toEqual([['gpt-5-mini', 'cheapest']])
    expect(others({ used: ['anthropic:claude-haiku-4-5'] }).flat()).not.toContain('claude-haiku-4-5')
    expect(others().flat()).not.toContain('scribe')
  })

  test('are scripts for a script alone', () => {
    expect(others({ own: 'demo:openai', used: ['openai:gpt-5'] })).toEqual([['anthropic', 'cheapest']])
  })
})
