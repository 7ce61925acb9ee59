import { describe, expect, test } from 'vitest'
import { findViolations } from './support/boundary/find-violations.ts'
import { productSources } from './support/boundary/product-source.ts'
import { describeViolation } from './support/boundary/violation.ts'

/** The rules that a set of files breaks, each with the place: `rule path:line`. */
function breaches(files: Record<string, string>): string[] {
  return findViolations(new Map(Object.entries(files))).map(({ rule, path, line }) => `${rule} ${path}:${line}`)
}

test('the product keeps its dependency rule', () => {
  const sources = productSources()
  expect(sources.size).toBeGreaterThan(10)
  expect(findViolations(sources).map(describeViolation).join('\n')).toBe('')
})

const leaf = 'export const a = 1\n'

/** [importer, imported, allowed]; the imported file is there and imports nothing. */
const IMPORTS: readonly [string, string, boolean][] = [
  ['lib/canonical/message.ts', 'lib/canonical/block.ts', true],
  ['lib/canonical/fold.ts', 'lib/assert-never.ts', true],
  ['lib/canonical/message.ts', 'lib/log.ts', false],
  ['lib/api/session.ts', 'lib/canonical/session.ts', true],
  ['lib/api/session.ts', 'lib/turn/turn.ts', false],
  ['lib/turn/turn.ts', 'lib/api/turn.ts', false],
  ['lib/sse/decode.ts', 'lib/canonical/json.ts', true],
  ['lib/sse/decode.ts', 'lib/adapters/adapter.ts', false],
  ['lib/pricing/bill.ts', 'lib/canonical/usage.ts', true],
  ['lib/pricing/bill.ts', 'lib/turn/turn.ts', false],
  ['lib/adapters/exchange/transport.ts', 'lib/sse/decode.ts', true],
  ['lib/adapters/exchange/transport.ts', 'lib/adapters/protocols/anthropic/to-wire.ts', false],
  ['lib/adapters/exchange/retry.ts', 'lib/adapters/registry.ts', false],
  ['lib/adapters/protocols/anthropic/stream.ts', 'lib/adapters/history/repair.ts', true],
  ['lib/adapters/protocols/anthropic/stream.ts', 'lib/adapters/protocols/anthropic/wire.ts', true],
  ['lib/adapters/protocols/anthropic/stream.ts', 'lib/adapters/protocols/chat-completions/wire.ts', false],
  ['lib/adapters/protocols/chat-completions/stream.ts', 'lib/adapters/providers/openai.ts', false],
  ['lib/adapters/protocols/chat-completions/stream.ts', 'lib/adapters/registry.ts', false],
  ['lib/adapters/providers/openai.ts', 'lib/adapters/protocols/chat-completions/stream.ts', true],
  ['lib/adapters/providers/openrouter.ts', 'lib/adapters/providers/openai.ts', false],
  ['lib/adapters/providers/openai.ts', 'lib/turn/turn.ts', false],
  ['lib/adapters/registry.ts', 'lib/adapters/providers/openai.ts', true],
  ['lib/turn/turn.ts', 'lib/adapters/adapter.ts', true],
  ['lib/turn/turn.ts', 'lib/adapters/registry.ts', false],
  ['lib/turn/turn.ts', 'lib/adapters/exchange/transport.ts', false],
  ['lib/turn/turn.ts', 'db/store.ts', false],
  ['lib/demo/demo-fetch.ts', 'lib/adapters/protocols/anthropic/wire.ts', false],
  ['lib/turn/turn.ts', 'lib/env.ts', false],
  ['db/store.ts', 'lib/canonical/message.ts', true],
  ['db/store.ts', 'lib/store/store.ts', true],
  ['db/store.ts', 'lib/turn/turn.ts', false],
  ['db/client.ts', 'lib/env.ts', false],
  ['app/open-server.ts', 'db/store.ts', true],
  ['app/open-server.ts', 'lib/adapters/registry.ts', true],
  ['lib/installed-providers.ts', 'lib/adapters/registry.ts', true],
  ['app/api/sessions/route.ts', 'app/server.ts', true],
  ['app/api/sessions/route.ts', 'lib/canonical/message.ts', true],
  ['app/api/sessions/route.ts', 'db/store.ts', false],
  ['app/api/sessions/route.ts', 'lib/adapters/registry.ts', false],
  ['app/_ui/button.tsx', 'app/_ui/icon.tsx', true],
  ['app/_ui/button.tsx', 'app/_chat/message.tsx', false],
  ['app/_ui/button.tsx', 'lib/canonical/message.ts', false],
  ['instrumentation.ts', 'app/server.ts', true],
  ['proxy.ts', 'db/client.ts', false],
]

