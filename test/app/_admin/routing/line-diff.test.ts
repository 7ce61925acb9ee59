import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DiffLine, lineDiff, shownLines } from '#app/_admin/routing/line-diff.ts'

const signs = { same: ' ', added: '+', removed: '-' }
const written = (lines: readonly (DiffLine | null)[]) =>
  lines.map((line) => (line === null ? '...' : `${signs[line.kind]}${line.line} ${line.text}`))

describe('a difference of two texts', () => {
  test.each([
    ['nothing', '', '', []],
    ['a first text', '', 'a\nb\n', ['+1 a', '+2 b']],
    ['a line that is changed', 'a\nb\nc\n', 'a\nx\nc\n', [' 1 a', '-2 b', '+2 x', ' 3 c']],
    ['a line that is moved', 'a\nb\nc', 'c\na\nb', ['+1 c', ' 2 a', ' 3 b', '-3 c']],
    ['what is repeated', 'a\na\nb', 'a\nb', [' 1 a', '-2 a', ' 2 b']],
  ])('says %s line by line', (_, before, after, lines) => {
    expect(written(lineDiff(before, after))).toEqual(lines)
  })

  test('has both texts in it, whatever they are', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
      .map((lines) => lines.map((line) => `${line}\n`).join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = lineDiff(before, after)
        const without = (kind: DiffLine['kind']) =>
          lines.flatMap((line) => (line.kind === kind ? [] : [`${line.text}\n`])).join('')
        expect([without('added'), without('removed')]).toEqual([before, after])
      }),
    )
  })

  test('leaves out what is far from any change', () => {
    const before = Array.from({ length: 9 }, (_, n) => String(n)).join('\n')
    expect(written(shownLines(lineDiff(before, before.replace('4', 'x')), 1))).toEqual([
      '...',
      ' 4 3',
      '-5 4',
      '+5 x',
      ' 6 5',
      '...',
    ])
  })
})
