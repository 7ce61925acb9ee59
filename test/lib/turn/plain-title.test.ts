import { expect, test } from 'vitest'
import { plainTitle } from '#lib/turn/plain-title.ts'

test.each([
  ['# Plan\n\n- **Buy** milk\n- [ ] _then_ rest', 'Plan Buy milk then rest'],
  ['What does `npm ci` do?', 'What does npm ci do?'],
  ['> quoted\n\n1. first', 'quoted first'],
  ['See [the docs](https://example.com/a_b) and ![a map](x.png)', 'See the docs and a map'],
  ['```ts\nconst a = 1\n```\nexplain', 'const a = 1 explain'],
  ['calculate 2*3*4 in snake_case_name', 'calculate 2*3*4 in snake_case_name'],
  ['~~old~~ __new__ *fresh*', 'old new fresh'],
  ['---', '---'],
  ['line\u202E one\u0007', 'line one'],
  ['x'.repeat(100), `${'x'.repeat(79)}…`],
])('%j is called %j', (text, title) => {
  expect(plainTitle(text)).toBe(title)
})

test.each(['*_'.repeat(250_000), '['.repeat(500_000), '`'.repeat(500_000), '**a '.repeat(100_000)])(
  'half a megabyte of marks is a title like any other',
  (text) => {
    expect(plainTitle(text).length).toBeLessThanOrEqual(80)
  },
)
