import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { beforeEach, expect, test, vi } from 'vitest'
import { formulaFromSyntax, formulaSyntax } from '#app/_content/markdown/formula-syntax.ts'
import { syntaxTree } from '#app/_content/markdown/syntax-tree.ts'

vi.mock('mdast-util-from-markdown', { spy: true })
beforeEach(() => {
  vi.mocked(fromMarkdown).mockClear()
})

/** All of it at once, as the libraries give it. */
function whole(source: string) {
  const mdastExtensions = [gfmFromMarkdown(), formulaFromSyntax]
  return fromMarkdown(source, { extensions: [gfm(), formulaSyntax], mdastExtensions }).children
}

const PIECES = [
  ...['https://example.org/a_b', 'HTTP://Example.org', 'www.example.org', 'WWW.example.org,', 'a.b@example.org'],
  ...['mailto:a@example.org', 'xmpp:a@example.org/b', '&#104;ttps://example.org', 'www&#46;example.org'],
  ...['a&commat;example.org', 'a&#64;example.org', 'ht', 'tp://example.org', 'https', ':', '//', '@', 'www', '\\'],
  ...['[text](https://example.org/a)', '![a](https://example.org/a.png)', '[text](<https://example.org>)'],
  ...['<https://example.org>', '`https://example.org`', '[r]: https://example.org\n\n', '[r]', '[^n]: a\n\n', '[^n]'],
  ...['[', ']', '](', '](<', '(', ')', '>', '<', '`', '**', '*', '_', '~~', '$', '# ', '> ', '- ', '- [x] ', '1. '],
  ...['| a | b |\n|---|---|\n', '| ', ' |\n', '```\n', '    ', ' ', ' ', '\n', '\n\n', 'word', 'words of a text'],
]

const anySource = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(''))

test('the tree is the one with addresses, whether they are looked for or not', () => {
  fc.assert(
    fc.property(anySource, (source) => {
      expect(syntaxTree(source)).toEqual(whole(source))
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  'Read https://example.org/a.',
  'Read www.example.org.',
  'Write to a.b@example.org.',
  'see](https://example.org/a) and more',
  'see](www.example.org) and more',
  'Read &#104;ttps://example.org/a.',
  '[text](https://example.org/a) and https://example.org/b',
  '| a |\n|---|\n| www.example.org |',
])('an address that stands by itself is a link: %s', (source) => {
  expect(JSON.stringify(syntaxTree(source))).toContain('"type":"link"')
  expect(syntaxTree(source)).toEqual(whole(source))
})

test.each([
  ['A text with **weight** and `code`.', false],
  ['A text with a [link](https://example.org/a) and another](<b>.', false],
  ['A text that ends with www.example.org', true],
])('what knows addresses is asked at each letter only where one may be: %s', (source, isAsked) => {
  syntaxTree(source)
  const asked = vi.mocked(fromMarkdown).mock.calls.map(([, options]) => options)
  const letters = asked
    .flatMap((options) => [options].flat())
    .flatMap((options) => Object.keys((typeof options === 'object' && options?.extensions?.[0]?.text) || {}))
  expect(letters.includes(String('a'.charCodeAt(0)))).toBe(isAsked)
  expect(asked).toHaveLength(1)
})
