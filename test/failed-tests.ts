import { relative } from 'node:path'

/** What Vitest's JSON report says of a run, as far as we read it. */
export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

/** What Playwright's JSON report says of a run, as far as we read it. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

interface PlaywrightSuite {
  title: string
  specs: { title: string; file: string; line: number; ok: boolean }[]
  suites?: PlaywrightSuite[]
}

/** The tests that failed, each in a line: who reads only the end of a long run must find them there. */
export function failedVitestTests(report: VitestReport, root: string): string[] {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${file} › ${test.fullName}`)
    if (failed.length > 0 || status !== 'failed') return failed
    // A file that could not be loaded has no test that failed, and one whose process crashed has one that never ended.
    const open = assertionResults.find((test) => test.status === 'pending')?.fullName
    const why = message || (open === undefined ? 'of unknown cause' : `its process ended in "${open}"`)
    return [`${file} › the file itself: ${why.split('\n')[0]}`]
  })
}

export function failedPlaywrightTests(report: PlaywrightReport): string[] {
  return report.suites.flatMap(failedSpecs)
}

function failedSpecs({ specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `e2e/${file}:${line} › ${title}`)
  return [...failed, ...suites.flatMap(failedSpecs)]
}
