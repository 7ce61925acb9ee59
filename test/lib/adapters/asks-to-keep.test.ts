import { expect, test } from 'vitest'
import type { AdapterConfig } from '#lib/adapters/adapter.ts'
import { createAdapter } from '#lib/adapters/registry.ts'

const asksToKeep = (config: AdapterConfig, model: string) =>
  createAdapter({ api_key: 'k', ...config }).asksToKeep?.(model)

test('an adapter says for how long it asks a host to keep what is said: where it marks that, and where nobody has to', () => {
  const claude = 'anthropic:claude-sonnet-4-6'
  expect(asksToKeep({ type: 'anthropic' }, claude)).toBe('5m')
  expect(asksToKeep({ type: 'anthropic', options: { conversation_cache_ttl: '1h' } }, claude)).toBe('1h')
  // Of the opening alone, which is the lesser part.
  expect(asksToKeep({ type: 'anthropic', options: { cache_ttl: '1h' } }, claude)).toBe('5m')
  expect(asksToKeep({ type: 'anthropic', options: { prompt_caching: false } }, claude)).toBeNull()
  expect(asksToKeep({ type: 'openrouter' }, 'openrouter:anthropic/claude-sonnet-4.6')).toBe('5m')
  expect(
    asksToKeep({ type: 'openrouter', options: { prompt_caching: false } }, 'openrouter:anthropic/claude-sonnet-4.6'),
  ).toBeNull()
  expect(asksToKeep({ type: 'openrouter' }, 'openrouter:openai/gpt-5')).toBeUndefined()
  expect(asksToKeep({ type: 'openai' }, 'openai:gpt-5')).toBeUndefined()
})
