import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { writeProviderList } from '#lib/adapters/provider-list.ts'

// A new record in its folder is a provider of every suite.
writeProviderList()

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
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
        test: { name: 'node', environment: 'node', include: ['test/**/*.test.ts'], exclude: ['test/**/*.dom.test.ts'] },
      },
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
