import hljs from 'highlight.js/lib/core'
import { expect, test } from 'vitest'
import { GRAMMARS, highlight } from '#app/_content/highlighter.ts'

test('marks the parts of a known language', () => {
  expect(highlight('a = 1', 'js')).toBe('a = <span class="hljs-number">1</span>')
})

test.each([
  ['a language that nobody knows', 'a = 1', 'nobody'],
  ['no language', 'a = 1', ''],
  ['a line as no person writes it', 'a=1;'.repeat(501), 'js'],
  ['code as long as a book', 'a = 1\n'.repeat(10_001), 'js'],
])('leaves %s as it is', (_name, code, language) => {
  expect(highlight(code, language)).toBeNull()
})

test('marks code in other code, in the language that it is written in', () => {
  expect(highlight('<style>a { color: red }</style>', 'HTML')).toContain('<span class="hljs-attribute">color</span>')
  expect(highlight('---\na: <%= 1 + 1 %>', 'yml')).toContain('<span class="hljs-number">1</span>')
})

test.each(Object.entries(GRAMMARS))(
  '%s is called what the library calls it, and holds what its grammar does',
  (name, grammar) => {
    const built = grammar.define(hljs)
    expect(grammar.aliases ?? []).toEqual(built.aliases ?? [])
    const held = languagesIn(built).filter((language) => language in GRAMMARS)
    expect(new Set(grammar.holds)).toEqual(new Set(held))
    expect(highlight('a', name)).not.toBeNull()
  },
)

/** Those that a grammar names, wherever in it. */
function languagesIn(grammar: object, seen = new Set<unknown>()): string[] {
  if (seen.has(grammar)) return []
  seen.add(grammar)
  return Object.entries(grammar).flatMap(([key, value]) => {
    if (key === 'subLanguage') return [value].flat()
    return typeof value === 'object' && value !== null ? languagesIn(value, seen) : []
  })
}
