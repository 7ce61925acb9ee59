import { runCommand, stopOnSignal } from './command.ts'

/** `npm run fuzz`: twenty times as many spoiled answers of each format as every test run has. `npm run fuzz -- 50000` says how many. */
stopOnSignal()
const FUZZ_CASES = process.argv[2] ?? '10000'
const { ok } = await runCommand('vitest', ['run', '--config=test/vitest.config.ts', 'test/conformance/fuzz.test.ts'], {
  live: true,
  env: { FUZZ_CASES },
})
process.exitCode = ok ? 0 : 1