function importing(path: string, target: string): string {
  const sameFolder = path.split('/')[0] === target.split('/')[0]
  const up = '../'.repeat(Math.max(0, path.split('/').length - 2))
  const specifier = sameFolder ? `./${up}${target.split('/').slice(1).join('/')}` : `#${target}`
  return `import { a } from '${specifier}'\nexport const b = a\n`
}

describe('a file sees only the layers below it', () => {
  test.each(IMPORTS)('%s imports %s: %s', (path, target, allowed) => {
    const expected = allowed ? [] : [`layer-import ${path}:1`]
    expect(breaches({ [path]: importing(path, target), [target]: leaf })).toEqual(expected)
  })

  test('a type-only import, a re-export, a dynamic import and an import type count like any other', () => {
    const source = [
      "import type { A } from '#lib/env.ts'",
      "export { b } from '#lib/env.ts'",
      "export * from '#lib/env.ts'",
      "export const c = import('#lib/env.ts')",
      "export type D = import('#lib/env.ts').D",
    ].join('\n')
    const expected = [1, 2, 3, 4, 5].map((line) => `layer-import db/store.ts:${line}`)
    expect(breaches({ 'db/store.ts': source, 'lib/env.ts': leaf })).toEqual(expected)
  })

  test('an import that stands in a comment or a string counts for nothing', () => {
    const source = "// import a from '#lib/env.ts'\nexport const text = \"import a from '#lib/env.ts'\"\n"
    expect(breaches({ 'db/store.ts': source })).toEqual([])
  })

  test('a new folder of lib needs a place in the rule', () => {
    expect(breaches({ 'lib/novel/thing.ts': leaf })).toEqual(['unknown-layer lib/novel/thing.ts:1'])
  })
})

describe('packages', () => {
  test.each([
    ['package-import', 'lib/canonical/hash.ts', 'decimal.js'],
    ['package-import', 'lib/canonical/hash.ts', 'node:crypto'],
    ['package-import', 'lib/pricing/bill.ts', 'node:fs'],
    ['package-import', 'lib/sse/decode.ts', 'ulid'],
    ['package-import', 'lib/log.ts', 'zod'],
    ['framework-import', 'lib/turn/turn.ts', 'next/server'],
    ['framework-import', 'lib/env.ts', 'server-only'],
    ['framework-import', 'lib/adapters/providers/openai.ts', 'react'],
    ['framework-import', 'db/client.ts', 'next/cache'],
  ])('%s: %s may not import %s', (rule, path, name) => {
    expect(breaches({ [path]: `import '${name}'\n` })).toEqual([`${rule} ${path}:1`])
  })

  test.each([
    ['lib/canonical/hash.ts', '@noble/hashes/sha2.js'],
    ['lib/canonical/id.ts', 'ulid'],
    ['lib/pricing/bill.ts', 'decimal.js'],
    ['lib/sse/decode.ts', 'eventsource-parser'],
    ['lib/log.ts', 'node:util'],
    ['lib/adapters/exchange/transport.ts', 'node:timers/promises'],
    ['db/client.ts', 'drizzle-orm/libsql'],
    ['app/server.ts', 'server-only'],
    ['app/page.tsx', 'next/link'],
  ])('%s may import %s', (path, name) => {
    expect(breaches({ [path]: `import '${name}'\n` })).toEqual([])
  })
})

