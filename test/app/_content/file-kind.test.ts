import { expect, test } from 'vitest'
import { fileKind } from '#app/_content/file-kind.ts'

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

test.each([
  ['application/pdf', 'notes.txt', 'PDF'],
  [SHEET, 'report.docx', 'XLSX'],
  ['application/vnd.oasis.opendocument.text', 'letter', 'ODT'],
  ['text/csv', 'sales', 'CSV'],
  ['text/plain', 'main.rs', 'RS'],
  ['text/plain', 'notes.txt', 'TXT'],
  // A text, whatever its name says.
  ['text/plain', 'bad.pdf', undefined],
  ['text/plain', 'picture.PNG', undefined],
  ['text/plain', 'LICENSE', undefined],
])('%s named %s is called %s', (media_type, name, kind) => {
  expect(fileKind({ media_type, name })).toBe(kind)
})
