import { runCommand, stopOnSignal } from './command.ts'

/** `npm run fuzz`: 10,000 spoiled answers of each format, where every test run has 150. `npm run fuzz -- 50000` says how many. */
stopOnSignal()
const FUZZ_CASES = process.argv[2] ?? '10000'
const { ok } = await runCommand('vitest', ['run', '--config=test/vitest.config.ts', 'test/conformance/fuzz.test.ts'], {
  live: true,
  env: { FUZZ_CASES },
})
process.exitCode = ok ? 0 : 1