describe('browser code', () => {
  const client = "'use client'\n"

  test('sees canonical, sse and other components', () => {
    const source = `${client}import '#lib/canonical/fold.ts'\nimport '#lib/sse/decode.ts'\nimport '../_ui/button.tsx'\nimport 'react'\n`
    const files = { 'lib/canonical/fold.ts': leaf, 'lib/sse/decode.ts': leaf, 'app/_ui/button.tsx': leaf }
    expect(breaches({ 'app/_chat/chat.tsx': source, ...files })).toEqual([])
  })

  test.each(['lib/env.ts', 'lib/turn/turn.ts', 'lib/models/catalog.ts', 'app/server.ts'])('never sees %s', (target) => {
    const source = client + importing('app/_chat/chat.tsx', target)
    expect(breaches({ 'app/_chat/chat.tsx': source, [target]: leaf })).toEqual(['browser-import app/_chat/chat.tsx:2'])
  })

  test.each(['db/client.ts', 'lib/adapters/registry.ts'])('never sees %s, not even as a type', (target) => {
    const source = `${client}import type { A } from '#${target}'\n`
    expect(breaches({ 'app/_chat/chat.tsx': source, [target]: leaf })).toEqual(['browser-import app/_chat/chat.tsx:2'])
  })

  test('includes what a client file imports, at any distance', () => {
    expect(
      breaches({
        'app/_chat/chat.tsx': `${client}import './list.tsx'\n`,
        'app/_chat/list.tsx': "import './item.tsx'\n",
        'app/_chat/item.tsx': "import '#lib/env.ts'\n",
        'lib/env.ts': leaf,
      }),
    ).toEqual(['browser-import app/_chat/item.tsx:1'])
  })

  test('takes types from a schema and never loads one, at any distance', () => {
    const schema = "import { z } from 'zod'\nexport const A = z.string()\n"
    const page = (taken: string) => ({
      'app/_chat/chat.tsx': `${client}import './row.tsx'\n`,
      'app/_chat/row.tsx': taken,
      'lib/api/session.ts': schema,
    })
    expect(breaches(page("import type { A } from '#lib/api/session.ts'\n"))).toEqual([])
    expect(breaches(page("import { A } from '#lib/api/session.ts'\n"))).toEqual(['browser-schema lib/api/session.ts:1'])
  })

  test('does not include a component that only the server renders', () => {
    expect(
      breaches({ 'app/_admin/table.tsx': "import '#lib/models/catalog.ts'\n", 'lib/models/catalog.ts': leaf }),
    ).toEqual([])
  })

  test.each(['node:fs', 'next/headers', 'drizzle-orm', '@libsql/client'])('never sees %s', (name) => {
    expect(breaches({ 'app/_chat/chat.tsx': `${client}import '${name}'\n` })).toEqual([
      'browser-import app/_chat/chat.tsx:2',
    ])
  })
})

test('what answers a request asks the installation that is running, and brings none, at any distance', () => {
  const files = (taken: string, asked = "import '../../server.ts'\n") => ({
    'app/api/models/route.ts': asked,
    'app/server.ts': taken,
    'instrumentation.ts': "await import('./app/open-server.ts')\n",
    'app/open-server.ts': "import '#lib/installation.ts'\n",
    'lib/installation.ts': leaf,
  })
  const type = "import type { Installation } from '#lib/installation.ts'\n"
  expect(breaches(files(type))).toEqual([])
  expect(breaches(files(type, "await import('../../open-server.ts')\n"))).toEqual([
    'second-installation app/open-server.ts:1',
  ])
  expect(breaches(files("import { Installation } from '#lib/installation.ts'\n"))).toEqual([
    'second-installation app/server.ts:1',
  ])
})

describe('imports are written one way', () => {
  test('relative inside a top-level folder, by subpath across', () => {
    const files = { 'lib/log.ts': leaf, 'lib/canonical/id.ts': leaf }
    expect(breaches({ 'lib/env.ts': "import '#lib/canonical/id.ts'\n", ...files })).toEqual([
      'import-style lib/env.ts:1',
    ])
    expect(breaches({ 'db/store.ts': "import '../lib/log.ts'\n", ...files })).toEqual(['import-style db/store.ts:1'])
    expect(breaches({ 'db/store.ts': "import '#lib/log.ts'\n", ...files })).toEqual([])
  })

  test('to a file that is there', () => {
    expect(breaches({ 'lib/env.ts': "import './canonical/gone.ts'\n" })).toEqual(['missing-file lib/env.ts:1'])
  })
})

test('no import leads back to where it came from, by whatever way', () => {
  const files = {
    'lib/session/a.ts': "import './b.ts'\n",
    'lib/session/b.ts': "import type { C } from './c.ts'\n",
    'lib/session/c.ts': "import './a.ts'\n",
    'lib/session/d.ts': "import './a.ts'\n",
  }
  expect(findViolations(new Map(Object.entries(files)))).toEqual([
    {
      rule: 'cycle',
      path: 'lib/session/a.ts',
      line: 1,
      detail: 'lib/session/a.ts -> lib/session/b.ts -> lib/session/c.ts -> lib/session/a.ts',
    },
  ])
})

describe('the network', () => {
  test.each([
    'fetch(url)',
    'await fetch(url)',
    'globalThis.fetch(url)',
    'const f = config.fetch ?? fetch',
    'const f = fetch',
    'send(fetch)',
    'send({ fetch })',
    'const f = fetch.bind(null)',
    'const { fetch: f = fetch } = config',
    'const f = () => fetch',
    'new XMLHttpRequest()',
    'new window.XMLHttpRequest()',
    "import { request as ask } from 'node:https'",
    "import { get, type IncomingMessage } from 'http'",
    'https.request(url)',
  ])('is not reached from just anywhere: %s', (source) => {
    expect(breaches({ 'lib/turn/turn.ts': source })).toEqual(['fetch lib/turn/turn.ts:1'])
    expect(breaches({ 'app/_chat/use-session.ts': source, 'lib/adapters/exchange/http-sender.ts': source })).toEqual([])
  })

  test.each([
    'type F = typeof fetch',
    "import { type IncomingMessage, Server } from 'node:http'",
    'config.fetch(url)',
    'const fetched = 1',
    '// fetch(url)',
    "const t = 'fetch(url)'",
  ])('is not reached by %s', (source) => {
    expect(breaches({ 'lib/turn/turn.ts': source })).toEqual([])
  })
})

