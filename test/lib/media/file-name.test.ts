import { expect, test } from 'vitest'
import { cleanFileName } from '#lib/media/file-name.ts'

test.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\tale.txt', 'tale.txt'],
  ['a\u0000b\nc\u001b[31m.txt', 'abc[31m.txt'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['  .hidden. ', 'hidden'],
  ['..', 'file'],
  ['', 'file'],
  ['Gru\u0308ße\u2028 \t2.md', 'Grüße 2.md'],
])('a file that is said to be called %j is called %j', (said, name) => {
  expect(cleanFileName(said)).toBe(name)
})

test('a name that is too long keeps its extension', () => {
  const name = cleanFileName(`${'é'.repeat(400)}.docx`)
  expect([[...name].length, name.slice(-6)]).toEqual([120, '….docx'])
})
