const ANTHROPIC = { source: 'https://platform.claude.com/docs/en/about-claude/pricing', read_on: '2026-11-21' }
const OPENAI = { source: 'https://developers.openai.com/api/docs/pricing', read_on: '2026-11-21' }

/** Read on the day of the version from the providers' price pages. Never edited: a new price is a new file. */
export const PRICES_2026_11_21 = {
  pricing_version: '2026-11-21',
  effective_from: '2026-11-21T00:00:00Z',
  note: 'Prices of Anthropic and OpenAI as they publish them.',
  models: {
    'anthropic:claude-fable-5-1': { ...anthropic('10.00', '50.00', '0.25', '12.50', '20.00'), source: ANTHROPIC },
    'anthropic:claude-opus-5-5': { ...anthropic('4.00', '20.00', '0.20', '5.00', '8.00'), source: ANTHROPIC },
    'anthropic:claude-opus-5': { ...anthropic('5.00', '25.00', '0.50', '6.25', '10.00'), source: ANTHROPIC },
    'anthropic:claude-opus-4-7': { ...anthropic('5.00', '25.00', '0.50', '6.25', '10.00'), source: ANTHROPIC },
    'anthropic:claude-opus-4-6': { ...anthropic('5.00', '25.00', '0.50', '6.25', '10.00'), source: ANTHROPIC },
    'anthropic:claude-opus-4-5': { ...anthropic('5.00', '25.00', '0.50', '6.25', '10.00'), source: ANTHROPIC },
    'anthropic:claude-sonnet-5-5': { ...anthropic('2.00', '10.00', '0.10', '2.50', '4.00'), source: ANTHROPIC },
    'anthropic:claude-sonnet-5': { ...anthropic('2.00', '10.00', '0.20', '2.50', '4.00'), source: ANTHROPIC },
    'anthropic:claude-sonnet-4-6': { ...anthropic('3.00', '15.00', '0.30', '3.75', '6.00'), source: ANTHROPIC },
    'anthropic:claude-sonnet-4-5': { ...anthropic('3.00', '15.00', '0.30', '3.75', '6.00'), source: ANTHROPIC },
    'anthropic:claude-haiku-5-5': {
      ...anthropic('0.10', '0.50', '0.01', '0.125', '0.20'),
      conditional: [{ when: { above_input_tokens: 100_000 }, ...anthropic('0.50', '2.50', '0.05', '0.625', '1.00') }],
      source: ANTHROPIC,
    },
    'anthropic:claude-haiku-4-5': { ...anthropic('1.00', '5.00', '0.10', '1.25', '2.00'), source: ANTHROPIC },

    'openai:gpt-6.1-sol': {
      ...openai('2.00', '10.00', '0.10', '2.50'),
      conditional: [{ when: { above_input_tokens: 272_000 }, ...openai('4.00', '15.00', '0.20', '5.00') }],
      source: OPENAI,
    },
    'openai:gpt-6-sol': {
      ...openai('2.00', '10.00', '0.20', '2.50'),
      conditional: [{ when: { above_input_tokens: 272_000 }, ...openai('4.00', '15.00', '0.40', '5.00') }],
      source: OPENAI,
    },
    'openai:gpt-6-luna': {
      ...openai('0.10', '0.50', '0.01', '0.125'),
      conditional: [{ when: { above_input_tokens: 272_000 }, ...openai('0.20', '0.75', '0.02', '0.25') }],
      source: OPENAI,
    },
    'openai:gpt-5.5': {
      ...openai('5.00', '30.00', '0.50'),
      conditional: [{ when: { above_input_tokens: 272_000 }, ...openai('10.00', '45.00', '1.00') }],
      source: OPENAI,
    },
    'openai:gpt-5.4': {
      ...openai('2.50', '15.00', '0.25'),
      conditional: [{ when: { above_input_tokens: 272_000 }, ...openai('5.00', '22.50', '0.50') }],
      source: OPENAI,
    },
    'openai:gpt-5.2': { ...openai('1.75', '14.00', '0.175'), source: OPENAI },
    'openai:gpt-5.1': { ...openai('1.25', '10.00', '0.125'), source: OPENAI },
    'openai:gpt-5': { ...openai('1.25', '10.00', '0.125'), source: OPENAI },
    'openai:gpt-5-mini': { ...openai('0.25', '2.00', '0.025'), source: OPENAI },
    'openai:gpt-5-nano': { ...openai('0.05', '0.40', '0.005'), source: OPENAI },
    'openai:gpt-4.1': { ...openai('2.00', '8.00', '0.50'), source: OPENAI },
    'openai:gpt-4.1-mini': { ...openai('0.40', '1.60', '0.10'), source: OPENAI },
    'openai:gpt-4.1-nano': { ...openai('0.10', '0.40', '0.025'), source: OPENAI },
    'openai:gpt-4o': { ...openai('2.50', '10.00', '1.25'), source: OPENAI },
    'openai:gpt-4o-mini': { ...openai('0.15', '0.60', '0.075'), source: OPENAI },
    'openai:o3': { ...openai('2.00', '8.00', '0.50'), source: OPENAI },
    'openai:o4-mini': { ...openai('1.10', '4.40', '0.275'), source: OPENAI },

    'demo:anthropic': { ...anthropic('3.00', '15.00', '0.30', '3.75', '6.00'), sample: true },
    'demo:openai': { ...openai('1.25', '10.00', '0.125', '1.25'), sample: true },
  },
}

function anthropic(input: string, output: string, cachedRead: string, write: string, write1h: string) {
  return { ...openai(input, output, cachedRead, write), cache_write_1h_per_mtok_usd: write1h }
}

/** Models without a charge of their own for cache writes bill them, where they report any, as input. */
function openai(input: string, output: string, cachedRead: string, write = input) {
  return {
    input_per_mtok_usd: input,
    output_per_mtok_usd: output,
    cached_read_per_mtok_usd: cachedRead,
    cache_write_per_mtok_usd: write,
  }
}