describe('a translator', () => {
  test.each([
    'Date.now()',
    'const clock = Date.now',
    'new Date()',
    'Math.random()',
    'performance.now()',
    'crypto.randomUUID()',
    'setTimeout(go, 1)',
  ])('takes time and chance as arguments: %s', (source) => {
    expect(breaches({ 'lib/adapters/protocols/anthropic/stream.ts': source })).toEqual([
      'impure-translator lib/adapters/protocols/anthropic/stream.ts:1',
    ])
    expect(breaches({ 'lib/canonical/fold.ts': source })).toEqual(['impure-translator lib/canonical/fold.ts:1'])
    expect(breaches({ 'lib/canonical/id.ts': source, 'lib/adapters/exchange/retry.ts': source })).toEqual([])
  })

  test('may turn a given time into a date', () => {
    expect(breaches({ 'lib/adapters/protocols/anthropic/stream.ts': 'new Date(now).toISOString()' })).toEqual([])
  })
})

describe('the environment', () => {
  test.each([
    'process.env.PORT',
    "process['env'].PORT",
    'const { PORT } = process.env',
    'globalThis.process.env',
    'import.meta.env',
    "import { env } from 'node:process'",
  ])('is read in lib/env.ts only: %s', (source) => {
    expect(breaches({ 'lib/tools/tool.ts': source })).toEqual(['process-env lib/tools/tool.ts:1'])
    expect(breaches({ 'lib/env.ts': source })).toEqual([])
  })

  test('does not mean the constants that the bundler sets', () => {
    expect(breaches({ 'instrumentation.ts': "process.env.NEXT_RUNTIME === 'nodejs'" })).toEqual([])
  })
})

test('provider_raw is a word that only canonical and adapters know', () => {
  const source = '// keeps provider_raw\nexport const a = { provider_raw: 1 }\n'
  expect(breaches({ 'lib/canonical/message.ts': source, 'lib/adapters/providers/openai.ts': source })).toEqual([])
  expect(breaches({ 'db/store.ts': source })).toEqual(['provider-raw db/store.ts:1', 'provider-raw db/store.ts:2'])
})

describe('the name of a provider', () => {
  test.each([
    "if (provider === 'anthropic') go()",
    'const isOpenAI = true',
    `const a = \`\${b} on Ollama\``,
    'const a = <Ask model="Claude" />',
    "model.includes('gpt-')",
  ])('is not said outside adapters, models, demo and env: %s', (source) => {
    expect(breaches({ 'app/_chat/chat.tsx': source })).toEqual(['provider-name app/_chat/chat.tsx:1'])
    expect(breaches({ 'lib/models/catalog.tsx': source })).toEqual([])
  })

  test('may stand in a comment', () => {
    expect(breaches({ 'lib/turn/turn.ts': '// Anthropic answers 529 here\n' })).toEqual([])
  })
})

describe('a text of the interface', () => {
  test.each([
    'const a = <p>Not sent</p>',
    '<button aria-label="Send" />',
    "<p title={busy ? 'Wait' : undefined} />",
    '<img alt={`Picture ${n}`} />',
    "const a = <p>{busy && 'Wait'}</p>",
    "const a = <>{words ?? 'nothing'}</>",
    'const a = <p>{`${n} models`}</p>',
    '<Field label="Key" />',
  ])('is in no component: %s', (source) => {
    expect(breaches({ 'app/_chat/chat.tsx': source })).toEqual(['literal-text app/_chat/chat.tsx:1'])
    expect(breaches({ 'app/_texts/english-page.tsx': source })).toEqual([])
  })

  test.each([
    '<p className="flex" key="row" title={words.send}>{words.send}</p>',
    "const a = <p>{state === 'done' && words.done}</p>",
    'const a = <title>{`${words.models} · Metis`}</title>',
    '<input placeholder="https://" />',
    "const a = <p>{format('short')} · 12&nbsp;%</p>",
  ])('is not everything that is written: %s', (source) => {
    expect(breaches({ 'app/_chat/chat.tsx': source })).toEqual([])
  })
})
