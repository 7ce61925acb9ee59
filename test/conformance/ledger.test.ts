import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const RULES = 238
const TESTS = resolve(import.meta.dirname, '..')
const README = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')

/** Of a name such as `wire-rules 4, 20 and 57 to 62: …` each number. */
function numbersIn(text: string): number[] {
  return [...text.matchAll(/wire-rules? (\d+(?:(?:, | and | to )\d+)*)/g)].flatMap(([, list = '']) =>
    list.split(/, | and /).flatMap((part) => {
      const [first = 0, last = first] = part.split(' to ').map(Number)
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    }),
  )
}

/** Number to the files whose tests name it. */
function namedTests(): Map<number, string[]> {
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.test\.tsx?$/.test(path) && path !== 'conformance/ledger.test.ts')
    .sort()
  const found = new Map<number, string[]>()
  for (const path of files) {
    const run = readFileSync(join(TESTS, path), 'utf8').replaceAll(/^.*\.(?:skip|todo)\(.*$/gm, '')
    // In a string, as the names of tests are: a word in a comment proves nothing.
    const names = run.match(/['"`][^'"`\n]*wire-rules? \d.*/g) ?? []
    for (const rule of new Set(names.flatMap(numbersIn))) found.set(rule, [...(found.get(rule) ?? []), path])
  }
  return found
}

/** The rows of the table in the README: number to what it says. */
function ledger(): Map<number, string> {
  const rows = README.matchAll(/^\| (\d+) \| (.+) \|$/gm)
  return new Map([...rows].map(([, rule, entry = '']) => [Number(rule), entry.trim()]))
}

test('every wire rule has one row in the ledger, in order', () => {
  const rows = [...README.matchAll(/^\| (\d+) \| /gm)].map(([, rule]) => Number(rule))
  expect(rows).toEqual(Array.from({ length: RULES }, (_, index) => index + 1))
})

test('a row names all files that hold a test of its rule and no other, or says why there are none', () => {
  const named = namedTests()
  const faults = [...ledger()].flatMap(([rule, entry]) => {
    const listed = [...entry.matchAll(/`([^`]+\.test\.tsx?)`/g)].map(([, path]) => path)
    const files = named.get(rule) ?? []
    const isReason = files.length === 0 && listed.length === 0 && entry.split(' ').length > 4
    const isProved = files.length > 0 && [...listed].sort().join() === files.toSorted().join()
    return isReason || isProved
      ? []
      : [`${rule}: ${files.map((path) => `\`${path}\``).join(', ') || 'no test names it'}`]
  })
  expect(faults).toEqual([])
})

test('a name with a list or a range names each number', () => {
  expect(numbersIn('wire-rule 9: x')).toEqual([9])
  expect(numbersIn('wire-rules 13, 16 and 57 to 59: x')).toEqual([13, 16, 57, 58, 59])
})
