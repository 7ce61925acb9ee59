import type { TestAPI } from 'vitest'
import { test } from 'vitest'
import { absence, missingRecordings } from './recording.ts'

type Define<Row extends readonly unknown[]> = (name: string, run: (...row: Row) => Promise<void> | void) => void

/**
 * `test.each` over what was recorded. Recordings are not in the repository, and a suite without any test fails: where
 * nothing is left of one, it gets a test that is skipped and says why. Where all recordings are, that is a fault.
 */
export function eachRecording<Row extends readonly [string, ...unknown[]]>(
  rows: readonly Row[],
  missing: readonly string[] = missingRecordings,
  define: Pick<TestAPI, 'each' | 'skipIf'> = test,
): Define<Row> {
  if (rows.length > 0) return (name, run) => define.each([...rows])(name, (...row) => run(...(row as unknown as Row)))
  return (name) =>
    define.skipIf(missing.length > 0)(`${name.replace('%s', 'a recording')} (${absence(missing)})`, () => {
      throw new Error('All recordings are here, and this test has none of them.')
    })
}
