import { expect, test } from 'vitest'
import { highlight } from '#app/_content/highlighter.ts'

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
