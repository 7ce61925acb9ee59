import { describe, expect, test } from 'vitest'
import { withoutHalfFormula } from '#app/_content/markdown/half-formula.ts'

describe('what is not held back of a text that is being written', () => {
  test.each([
    ['words alone', 'After some time, it costs'],
    ['a price', 'It costs $5 and'],
    ['two prices', 'It costs $5 to $10 and more'],
    ['a price with what formulas have too', 'It costs $5 = 500 cents, see a_b'],
    ['a formula that is closed', String.raw`Of $\frac{1}{2}$, and a_b = c`],
    ['several', String.raw`$t$ and \(x^2\) and $$y$$, then a_b`],
    ['code', 'Write `$PATH_X'],
    ['code that is closed', 'Write `$PATH_X`, and a_b = c'],
    ['a dollar behind a letter', 'US$30_'],
    ['one that goes on for so long that it may be none', `Of $\\frac{1}{${'x'.repeat(100)}`],
    ['a longer one of its own', `$$\n\\frac{${'x'.repeat(150)}`],
  ])('%s', (_, text) => expect(withoutHalfFormula(text)).toBe(text))
})

describe('what is held back', () => {
  test.each([
    [String.raw`Of $\frac{1`, 'Of '],
    [String.raw`Of $\sum`, 'Of '],
    [String.raw`Of $t = \frac{1}{2`, 'Of '],
    ['It is $2^{10', 'It is '],
    [String.raw`From \(s = h`, 'From '],
    [String.raw`From \(s = h\) follows \[ h`, String.raw`From \(s = h\) follows `],
    ['Both $t$ and $x_1', 'Both $t$ and '],
    ['Then $$y', 'Then '],
    ['$$\n\\frac{', ''],
    ['\\[\nh = ', ''],
  ])('of %j all from the formula on', (text, shown) => expect(withoutHalfFormula(text)).toBe(shown))

  test('takes no more than the text is long', () => {
    for (const mark of ['$', '\\(', '`', '$\\', '$x_']) {
      const text = mark.repeat(30_000)
      expect(text.startsWith(withoutHalfFormula(text))).toBe(true)
    }
  })
})
