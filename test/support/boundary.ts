import { posix } from 'node:path'
import type { Module, Node } from './module.ts'
import { parseModule } from './module.ts'

export interface Violation {
  rule: string
  path: string
  line: number
  detail: string
}

export function describeViolation({ rule, path, line, detail }: Violation): string {
  return `${path}:${line} ${rule}: ${detail}`
}

/** One row per part of the product; the first whose `files` matches a path owns it. */
interface Layer {
  name: string
  files: RegExp
  /** What it may import of ours, besides itself and `lib/assert-never.ts`. */
  sees: readonly RegExp[]
  packages: RegExp
}

const CANONICAL = /^lib\/canonical\//
const SSE = /^lib\/sse\//
const EVENTS = /^lib\/events\//
const MODELS = /^lib\/models\//
const TOOLS = /^lib\/tools\//
const ROUTING = /^lib\/routing\//
const SESSION = /^lib\/session\//
const LOG = /^lib\/(log|redact)\.ts$/
const ENV = /^lib\/env\.ts$/
const ADAPTER_INTERFACE = /^lib\/adapters\/adapter\.ts$/
/** The pieces every protocol shares; the registry is not one of them, it knows them all. */
const ADAPTER_SHARED = /^lib\/adapters\/(repair\/|(?!registry\.ts$)[^/]+\.ts$)/
const PROTOCOL = /^lib\/adapters\/(anthropic|chat-completions|responses|ollama)\//
const SURFACE = /^app\/_[^/]+\//
const UI = /^app\/_ui\//
const EVERYTHING = [/^(app|cassettes|db|lib)\//, /^package\.json$/]

const NO_PACKAGE = /^$/
const ANY_PACKAGE = /./
const SCHEMA = /^zod$/
/** `lib` and `db` run under plain Node. */
const FRAMEWORK = /^(next|react|react-dom|server-only|client-only)(\/|$)/
const PLAIN = /^(?!(next|react|react-dom|server-only|client-only)(\/|$))/

const LAYERS: readonly Layer[] = [
  { name: 'lib/assert-never.ts', files: /^lib\/assert-never\.ts$/, sees: [], packages: NO_PACKAGE },
  { name: 'lib/env.ts', files: ENV, sees: [CANONICAL, LOG], packages: PLAIN },
  { name: 'lib/log.ts and lib/redact.ts', files: LOG, sees: [], packages: NO_PACKAGE },
  { name: 'canonical', files: CANONICAL, sees: [], packages: /^(zod|ulid|canonicalize|@noble\/hashes\/.+)$/ },
  { name: 'sse', files: SSE, sees: [CANONICAL], packages: /^(zod|eventsource-parser(\/.+)?)$/ },
  { name: 'models', files: MODELS, sees: [CANONICAL], packages: /^(zod|decimal\.js)$/ },
  { name: 'events', files: EVENTS, sees: [CANONICAL, LOG], packages: SCHEMA },
  { name: 'tools', files: TOOLS, sees: [CANONICAL, LOG], packages: PLAIN },
  { name: 'routing', files: ROUTING, sees: [CANONICAL, MODELS, EVENTS, LOG], packages: PLAIN },
  {
    name: 'the adapter registry',
    files: /^lib\/adapters\/registry\.ts$/,
    sees: [CANONICAL, MODELS, LOG, /^lib\/adapters\//],
    packages: NO_PACKAGE,
  },
  { name: 'what adapters share', files: ADAPTER_SHARED, sees: [CANONICAL, SSE, LOG], packages: PLAIN },
  { name: 'a protocol', files: PROTOCOL, sees: [CANONICAL, SSE, LOG, ADAPTER_SHARED], packages: PLAIN },
  {
    name: 'a provider',
    files: /^lib\/adapters\/[^/]+\//,
    sees: [CANONICAL, SSE, LOG, MODELS, ADAPTER_SHARED, PROTOCOL],
    packages: PLAIN,
  },
  { name: 'demo', files: /^lib\/demo\//, sees: [CANONICAL, SSE, LOG], packages: PLAIN },
  {
    name: 'session',
    files: SESSION,
    sees: [CANONICAL, SSE, MODELS, EVENTS, TOOLS, ROUTING, LOG, ADAPTER_INTERFACE],
    packages: PLAIN,
  },
  { name: 'share', files: /^lib\/share\//, sees: [CANONICAL, EVENTS, SESSION, LOG], packages: PLAIN },
  {
    name: 'db',
    files: /^db\//,
    sees: [CANONICAL, EVENTS, LOG, /^lib\/session\/(attachment-)?store\.ts$/],
    packages: PLAIN,
  },
  { name: 'the composition root', files: /^app\/server\.ts$/, sees: EVERYTHING, packages: ANY_PACKAGE },
  { name: '_ui', files: UI, sees: [], packages: ANY_PACKAGE },
  {
    name: 'the app',
    files: /^(app\/|instrumentation\.ts$|proxy\.ts$|next\.config\.ts$)/,
    sees: [/^app\//, CANONICAL, SSE, EVENTS, MODELS, ROUTING, SESSION, TOOLS, LOG, ENV, /^lib\/share\//],
    packages: ANY_PACKAGE,
  },
  { name: 'the cassette commands', files: /^cassettes\//, sees: EVERYTHING, packages: PLAIN },
]

/** Layers that hold no I/O at all, so not even Node's own modules. */
const PURE_LAYERS: ReadonlySet<string> = new Set(['canonical', 'sse', 'models', '_ui', 'lib/assert-never.ts'])

/** Browser code: every 'use client' file and what it imports, types included. */
const BROWSER_SEES = [CANONICAL, SSE, EVENTS, SURFACE, /^lib\/assert-never\.ts$/]
const BROWSER_PACKAGES = /^(?!node:|next\/(server|headers|cache)|server-only$|drizzle-orm|@libsql\/)/

const MAY_FETCH = /^(lib\/adapters\/transport\.ts|lib\/tools\/builtins\/fetch-[^/]+\.ts|app\/_[^/]+\/use-[^/]+\.tsx?)$/
const MAY_READ_ENV = ENV
/** Protocols, providers and the canonical format; ids and timestamps are where the clock comes in. */
const PURE = /^lib\/(adapters\/[^/]+\/|canonical\/(?!id\.ts|timestamp\.ts))/
const IMPURE =
  /^(Date\.now|Math\.random|performance\.now|crypto\.\w+|new Date(\(\))?|set(Timeout|Interval|Immediate)\(.*\))$/s
const MAY_SAY_PROVIDER_RAW = /^lib\/(canonical|adapters)\//
const MAY_NAME_PROVIDERS = /^(lib\/(adapters|models|demo)\/|lib\/env\.ts$|app\/server\.ts$|cassettes\/)/
const PROVIDER_NAME = /anthropic|openai|openrouter|ollama|deepseek|mistral|gemini|groq|claude|gpt-/i
/** Set by the bundler, not by whoever runs the product. */
const BUILD_CONSTANT = /^process\.env\.(NEXT_RUNTIME|NODE_ENV)$/

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
    ...cycles(modules),
  ]
}

function importViolations(module: Module, modules: ReadonlyMap<string, Module>, inBrowser: boolean): Violation[] {
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

/** Protocols (and providers) are each a unit of their own: one never imports another. */
function sameUnit(layer: Layer, path: string, target: string): boolean {
  if (!layer.files.test(target)) return false
  const [folder] = /^lib\/adapters\/[^/]+\//.exec(path) ?? []
  return ADAPTER_SHARED.test(path) || folder === undefined || target.startsWith(folder)
}

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

function browserModules(modules: ReadonlyMap<string, Module>): ReadonlySet<string> {
  const reached = new Set<string>()
  const reach = (path: string) => {
    const module = modules.get(path)
    if (!module || reached.has(path)) return
    reached.add(path)
    for (const { specifier } of module.imports) reach(resolveImport(path, specifier) ?? '')
  }
  for (const { path, isClient } of modules.values()) if (isClient) reach(path)
  return reached
}

function cycles(modules: ReadonlyMap<string, Module>): Violation[] {
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

function contentViolations(module: Module): Violation[] {
  const { path } = module
  const breach = (rule: string, offset: number, detail: string) => ({ rule, path, line: module.lineAt(offset), detail })
  const found: Violation[] = []

  if (!MAY_SAY_PROVIDER_RAW.test(path)) {
    for (const { index } of module.source.matchAll(/provider_raw/g)) {
      found.push(breach('provider-raw', index, 'provider_raw is known to canonical and adapters only'))
    }
  }
  for (const node of module.nodes) {
    if (!MAY_FETCH.test(path) && usesFetch(node)) {
      found.push(breach('fetch', node.offset, 'only transport, URL-fetching tools and browser hooks fetch'))
    }
    if (PURE.test(path) && /^(Member|Call|New)Expression$/.test(node.type) && IMPURE.test(node.text)) {
      found.push(breach('impure-translator', node.offset, `${node.text} belongs to the caller`))
    }
    if (!MAY_READ_ENV.test(path) && readsEnv(node)) {
      found.push(breach('process-env', node.offset, 'only lib/env.ts reads the environment'))
    }
    if (!MAY_NAME_PROVIDERS.test(path) && namesProvider(node)) {
      found.push(breach('provider-name', node.offset, `${node.text.slice(0, 60)} names a provider`))
    }
  }
  return found
}

/** A use of the global, called or handed on; a type, a property and a parameter of that name are none. */
function usesFetch(node: Node): boolean {
  if (node.type === 'MemberExpression') return /^(globalThis|window|self)\s*\??\.\s*fetch$/.test(node.text)
  if (node.type !== 'Identifier' || node.text !== 'fetch' || !node.parent) return false
  const { parent, role } = node
  if (parent.type === 'Property') return role === 'value' && parent.parent?.type === 'ObjectExpression'
  return [
    'callee',
    'arguments',
    'init',
    'left',
    'right',
    'argument',
    'body',
    'consequent',
    'alternate',
    'expression',
    'object',
  ].includes(role)
}

function readsEnv(node: Node): boolean {
  if (node.type === 'ImportSpecifier') {
    return /^env\b/.test(node.text) && /from\s+['"](node:)?process['"]/.test(node.parent?.text ?? '')
  }
  if (node.type !== 'MemberExpression') return false
  if (/^import\.meta\.env$/.test(node.text)) return true
  return (
    /^(globalThis\.)?process\s*(\.\s*env|\[\s*['"]env['"]\s*\])$/.test(node.text) &&
    !BUILD_CONSTANT.test(node.parent?.text ?? '')
  )
}

function namesProvider(node: Node): boolean {
  if (node.role === 'source') return false
  const named = ['Identifier', 'JSXIdentifier', 'JSXText', 'TemplateElement', 'Literal'].includes(node.type)
  return named && PROVIDER_NAME.test(node.text)
}
