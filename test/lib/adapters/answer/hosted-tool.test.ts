import { expect, test } from 'vitest'
import { callOf } from '#lib/adapters/answer/hosted-tool.ts'
import { ContentBlock } from '#lib/canonical/block.ts'
import type { JsonObject } from '#lib/canonical/json.ts'

const inputOf = (input: JsonObject) => callOf('image_generation', 'image_generation', input).input

test('what a hosted tool was asked can be stored, whatever numbers a host writes in it', () => {
  const asked = JSON.parse('{"prompt":1e400,"of":{"sizes":[1,-1e999]},"n":2,"seed":null}')
  const block = callOf('image_generation', 'image_generation', asked)
  expect(ContentBlock.safeParse(block).success).toBe(true)
  expect(block.input).toEqual({ prompt: null, of: { sizes: [1, null] }, n: 2, seed: null })
})

test('what can be stored as it came is kept as it came, and of what is long its beginning', () => {
  const list = ['a', { b: [true, 1.5] }]
  expect(inputOf({ list, words: 'x'.repeat(9_000), long: ['y'.repeat(9_000)] })).toEqual({
    list,
    words: expect.stringMatching(/^x{7000,}/),
    long: expect.stringMatching(/^\["y{7000,}/),
  })
})
