import { defineConfig } from 'vitest/config'
import config from '../vitest.config.ts'
import { AREAS } from './area.ts'

const area = AREAS.find(({ name }) => name === process.env.MUTATED_AREA)
const { projects: _projects, coverage: _coverage, ...settings } = config.test ?? {}

/** The tests of one area, in one project: Stryker asks for them by file and knows nothing of projects. */
export default defineConfig({
  ...(config.root !== undefined && { root: config.root }),
  // How long a change may take is Stryker's to say, by what the unchanged code took.
  test: {
    ...settings,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    include: [...(area?.tests ?? [])],
    exclude: [...(area?.without ?? [])],
  },
})
