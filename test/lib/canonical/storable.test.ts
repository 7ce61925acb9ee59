import { expect, test } from 'vitest'
import { hashJson } from '#lib/canonical/hash.ts'
import { isStorable } from '#lib/canonical/storable.ts'
import { finishToolInput } from '#lib/canonical/tool-input.ts'

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

test('what JSON cannot say, or nobody can walk, is not storable', () => {
  for (const text of ['null', '"x"', '{"a":[1,{"b":[]}]}', '1e300', nested(400)]) {
    expect(isStorable(JSON.parse(text))).toBe(true)
  }
  for (const text of ['1e400', '{"a":[-1e999]}', nested(501), nested(100_000)]) {
    expect(isStorable(JSON.parse(text))).toBe(false)
  }
})

test('a call whose input could not be stored keeps its text, has no input, and can be hashed', () => {
  for (const text of ['{"amount":1e400}', nested(100_000)]) {
    const finished = finishToolInput(text)
    expect(finished).toEqual({ input: {}, raw_input: text })
    expect(hashJson(finished)).toMatch(/^[0-9a-f]{64}$/)
  }
})
