import { existsSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { findBrowser } from '../e2e/browser.ts'
import { check } from './check.ts'
import { runCommand, stopOnSignal } from './command.ts'
import { failedPlaywrightTests, failedVitestTests, type PlaywrightReport, type VitestReport } from './failed-tests.ts'
import { absence, isAlone, missingRecordings } from './support/recording.ts'

/**
 * `npm test`: everything that has to hold before a change lands, stage by stage, whatever the stage before said.
 * `npm test -- unit e2e` runs those stages alone. The last line is always `N passed, N failed`, with the skipped ones
 * behind it where there are any, and the failed ones are named above it; a stage that fails without a failed test counts as one failure.
 */

interface Result {
  passed: number
  failed: number
  skipped: number
  note: string
  /** The tests that failed, by file and name. */
  failures?: readonly string[]
}

interface Stage {
  name: string
  run: () => Promise<Result>
}

const STAGES: readonly Stage[] = [
  { name: 'check', run: runCheck },
  { name: 'unit', run: runUnit },
  { name: 'alone', run: runAlone },
  { name: 'build', run: runBuild },
  { name: 'e2e', run: runEndToEnd },
]

const ROOT = resolve(import.meta.dirname, '..')
const UNIT_REPORT = resolve(ROOT, 'test-results/unit.json')
const COVERAGE_REPORT = resolve(ROOT, 'coverage/coverage-summary.json')
const E2E_REPORT = resolve(ROOT, 'test-results/e2e.json')

async function runCheck(): Promise<Result> {
  const failed = await check()
  return stageResult(failed, 'format, lint, types, boundaries, dead code')
}

/** Unit and conformance tests with line coverage, which Vitest holds to the threshold in its configuration. */
async function runUnit(): Promise<Result> {
  rmSync(COVERAGE_REPORT, { force: true })
  return runVitest(['run', '--coverage'], {}, () => {
    const coverage = readReport<CoverageReport>(COVERAGE_REPORT)
    const covered = coverage ? `${coverage.total.lines.pct} % of the lines of lib and db covered` : 'no coverage report'
    return missingRecordings.length > 0 ? `${covered}; ${absence()}` : covered
  })
}

/** What reads the recordings beside the repository, once more as it runs for everyone who has the repository alone. */
async function runAlone(): Promise<Result> {
  if (isAlone) return stageResult(0, 'the repository is alone, and all of the tests have run so')
  const env = { METIS_RECORDINGS: resolve(ROOT, 'test-results/nowhere') }
  return runVitest(
    ['related', '--run', 'test/support/recording.ts'],
    env,
    () => 'without recordings beside the repository',
  )
}

async function runVitest(args: readonly string[], env: Record<string, string>, note: () => string): Promise<Result> {
  rmSync(UNIT_REPORT, { force: true })
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`]
  const { ok } = await runCommand('vitest', [...args, '--config=test/vitest.config.ts', ...reports], {
    live: true,
    env,
  })
  const report = readReport<VitestReport>(UNIT_REPORT)
  return counted(ok, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    note: note(),
    failures: report ? failedVitestTests(report, ROOT) : [],
  })
}

async function runBuild(): Promise<Result> {
  const { ok } = await runCommand('node', ['app/build.ts'], { live: true })
  return stageResult(ok ? 0 : 1, 'production build')
}

async function runEndToEnd(): Promise<Result> {
  const browser = findBrowser() ?? (await installBrowser())
  if (browser === null) return stageResult(1, 'no browser found, and none could be installed')
  rmSync(E2E_REPORT, { force: true })
  const { ok } = await runCommand('playwright', ['test', '--config=e2e/playwright.config.ts'], {
    live: true,
    // It ends by its own bound, with words; this is for what hangs beyond it.
    timeoutSeconds: 2_100,
  })
  const report = readReport<PlaywrightReport>(E2E_REPORT)
  return counted(ok, {
    passed: (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0),
    failed: report?.stats.unexpected ?? 0,
    skipped: report?.stats.skipped ?? 0,
    note: browser,
    failures: report ? failedPlaywrightTests(report) : [],
  })
}

/** Playwright's own download where it can be reached, else the system's package where we may install one. */
async function installBrowser(): Promise<string | null> {
  console.log('no Chromium found that starts: installing one')
  const mayInstall = process.platform === 'linux' && process.getuid?.() === 0
  const download = await runCommand('playwright', ['install', '--only-shell', 'chromium'], {
    live: true,
    timeoutSeconds: 300,
  })
  if (download.ok && findBrowser() === null && mayInstall) {
    // A bare container has none of the libraries that it needs.
    await runCommand('playwright', ['install-deps', 'chromium'], { live: true, timeoutSeconds: 600 })
  }
  if (findBrowser() === null && mayInstall) {
    await runCommand('apt-get', ['update', '-qq'], { live: true, timeoutSeconds: 300 })
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    // Not every release of a distribution has the shell by itself.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if (findBrowser() !== null) break
      await runCommand('apt-get', ['install', '-y', '-qq', name], { live: true, timeoutSeconds: 600, env })
    }
  }
  return findBrowser()
}

interface CoverageReport {
  total: { lines: { pct: number } }
}

/** A report that our own tools have just written, or `null` when they did not get that far. */
function readReport<Report>(path: string): Report | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : null
}

function stageResult(failed: number, note: string): Result {
  return { passed: 0, failed, skipped: 0, note }
}

/** No test at all, or a bad exit with no failed test to show for it (coverage, a crash), is a failure too. */
function counted(ok: boolean, result: Result): Result {
  const silent = result.failed === 0 && (!ok || result.passed === 0)
  return silent ? { ...result, failed: 1, note: `${result.note}; the stage itself failed` } : result
}

function countLine({ passed, failed, skipped }: Pick<Result, 'passed' | 'failed' | 'skipped'>): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !STAGES.some((stage) => stage.name === name))
  if (unknown.length > 0) throw new Error(`no such stage: ${unknown.join(', ')}`)

  const total = { passed: 0, failed: 0, skipped: 0 }
  const summary: string[] = []
  for (const { name, run } of STAGES.filter((stage) => names.length === 0 || names.includes(stage.name))) {
    console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`)
    const started = performance.now()
    const result = await run()
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    const counts = result.passed + result.failed + result.skipped > 0 ? countLine(result) : 'done'
    summary.push(
      `${result.failed > 0 ? '✗' : '✓'} ${name.padEnd(6)} ${seconds.padStart(6)} s  ${counts}  (${result.note})`,
    )
    for (const failure of result.failures ?? []) summary.push(`    ✗ ${failure}`)
    for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += result[key]
  }
  console.log(`\n${summary.join('\n')}\n\n${countLine(total)}`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

stopOnSignal()
await main(process.argv.slice(2))
