import { contentViolations } from './content-rule.ts'
import { browserModules, cycles, importViolations, installationViolations, schemaViolations } from './import-rule.ts'
import { parseModule } from './module.ts'
import type { Violation } from './violation.ts'

/**
 * Checks the dependency rule over a set of TypeScript files (path from the project root -> source) and names every
 * breach of it. `test/boundaries.test.ts` says in sentences what is checked.
 */
export function findViolations(files: ReadonlyMap<string, string>): Violation[] {
  const modules = new Map([...files].map(([path, source]) => [path, parseModule(path, source)]))
  const browser = browserModules(modules)
  return [
    ...[...modules.values()].flatMap((module) => [
      ...importViolations(module, modules, browser.has(module.path)),
      ...contentViolations(module),
    ]),
    ...schemaViolations(modules),
    ...installationViolations(modules),
    ...cycles(modules),
  ]
}
