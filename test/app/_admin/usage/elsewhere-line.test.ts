import { describe, expect, test } from 'vitest'
import { elsewhereLines } from '#app/_admin/usage/elsewhere-line.ts'

const paid = (cost_usd: string | null) => ({ cost_usd, calls: 1, unpriced_calls: 0 })
const model = (name: string, cost_usd: string | null) => ({
  model: name,
  cost_usd,
  low_usd: cost_usd,
  high_usd: cost_usd,
  estimated: true as const,
  calls: 1,
  unpriced_calls: 0,
})
const names = ({ lines }: ReturnType<typeof elsewhereLines>) => lines.map((line) => line.model)

describe('what it would have cost elsewhere', () => {
  test('is told from the cheapest to what has no price, with what it was in its place', () => {
    const models = [model('dear', '9'), model('unpriced', null), model('cheap', '0.1'), model('free', '0')]
    expect(names(elsewhereLines(paid('1'), models, false))).toEqual(['free', 'cheap', null, 'dear', 'unpriced'])
    expect(names(elsewhereLines(paid(null), models, false)).at(-1)).toBe(null)
  })

  test('is told of those first that come nearest, cheaper and dearer', () => {
    const models = [model('free', '0'), ...Array.from({ length: 12 }, (_, n) => model(`at ${2 ** n}`, `${2 ** n}`))]
    const first = elsewhereLines(paid('64'), models, false)
    expect([first.left, first.lines[0]?.usd, first.lines.at(-1)?.usd]).toEqual([3, '2', '1024'])
    expect(elsewhereLines(paid('64'), models, true)).toMatchObject({ left: 0, lines: { length: 14 } })
  })
})
