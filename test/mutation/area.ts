/** A part of the product that is mutated, with the tests that are about it. */
export interface Area {
  name: string
  mutate: readonly string[]
  tests: readonly string[]
  /** Of these, the ones that would run long and notice nothing. */
  without?: readonly string[]
}

const TURN_TESTS = ['test/lib/{session,turn,live}/**/*.test.ts']

/**
 * Tests that start a process, a thread or a browser are left out: what runs there is not the mutated code. Each area has
 * the fewest tests that should notice, so that it is them that notice.
 */
export const AREAS: readonly Area[] = [
  {
    name: 'cost',
    mutate: ['lib/pricing/{bill,cache-share,estimate,next-cost,rates-for,price,price-table,whose-price,price-book}.ts'],
    tests: ['test/lib/pricing/**/*.test.ts'],
  },
  {
    name: 'budgets',
    mutate: ['lib/budgets/*.ts', 'lib/turn/call-budget.ts', 'db/budget.ts'],
    tests: ['test/lib/budgets/*.test.ts', 'test/db/budget.test.ts', 'test/lib/turn/call-budget.test.ts'],
  },
  {
    name: 'repricing',
    mutate: ['lib/repricing/{difference,dry-run,reprice-job,repriced-call}.ts'],
    tests: ['test/lib/repricing/**/*.test.ts'],
  },
  {
    name: 'usage',
    mutate: ['lib/usage/{latency-step,time-bucket,time-zone,usage-range,usage-table,elsewhere}.ts'],
    tests: ['test/lib/usage/**/*.test.ts'],
  },
  { name: 'routing', mutate: ['lib/routing/*.ts'], tests: ['test/lib/routing/**/*.test.ts'] },
  {
    name: 'history',
    mutate: ['lib/adapters/history/repair.ts', 'lib/adapters/history/repair/*.ts'],
    tests: ['test/lib/adapters/{history/repair,document}.test.ts', 'test/lib/adapters/history/repair/**/*.test.ts'],
  },
  {
    name: 'turn',
    mutate: ['lib/turn/{advance,next-step,end-turn,turn-runner}.ts'],
    tests: TURN_TESTS,
    without: ['test/lib/turn/{kill,two-servers}.test.ts'],
  },
  {
    name: 'resume',
    mutate: ['lib/turn/{take-over,turn-state,turn-leases,unended-turns}.ts'],
    tests: [
      'test/lib/turn/{take-over,turn-state,turn-leases,unended-turns}.test.ts',
      'test/lib/turn/{crash-point,full-disk,lost-lease,compare,damaged-history}.test.ts',
    ],
  },
  {
    name: 'step',
    mutate: [
      'lib/turn/{ask-model,prepare-turn,turn-request,invoke,model-call,partial-answer}.ts',
      'lib/turn/{tool-cycle,write-patience,checkpoint-rounds,picture-room}.ts',
    ],
    tests: ['test/lib/turn/**/*.test.ts'],
    without: ['test/lib/turn/{kill,two-servers}.test.ts'],
  },
  {
    name: 'recovery',
    mutate: ['db/{recovery,turn,llm-call,expectation}.ts'],
    tests: ['test/db/{store,turn,damage}.test.ts', 'test/lib/turn/crash-point.test.ts'],
  },
]
