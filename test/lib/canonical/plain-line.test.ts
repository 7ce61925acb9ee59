import { expect, test } from 'vitest'
import { plainLine } from '#lib/canonical/plain-line.ts'

test.each([
  ['two\nlines\tand  more ', 'two lines and more'],
  ['a\u0000b\u001b[31mc\u0007', 'ab[31mc'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['zero\u200Bwidth\u2060\uFEFF', 'zerowidth'],
  ['half \uD83D', 'half \uFFFD'],
  ['\u2028\u2029', ''],
  ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
  ['می‌خواهم', 'می‌خواهم'],
  ['Ünïcode 😀', 'Ünïcode 😀'],
])('%j as a name in a list is %j', (text, name) => {
  expect(plainLine(text)).toBe(name)
})
