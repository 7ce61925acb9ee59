import type { Outcome } from './command.ts'
import { runCommand, stopOnSignal } from './command.ts'
import { findViolations } from './support/boundary/find-violations.ts'
import { productSources } from './support/boundary/product-source.ts'
import { describeViolation } from './support/boundary/violation.ts'

/** What `npm run check` looks at; the steps know nothing of each other and run side by side. */
const STEPS: readonly { name: string; run: () => Promise<Outcome> }[] = [
  { name: 'format and lint', run: () => runCommand('biome', ['ci', '--colors=off', '--max-diagnostics=50', '.']) },
  { name: 'types', run: checkTypes },
  { name: 'boundaries', run: checkBoundaries },
  { name: 'dead code', run: () => runCommand('knip', ['--no-progress', '--config', '.knip.json']) },
]

async function checkBoundaries(): Promise<Outcome> {
  const started = performance.now()
  const report = findViolations(productSources()).map(describeViolation)
  return { ok: report.length === 0, output: report.join('\n'), seconds: (performance.now() - started) / 1_000 }
}

async function checkTypes(): Promise<Outcome> {
  const routes = await runCommand('next', ['typegen'])
  if (!routes.ok) return routes
  const projects = ['tsconfig.json', 'test/tsconfig.json', 'e2e/tsconfig.json', 'app/_offline/tsconfig.json']
  const outcomes = await Promise.all(projects.map((project) => runCommand('tsc', ['--project', project])))
  return {
    ok: outcomes.every(({ ok }) => ok),
    // The projects overlap: a fault in lib is reported by each that imports it.
    output: [...new Set(outcomes.flatMap(({ output }) => output.split('\n')))].join('\n').trim(),
    seconds: routes.seconds + Math.max(...outcomes.map(({ seconds }) => seconds)),
  }
}

/** Runs all steps, prints a line for each and the output of those that failed; returns how many did. */
export async function check(): Promise<number> {
  const started = STEPS.map(({ name, run }) => ({ name, outcome: run() }))
  let failed = 0
  for (const { name, outcome } of started) {
    const { ok, output, seconds } = await outcome
    console.log(`  ${ok ? '✓' : '✗'} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(5)} s`)
    if (!ok) console.log(`\n${output.replace(/^/gm, '      ')}\n`)
    if (!ok) failed += 1
  }
  return failed
}

if (process.argv[1] === import.meta.filename) {
  stopOnSignal()
  process.exitCode = (await check()) === 0 ? 0 : 1
}
