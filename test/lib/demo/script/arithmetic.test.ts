import { describe, expect, it } from 'vitest'
import { arithmeticIn } from '#lib/demo/script/arithmetic.ts'

describe('arithmetic in plain words', () => {
  it.each<[string, string[][]]>([
    ['calculate 2*3', [['2*3']]],
    ['Compute: 12 * (3 + 4), please', [['12 * (3 + 4)']]],
    ['what is 2+2?', [['2+2']]],
    ["what's 17 × 23", [['17 * 23']]],
    ['How much is 1,000 plus 2.5?', [['1000 + 2.5']]],
    ['calculate 10 divided by 4 minus 1', [['10 / 4 - 1']]],
    ['calculate 2 to the power of 10', [['2 ^ 10']]],
    ['calculate the square root of 16', [['sqrt(16)']]],
    ['calculate 1/0', [['1/0']]],
    ['calculate -5 * -(2 - 3)', [['-5 * -(2 - 3)']]],
    ['2+2=?', [['2+2']]],
    ['calculate 2*3 and 4*5', [['2*3', '4*5']]],
    ['calculate 2*3, 4*5 then 6-1', [['2*3', '4*5'], ['6-1']]],
    ['calculate 15% of 80', [['15 / 100 * 80']]],
    ['calculate max(1, 2) + 3*4, please', [['max(1, 2) + 3*4']]],
    ['calculate 2 * pi then 3+3', [['2 * pi'], ['3+3']]],
    ['what is round(2.5)?', [['round(2.5)']]],
    ['calculate banana!', [['banana']]],
  ])('%s', (words, rounds) => {
    expect(arithmeticIn(words)).toEqual(rounds)
  })

  it.each([
    'what is the capital of France?',
    'what is chapter 7 about?',
    'what is a raspberry pi 4?',
    'it happened on 2026-11-21',
    'give me 1-2 sentences',
    'calculate',
    '42',
    '',
  ])('is not in: %s', (words) => {
    expect(arithmeticIn(words)).toEqual([])
  })

  it('is found in a long message without delay', () => {
    expect(arithmeticIn(`calculate ${'('.repeat(100_000)}`).flat()).toHaveLength(1)
    expect(arithmeticIn(`calculate ${'1-'.repeat(100_000)}`).flat()).toHaveLength(1)
  })
})
