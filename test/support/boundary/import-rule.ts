import { posix } from 'node:path'
import { BROWSER_PACKAGES, BROWSER_SEES, FRAMEWORK, LAYERS, type Layer, PURE_LAYERS } from './layer.ts'
import type { Import, Module } from './module.ts'
import type { Violation } from './violation.ts'

export function importViolations(
  module: Module,
  modules: ReadonlyMap<string, Module>,
  inBrowser: boolean,
): Violation[] {
  const { path } = module
  const layer = LAYERS.find((candidate) => candidate.files.test(path))
  if (!layer) return [{ rule: 'unknown-layer', path, line: 1, detail: 'belongs to no part of the product' }]

  return module.imports.flatMap(({ specifier, offset }) => {
    const breach = (rule: string, detail: string) => ({ rule, path, line: module.lineAt(offset), detail })
    const target = resolveImport(path, specifier)

    if (target === null) {
      if (inBrowser && !BROWSER_PACKAGES.test(specifier)) {
        return breach('browser-import', `browser code may not import ${specifier}`)
      }
      if (layer.packages.test(specifier) || (specifier.startsWith('node:') && !PURE_LAYERS.has(layer.name))) return []
      return FRAMEWORK.test(specifier)
        ? breach('framework-import', `${layer.name} runs without ${specifier}`)
        : breach('package-import', `${layer.name} may not import ${specifier}`)
    }

    if (/\.tsx?$/.test(target) && !modules.has(target)) return breach('missing-file', `${specifier} is not there`)
    if (!specifierFits(path, specifier, target)) {
      return breach('import-style', `${specifier}: relative inside a top-level folder, #folder/... across`)
    }
    if (inBrowser && !BROWSER_SEES.some((seen) => seen.test(target))) {
      return breach('browser-import', `browser code may not import ${target}`)
    }
    const allowed =
      sameUnit(layer, path, target) || target === 'lib/assert-never.ts' || layer.sees.some((seen) => seen.test(target))
    return allowed ? [] : breach('layer-import', `${layer.name} may not import ${target}`)
  })
}

/** Protocols and providers are each a unit of their own, a file with or without a folder of its name: one never imports another. */
function sameUnit(layer: Layer, path: string, target: string): boolean {
  if (!layer.files.test(target)) return false
  const unit = UNIT.exec(path)?.[0]
  return unit === undefined || UNIT.exec(target)?.[0] === unit
}

const UNIT = /^lib\/adapters\/(protocols|providers)\/[^/.]+/

/** The project path that a specifier means, or `null` for a package. */
function resolveImport(path: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : null
}

function specifierFits(path: string, specifier: string, target: string): boolean {
  if (!path.includes('/') || !target.includes('/')) return true
  const sameFolder = path.split('/')[0] === target.split('/')[0]
  return sameFolder === specifier.startsWith('.')
}

export function browserModules(modules: ReadonlyMap<string, Module>): ReadonlySet<string> {
  return reachedFrom(
    modules,
    ({ isClient }) => isClient,
    () => true,
  )
}

/** The page's policy forbids what zod does to be fast, and nothing there needs it: only types of schemas are for the browser. */
export function schemaViolations(modules: ReadonlyMap<string, Module>): Violation[] {
  const loaded = reachedFrom(modules, ({ isClient }) => isClient, isLoaded)
  return [...loaded].flatMap((path) => {
    const module = modules.get(path)
    const schema = module?.imports.find(({ specifier, isType }) => specifier === 'zod' && !isType)
    if (!module || !schema) return []
    return { rule: 'browser-schema', path, line: module.lineAt(schema.offset), detail: 'browser code loads zod' }
  })
}

/** The process has one installation: what answers a request asks the one that is running, and does not bring another. */
export function installationViolations(modules: ReadonlyMap<string, Module>): Violation[] {
  const loaded = reachedFrom(modules, isOfTheApp, isLoaded)
  return [...loaded].flatMap((path) => {
    const module = modules.get(path)
    const second = module?.imports.find((one) => isLoaded(one) && resolveImport(path, one.specifier) === INSTALLATION)
    if (!module || !second) return []
    const detail =
      'each route that reaches this would hold the whole product in its bundle; ask `server` of app/server.ts'
    return { rule: 'second-installation', path, line: module.lineAt(second.offset), detail }
  })
}

const INSTALLATION = 'lib/installation.ts'
/** All but what opens one: `instrumentation.ts`, which the framework runs once, and the commands. */
const isOfTheApp = ({ path }: Module) =>
  path !== 'instrumentation.ts' && LAYERS.find(({ files }) => files.test(path))?.name === 'the app'

const isLoaded = ({ isType }: Import) => !isType

function reachedFrom(
  modules: ReadonlyMap<string, Module>,
  isStart: (module: Module) => boolean,
  follows: (one: Import) => boolean,
): Set<string> {
  const reached = new Set<string>()
  const reach = (path: string) => {
    const module = modules.get(path)
    if (!module || reached.has(path)) return
    reached.add(path)
    for (const one of module.imports) if (follows(one)) reach(resolveImport(path, one.specifier) ?? '')
  }
  for (const module of modules.values()) if (isStart(module)) reach(module.path)
  return reached
}

export function cycles(modules: ReadonlyMap<string, Module>): Violation[] {
  const found: Violation[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) {
      const loop = [...trail.slice(trail.indexOf(path)), path]
      found.push({ rule: 'cycle', path, line: 1, detail: loop.join(' -> ') })
      return
    }
    const module = modules.get(path)
    if (!module || done.has(path)) return
    for (const { specifier } of module.imports) visit(resolveImport(path, specifier) ?? '', [...trail, path])
    done.add(path)
  }
  for (const path of modules.keys()) visit(path, [])
  return found
}
