import { expect, test } from 'vitest'
import { defaultWireName, servedModel } from '#lib/adapters/answer/served-model.ts'

test.each([
  ['openai:gpt-5', 'openai:gpt-5-2025-08-07', 'gpt-5-2025-08-07'],
  ['openai:gpt-5', 'openai:gpt-5', 'gpt-5'],
  ['openai:gpt-5', 'openai:gpt-5', ''],
  ['openai:gpt-5', 'openai:gpt-5', null],
  ['openai:gpt-5', 'openai:gpt-5', undefined],
  ['openrouter:auto', 'openrouter:deepseek/deepseek-v3', 'deepseek/deepseek-v3'],
  ['bare', 'bare', 'other'],
])('asked for %s, %s answered when the wire names %j', (asked, served, named) => {
  expect(servedModel(asked, defaultWireName(asked))(named)).toBe(served)
})

test('the name on the wire is all that follows the first colon', () => {
  expect(defaultWireName('ollama:minimax-m3:cloud')).toBe('minimax-m3:cloud')
  expect(defaultWireName('bare')).toBe('bare')
})
