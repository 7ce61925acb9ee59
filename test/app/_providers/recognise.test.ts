import { expect, test } from 'vitest'
import { idOf, recognise } from '#app/_providers/recognise.ts'
import { PROVIDERS } from '#lib/adapters/providers.ts'
import { provider } from './provider-builder.ts'

const KNOWN = PROVIDERS.map(({ id, key }) => provider(id, { key_starts: [...(key?.starts ?? [])] }))
const whose = (key: string) => recognise(key, KNOWN).map(({ id }) => id)

test.each([
  ['sk-ant-api03-abc', ['anthropic']],
  ['sk-proj-abc', ['openai']],
  ['sk-or-v1-abc', ['openrouter']],
  ['gsk_abc', ['groq']],
  ['xai-abc', ['xai']],
  ['AIzaSyAbc', ['gemini']],
  ['sk-abc', ['deepseek', 'moonshot', 'openai', 'qwen']],
  ['abc', []],
  ['', []],
])('%s is a key of %j', (key, ids) => {
  expect(whose(key)).toEqual(ids)
})

test.each([
  ['My lab', 'my-lab'],
  ['  Größe 2!', 'gro-e-2'],
  ['2 fast', 'fast'],
  ['!!', ''],
])('%j is called %j', (name, id) => {
  expect(idOf(name)).toBe(id)
})
