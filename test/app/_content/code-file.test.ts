import { expect, test } from 'vitest'
import { codeFileName } from '#app/_content/code-file.ts'

test.each([
  ['python', 'code.py'],
  ['TypeScript', 'code.ts'],
  ['tsx', 'code.tsx'],
  ['Dockerfile', 'Dockerfile'],
  ['', 'code.txt'],
  ['../../etc/passwd', 'code.txt'],
  ['constructor', 'code.txt'],
  ['c++', 'code.cpp'],
])('code in %j is the file %s', (language, name) => {
  expect(codeFileName(language)).toBe(name)
})
