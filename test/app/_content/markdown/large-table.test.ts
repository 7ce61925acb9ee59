import type { RootContent } from 'mdast'
import { expect, test } from 'vitest'
import { growText, NO_TEXT } from '#app/_content/markdown/answer-text.ts'

function shown(columns: number, rows: number) {
  const row = `${'| b '.repeat(columns)}|\n`
  const { settled, recent } = growText(NO_TEXT, `${row}${'|---'.repeat(columns)}|\n${row.repeat(rows)}`, true)
  const parts = [...settled.flat(), ...recent]
  const ofTable = parts.filter(({ kind }) => kind === 'rows')
  const cells = ofTable.flatMap(({ nodes }) => nodes ?? []).reduce((sum, node) => sum + cellsOf(node), 0)
  const text = parts.map(({ source }) => source).join('')
  return { cells, last: parts.at(-1)?.kind, lines: text.trimEnd().split('\n').length }
}

function cellsOf(node: RootContent): number {
  return node.type === 'table' ? node.children.reduce((sum, row) => sum + row.children.length, 0) : 0
}

test('a table is laid out to the end where it is small', () => {
  expect(shown(10, 100)).toMatchObject({ last: 'rows', lines: 102 })
  expect(shown(10, 100).cells).toBeGreaterThanOrEqual(1_010)
})

test('of one that is too long the rest stands as it came, and nothing is left out', () => {
  const long = shown(10, 500)
  expect(long).toMatchObject({ last: 'plain', lines: 502 })
  expect(long.cells).toBeGreaterThan(1_500)
  expect(long.cells).toBeLessThan(2_500)
})

test('one that is too wide stands as it came, from its head on', () => {
  expect(shown(200, 500)).toEqual({ cells: 0, last: 'plain', lines: 502 })
  expect(shown(58, 3)).toMatchObject({ cells: 4 * 58, last: 'rows' })
})

test('what stands around one that is too wide is shown as ever', () => {
  const wide = `${'| b '.repeat(80)}|\n${'|---'.repeat(80)}|\n${'| c '.repeat(80)}|\n`
  const { recent } = growText(NO_TEXT, `Before\n\n${wide}\n**After**\n`, true)
  expect(recent.map(({ kind, source }) => [kind, source.trim().slice(0, 9)])).toEqual([
    ['block', 'Before'],
    ['plain', '| b | b |'],
    ['block', '**After**'],
  ])
})
