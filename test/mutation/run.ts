import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runCommand, stopOnSignal } from '../command.ts'
import { fetchedFolder, fetchPackages } from '../support/fetched-package.ts'
import { AREAS, type Area } from './area.ts'

/**
 * `npm run mutate`: changes the code of some areas in every way that Stryker knows, one at a time, and counts how many of
 * the changes a test notices; `npm run mutate -- cost routing` runs those areas alone. Survivors are listed, and read:
 * `test/mutation/README.md` says of each that is left why it is. It takes long, so it is no part of `npm test`.
 */

/** In per cent, of each area. */
const LEAST_SCORE = 85

const ROOT = resolve(import.meta.dirname, '../..')
const REPORTS = join(ROOT, 'test-results/mutation')
const VERSION = '10.1.1'
const HOME = `stryker-${VERSION}`
const PLUGIN = join(fetchedFolder(HOME), 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')

interface Report {
  files: Record<
    string,
    { mutants: { status: string; mutatorName: string; replacement?: string; location: Location }[] }
  >
}
interface Location {
  start: { line: number; column: number }
}

async function mutate(area: Area): Promise<boolean> {
  mkdirSync(REPORTS, { recursive: true })
  const report = join(REPORTS, `${area.name}.json`)
  rmSync(report, { force: true })
  const config = join(REPORTS, `${area.name}.config.json`)
  writeFileSync(config, JSON.stringify(settings(area, report)))
  const stryker = join(fetchedFolder(HOME), 'node_modules/.bin/stryker')
  const { ok } = await runCommand(stryker, ['run', config], {
    live: true,
    env: { MUTATED_AREA: area.name },
    timeoutSeconds: 7_200,
  })
  return ok && summary(area, JSON.parse(readFileSync(report, 'utf8')) as Report)
}

function settings(area: Area, report: string) {
  return {
    testRunner: 'vitest',
    plugins: [PLUGIN],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    mutate: area.mutate,
    coverageAnalysis: 'perTest',
    timeoutMS: 10_000,
    concurrency: 2,
    // A machine that does other work as well takes its time.
    dryRunTimeoutMinutes: 30,
    tempDirName: '.stryker-tmp',
    ignorePatterns: ['.next', '.data', 'coverage', 'test-results', 'public', '.git'],
    // TypeScript 7 has no interface for programs, which Stryker would rewrite the settings of the compiler with.
    tsconfigFile: 'none.json',
    reporters: ['progress-append-only', 'clear-text', 'json'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
    jsonReporter: { fileName: report },
    allowConsoleColors: false,
  }
}

const NOTICED = new Set(['Killed', 'Timeout'])
const SURVIVED = new Set(['Survived', 'NoCoverage'])

function summary({ name }: Area, { files }: Report): boolean {
  const mutants = Object.entries(files).flatMap(([path, file]) => file.mutants.map((mutant) => ({ path, ...mutant })))
  const noticed = mutants.filter(({ status }) => NOTICED.has(status)).length
  const survivors = mutants.filter(({ status }) => SURVIVED.has(status))
  for (const { path, location, mutatorName, replacement = '' } of survivors) {
    const change = replacement.replace(/\s+/g, ' ').slice(0, 100)
    console.log(`  ${path}:${location.start.line}:${location.start.column} ${mutatorName} ${change}`)
  }
  const score = (100 * noticed) / (noticed + survivors.length)
  const isEnough = score >= LEAST_SCORE
  console.log(`${isEnough ? '✓' : '✗'} ${name}: ${noticed} noticed, ${survivors.length} not: ${score.toFixed(1)} %`)
  return isEnough
}

stopOnSignal()
const names = process.argv.slice(2)
const unknown = names.filter((name) => !AREAS.some((area) => area.name === name))
if (unknown.length > 0) throw new Error(`no such area: ${unknown.join(', ')}`)
await fetchPackages(HOME, [`@stryker-mutator/core@${VERSION}`, `@stryker-mutator/vitest-runner@${VERSION}`], {
  timeoutSeconds: 300,
})
let isEnough = true
for (const area of AREAS.filter(({ name }) => names.length === 0 || names.includes(name))) {
  isEnough = (await mutate(area)) && isEnough
}
process.exitCode = isEnough ? 0 : 1
