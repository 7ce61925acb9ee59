import { expect, test } from 'vitest'
import { isUnbroken, plainSlices, SLICE } from '#app/_content/markdown/plain-slices.ts'
import { quickest } from '#test/support/cpu-time.ts'

test.each([
  ['nothing', '', ['']],
  ['what one slice holds', 'x'.repeat(SLICE), ['x'.repeat(SLICE)]],
  ['a line without end', 'x'.repeat(SLICE + 1), ['x'.repeat(SLICE), 'x']],
  [
    'lines, at the end of one',
    `${'x'.repeat(5_000)}\n${'y'.repeat(5_000)}`,
    [`${'x'.repeat(5_000)}\n`, 'y'.repeat(5_000)],
  ],
  [
    'a short line before a long one, not behind the short one',
    `x\n${'y'.repeat(SLICE)}`,
    [`x\n${'y'.repeat(SLICE - 2)}`, 'yy'],
  ],
  [
    'characters of two halves, not between them',
    `x${'😀'.repeat(SLICE / 2)}`,
    [`x${'😀'.repeat(SLICE / 2 - 1)}`, '😀'],
  ],
])('cuts %s', (_name, text, slices) => {
  expect(plainSlices(text)).toEqual(slices)
})

test('a text costs what it is long, and no more', async () => {
  const [short, long] = ['x'.repeat(500_000), 'x'.repeat(8_000_000)]
  expect(await quickest(() => plainSlices(long))).toBeLessThan(64 * (await quickest(() => plainSlices(short))))
})

test.each([
  ['letters without end', 'x'.repeat(1_000), true],
  ['letters without end among words', `a word ${'x'.repeat(1_000)} and another`, true],
  ['a space among them', `${'x'.repeat(999)} ${'x'.repeat(999)}`, false],
  ['words', 'word '.repeat(1_000), false],
])('says of %s whether a line can break', (_name, text, expected) => {
  expect(isUnbroken(text)).toBe(expected)
})
