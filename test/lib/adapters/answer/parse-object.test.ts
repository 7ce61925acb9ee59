import { expect, test } from 'vitest'
import { parseJson, parseObject, parseWire } from '#lib/adapters/answer/parse-object.ts'

const lists = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

test('nesting that would overflow the stack of who walks it is no JSON', () => {
  expect(parseJson(lists(400))).toBeInstanceOf(Array)
  expect(parseJson(lists(401))).toBeUndefined()
  expect(parseObject(`{"a":${'{"b":['.repeat(300)}${']}'.repeat(300)}}`)).toBeUndefined()
  expect(() => parseWire(lists(100_000))).toThrow('400 deep')
})

test('brackets side by side, or inside of strings, are no nesting', () => {
  expect(parseJson(`[${'[],{},'.repeat(1_000)}0]`)).toHaveLength(2_001)
  const text = '[{"\\"['.repeat(1_000)
  expect(parseJson(JSON.stringify({ text }))).toEqual({ text })
})

test('what is no object is no object', () => {
  for (const text of ['[]', 'null', '7', '', '{"a":']) expect(parseObject(text)).toBeUndefined()
  expect(parseObject('{"a":1}')).toEqual({ a: 1 })
})
