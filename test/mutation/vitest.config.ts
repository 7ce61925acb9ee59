import { defineConfig } from 'vitest/config'
import config from '../vitest.config.ts'
import { AREAS } from './area.ts'

const area = AREAS.find(({ name }) => name === process.env.MUTATED_AREA)
const { projects: _projects, coverage: _coverage, ...settings } = config.test ?? {}

/** The tests of one area, in one project: Stryker asks for them by file and knows nothing of projects. */
export default defineConfig({
  ...(config.root !== undefined && { root: config.root }),
  test: {
    ...settings,
    // Each change starts a worker of its own, in which its tests share what they import: that was most of the time.
    isolate: false,
    // Of what waits for ever: a test takes three seconds at most.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    include: [...(area?.tests ?? [])],
    exclude: [...(area?.without ?? [])],
  },
})
