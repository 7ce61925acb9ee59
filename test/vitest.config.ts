import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { writeProviderList } from '#lib/adapters/provider-list.ts'
import { bundledPrograms } from './support/bundled-programs.ts'

const ROOT = resolve(import.meta.dirname, '..')

// A new record in its folder is a provider of every suite.
writeProviderList()

const NODE_TESTS = { include: ['test/**/*.test.ts'], exclude: ['test/**/*.dom.test.ts'] }

// Dozens of tests run the product in processes of their own, and half of the start of each is reading and compiling it.
process.env.NODE_COMPILE_CACHE ??= resolve(ROOT, 'node_modules/.cache/node')

/** They put another module in the place of a real one, which whoever comes after them in the same process would be given as well. */
const REPLACING = globSync(NODE_TESTS.include, { cwd: ROOT, exclude: NODE_TESTS.exclude }).filter((file) =>
  /\bvi\.(doMock|mock)\(/.test(readFileSync(resolve(ROOT, file), 'utf8')),
)

export default defineConfig({
  root: ROOT,
  plugins: [bundledPrograms()],
  // The package is inside the framework alone, where it refuses to be bundled for a browser.
  resolve: { alias: { 'server-only': 'next/dist/compiled/server-only/empty.js' } },
  test: {
    setupFiles: ['test/support/setup.ts'],
    // On two cores, too, both work: the default would leave one of them idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // A key in the shell of whoever runs the tests must not change what they do.
    env: {
      ANTHROPIC_API_KEY: '',
      ANTHROPIC_BASE_URL: '',
      OPENAI_API_KEY: '',
      OPENAI_BASE_URL: '',
      OPENROUTER_API_KEY: '',
      OPENROUTER_BASE_URL: '',
      OLLAMA_API_KEY: '',
      OLLAMA_BASE_URL: '',
      LIBSQL_URL: '',
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: NODE_TESTS.include,
          exclude: [...NODE_TESTS.exclude, ...REPLACING],
          // `lib` and `db` keep nothing of a test in a module: a process for each file took longer than what is tested.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'replacing', environment: 'node', include: REPLACING } },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['test/**/*.dom.test.{ts,tsx}'],
          setupFiles: ['test/support/native-popover.ts', 'test/support/english-page.tsx'],
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['lib/**/*.ts', 'db/**/*.ts'],
      exclude: ['db/drizzle.config.ts', 'db/migrations/**'],
      reporter: ['text-summary', 'json-summary', 'html'],
      reportsDirectory: 'coverage',
      reportOnFailure: true,
      thresholds: { lines: 96 },
    },
  },
})
