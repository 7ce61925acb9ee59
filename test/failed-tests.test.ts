import { expect, test } from 'vitest'
import { failedPlaywrightTests, failedVitestTests } from './failed-tests.ts'

const counts = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 }

test('failed unit tests are named with their file, and a file that could not be loaded or whose process crashed with why', () => {
  const testResults = [
    {
      name: '/repo/test/a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'one works', status: 'passed' },
        { fullName: 'two works', status: 'failed' },
      ],
    },
    { name: '/repo/test/b.test.ts', status: 'failed', message: 'no such module\n  at line 3', assertionResults: [] },
    { name: '/repo/test/c.test.ts', status: 'passed', message: '', assertionResults: [] },
    {
      name: '/repo/test/d.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'one works', status: 'passed' },
        { fullName: 'two crashes', status: 'pending' },
        { fullName: 'three is never run', status: 'pending' },
      ],
    },
  ]
  expect(failedVitestTests({ ...counts, testResults }, '/repo')).toEqual([
    'test/a.test.ts › two works',
    'test/b.test.ts › the file itself: no such module',
    'test/d.test.ts › the file itself: its process ended in "two crashes"',
  ])
})

test('failed end-to-end tests are named with file and line, inside groups too', () => {
  const stats = { expected: 1, unexpected: 2, flaky: 0, skipped: 0 }
  const spec = (title: string, line: number, ok: boolean) => ({ title, file: 'chat.spec.ts', line, ok })
  const group = { title: 'a group', specs: [spec('inside', 9, false)] }
  const suites = [{ title: 'chat.spec.ts', specs: [spec('works', 3, true), spec('fails', 5, false)], suites: [group] }]
  expect(failedPlaywrightTests({ stats, suites })).toEqual([
    'e2e/chat.spec.ts:5 › fails',
    'e2e/chat.spec.ts:9 › inside',
  ])
})
