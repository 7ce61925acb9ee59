import { PRICES_2026_11_21 } from './2026-11-21.ts'

/**
 * With what the providers' own tools cost (wire-rules 194, 198). Anthropic's execution of code is free beside its web tools,
 * and else for the first 1,550 hours of a month and organisation. OpenAI's runs in containers that several calls share, and
 * the pictures that it makes are billed by their tokens: neither has a price for one use.
 */
export const PRICES_2026_11_22 = {
  ...PRICES_2026_11_21,
  pricing_version: '2026-11-22',
  effective_from: '2026-11-22T00:00:00Z',
  note: 'With what the providers ask for their own tools.',
  tool_fees_per_1000_usd: {
    anthropic: { web_search: '10', web_fetch: '0', code_execution: '0' },
    openai: { web_search: '10', file_search: '2.50' },
  },
  tool_fee_sources: {
    anthropic: { source: 'https://platform.claude.com/docs/en/about-claude/pricing', read_on: '2026-11-21' },
    openai: { source: 'https://developers.openai.com/api/docs/pricing', read_on: '2026-11-21' },
  },
}
