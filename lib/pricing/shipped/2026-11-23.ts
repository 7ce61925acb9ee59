import { PRICES_2026_11_22 } from './2026-11-22.ts'

/** A published collection, in its copy of that day: the providers' own pages were not read for these. */
const COLLECTION = {
  source: 'https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json',
  read_on: '2026-08-01',
}
const TOKENS = [
  'input_per_mtok_usd',
  'output_per_mtok_usd',
  'cached_read_per_mtok_usd',
  'cache_write_per_mtok_usd',
] as const

const { models } = PRICES_2026_11_22

/**
 * With what OpenAI asks in its other tiers, for models of which the collection has all rates of one; where it contradicts
 * OpenAI's page (the priority of GPT-5.5) and for newer models nothing is known, and such an answer is unpriced.
 */
export const PRICES_2026_11_23 = {
  ...PRICES_2026_11_22,
  pricing_version: '2026-11-23',
  effective_from: '2026-11-23T00:00:00Z',
  note: 'With OpenAI’s tiers of service: flex and priority, where they are known.',
  models: {
    ...models,
    'openai:gpt-5': inTiers(models['openai:gpt-5'], {
      flex: ['0.625', '5', '0.0625'],
      priority: ['2.50', '20', '0.25'],
    }),
    'openai:gpt-5-mini': inTiers(models['openai:gpt-5-mini'], {
      flex: ['0.125', '1', '0.0125'],
      priority: ['0.45', '3.60', '0.045'],
    }),
    'openai:gpt-5-nano': inTiers(models['openai:gpt-5-nano'], { flex: ['0.025', '0.20', '0.0025'] }),
    'openai:gpt-5.1': inTiers(models['openai:gpt-5.1'], { priority: ['2.50', '20', '0.25'] }),
    'openai:gpt-5.2': inTiers(models['openai:gpt-5.2'], { priority: ['3.50', '28', '0.35'] }),
    'openai:gpt-4o': inTiers(models['openai:gpt-4o'], { priority: ['4.25', '17', '2.125'] }),
    'openai:gpt-4.1': inTiers(models['openai:gpt-4.1'], { priority: ['3.50', '14', '0.875'] }),
    'openai:o3': inTiers(models['openai:o3'], {
      flex: ['1', '4', '0.25'],
      priority: ['3.50', '14', '0.875'],
    }),
    'openai:o4-mini': inTiers(models['openai:o4-mini'], {
      flex: ['0.55', '2.20', '0.1375'],
      priority: ['2', '8', '0.50'],
    }),
  },
}

type Tier = readonly [input: string, output: string, cachedRead: string]

/** What is written to a cache is billed as input by these models. */
function inTiers<Row extends object>(row: Row, tiers: Readonly<Record<string, Tier>>) {
  const conditional = Object.entries(tiers).map(([service_tier, [input, output, cached]]) => {
    const rates = Object.fromEntries(TOKENS.map((name, place) => [name, [input, output, cached, input][place]]))
    return { ...rates, when: { service_tier }, source: COLLECTION }
  })
  return { ...row, conditional }
}
