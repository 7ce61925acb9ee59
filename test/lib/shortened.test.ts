import { expect, test } from 'vitest'
import { shortened } from '#lib/shortened.ts'

test.each([
  ['short', 5, 'short'],
  ['longer', 5, 'long…'],
  ['', 0, ''],
  ['ab😀c', 4, 'ab…'],
  ['ab😀cd', 5, 'ab😀…'],
])('%j in %i characters is %j', (text, most, short) => {
  expect(shortened(text, most)).toBe(short)
})
