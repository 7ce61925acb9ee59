import { PRICES_2026_11_23 } from './2026-11-23.ts'

/** With samples for the scripted models that came that day, and for the search that some of them play. */
export const PRICES_2026_11_24 = {
  ...PRICES_2026_11_23,
  pricing_version: '2026-11-24',
  effective_from: '2026-11-24T00:00:00Z',
  note: 'With sample prices for three more scripted models.',
  models: {
    ...PRICES_2026_11_23.models,
    'demo:responses': sample('2.00', '10.00', '0.20', '2.50'),
    'demo:ollama': sample('0.10', '0.40', '0.10', '0.10'),
    'demo:openrouter': sample('1.00', '5.00', '0.10', '1.25'),
  },
  tool_fees_per_1000_usd: { ...PRICES_2026_11_23.tool_fees_per_1000_usd, demo: { web_search: '10' } },
}

function sample(input: string, output: string, cachedRead: string, write: string) {
  return {
    input_per_mtok_usd: input,
    output_per_mtok_usd: output,
    cached_read_per_mtok_usd: cachedRead,
    cache_write_per_mtok_usd: write,
    sample: true,
  }
}
