import { describe, expect, test } from 'vitest'
import { distinct, findRepeated } from '#lib/secret-scan/repeated.ts'

const KEY = `sk-ant-api03-${'A'.repeat(40)}`
const known = distinct([
  { kind: 'key', text: KEY },
  { kind: 'key', text: KEY },
  { kind: 'email', text: 'a@b.de' },
  { kind: 'email', text: 'ada@example.org' },
])
const found = (text: string) => findRepeated(text, known).map(({ start, end }) => text.slice(start, end))

describe('what was found elsewhere', () => {
  test('is looked for once each, and not where it is so short that it may be a word of its own', () => {
    expect(known.map(({ text }) => text)).toEqual([KEY, 'ada@example.org'])
  })

  test('is found wherever it is said again, as often as it is', () => {
    expect(found(`${KEY} and ${KEY}, by ada@example.org`)).toEqual([KEY, KEY, 'ada@example.org'])
    expect(found('nothing of that')).toEqual([])
  })

  test.each(['', '…', ' …', '...'])('is found where the end of a text cuts it off, with %j after it', (end) => {
    expect(found(`My key is sk-ant-api03-AAAA${end}`)).toEqual(['sk-ant-api03-AAAA'])
  })

  test('is no beginning that is too short, and none that goes on otherwise', () => {
    expect(found('My key is sk-ant-')).toEqual([])
    expect(found('My key is sk-ant-api03-AAAA, or not')).toEqual([])
  })

  test('is told of long ones and many in no time that grows with both', () => {
    const many = distinct(
      Array.from({ length: 500 }, (_, n) => ({ kind: 'key' as const, text: `${n}-${'x'.repeat(9_000)}` })),
    )
    expect(many).toHaveLength(200)
    expect(findRepeated(`0-${'x'.repeat(8_000)}`, many).every(({ start, end }) => end > start)).toBe(true)
  })
})
