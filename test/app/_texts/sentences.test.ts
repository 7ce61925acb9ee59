import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { failures as german } from '#app/_texts/german/failures.ts'
import { inGerman } from '#app/_texts/german/sentences.ts'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { Target } from '#lib/adapters/protocol.ts'
import { stopExplanation } from '#lib/adapters/protocols/anthropic/stop-reason.ts'
import { toWire as anthropic } from '#lib/adapters/protocols/anthropic/to-wire.ts'
import { toWire as chat } from '#lib/adapters/protocols/chat-completions/to-wire.ts'
import { toWire as ollama } from '#lib/adapters/protocols/ollama/to-wire.ts'
import { toWire as responses } from '#lib/adapters/protocols/responses/to-wire.ts'
import { ERRORS } from '#lib/api/error.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { documentType } from '#lib/media/document-type.ts'
import { CATALOG } from '#lib/models/catalog.ts'
import { parseModelsFile } from '#lib/models-file/parse.ts'
import { readRules } from '#lib/routing/rules/read-rules.ts'
import { anyRequest } from '#test/support/any-request.ts'
import { ALL_CAPABILITIES, testTarget } from '#test/support/message-builder.ts'
import { CURRENT_PRICES } from '#test/support/prices.ts'

type Wire = [toWire: (request: CanonicalRequest, target: Target) => JsonObject, format: string]
const WIRES: Wire[] = [
  [anthropic, 'anthropic.messages'],
  [chat, 'openai.chat'],
  [responses, 'openai.responses'],
  [ollama, 'ollama.chat'],
]
const OPTIONS: JsonObject[] = [
  {},
  { forced_tool_choice: false, prefill: false, thinking: 'adaptive', thinking_always: true },
  { sampling: false, stop_sequences: false, reasoning_efforts: ['low', 'high'], forced_tool_beside_reasoning: false },
]

test('whatever a request leaves out, changes or mends, the reason has German words', () => {
  const reasons = new Set<string>()
  for (const request of fc.sample(anyRequest(), { numRuns: 300, seed: 1 }))
    for (const [toWire, format] of WIRES)
      for (const [at, options] of OPTIONS.entries())
        for (const able of [true, false]) {
          const few = { supports_images: able, supports_tools: able, supports_thinking: at > 0 }
          const target = testTarget({ format, options, capabilities: { ...ALL_CAPABILITIES, ...few } })
          toWire(request, target)
          for (const { reason } of target.records) reasons.add(reason)
        }
  expect(reasons.size).toBeGreaterThan(20)
  expect([...reasons].filter((reason) => inGerman(reason) === reason)).toEqual([])
})

test.each(['cyber', 'bio', 'frontier_llm', 'reasoning_extraction', 'general_harms', 'something_new'])(
  'a refusal for %s has German words',
  (category) => {
    const said = stopExplanation({ type: 'refusal', category }) ?? ''
    expect(inGerman(said)).not.toBe(said)
  },
)

test('a file that cannot be used is named with the reason, both in German', () => {
  const problemOf = (bytes: number[]) => {
    try {
      return documentType(Uint8Array.from(bytes), 'a.bin')
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }
  expect(inGerman(`a.bin cannot be used: ${problemOf([])}`)).toBe(
    'a.bin lässt sich nicht verwenden: die Datei ist leer',
  )
  for (const bytes of [
    [0xd0, 0xcf, 0x11, 0xe0],
    [0x89, 0x50, 0x00, 0x01, 0xff],
  ])
    expect(inGerman(problemOf(bytes))).not.toBe(problemOf(bytes))
})

test('a refusal says in German what is wrong, with its place only where nothing better is known', () => {
  const refused = (details: unknown, message = '') =>
    german.refusals.invalid_request?.({ status: 400, message, details })
  const faults = [
    { path: 'content.0', problem: 'the picture cannot be sent to Opus: it is of a kind that cannot be read' },
    { path: 'title', problem: 'Too big' },
  ]
  expect(refused(faults)).toBe(
    'Der Server hat das nicht angenommen: Opus kann das Bild nicht bekommen: diese Art lässt sich nicht lesen; title: Too big',
  )
  expect(refused(undefined, 'why')).toBe('Der Server hat das nicht angenommen: why')
})

test.each(ERRORS.storage_unavailable.details.shape.kind.options)('storage that is %s is said in German', (kind) => {
  const said = german.refusals.storage_unavailable?.({ status: 503, message: 'ENGLISH', details: { kind } })
  expect(said).not.toContain('ENGLISH')
})

test.each([
  ['it is in the file twice; the first is taken', 'es steht zweimal in der Datei; das erste gilt'],
  ['line 3 cannot be read: it is nested too deeply', 'Zeile 3 lässt sich nicht lesen: es ist zu tief verschachtelt'],
  ['made by demo:openai, and valid for its maker only', 'von demo:openai, und nur dort gültig'],
  ['/data/secret was made, and is gone again', '/data/secret wurde angelegt und ist wieder weg'],
  [
    'report.pdf cannot be sent to GPT-4: the model takes no PDF files, and there is no text in it to send instead',
    'GPT-4 kann report.pdf nicht bekommen: das Modell nimmt keine PDF-Dateien, und es enthält keinen Text, der stattdessen ginge',
  ],
  ['a sentence of a provider', 'a sentence of a provider'],
  ['$1 cannot be used: $2', '$1 lässt sich nicht verwenden: $2'],
])('“%s” is “%s”', (said, german) => expect(inGerman(said)).toBe(german))

describe('what is wrong with a text that somebody wrote has German words', () => {
  const models = {
    resolve: (name: string) => (name === 'big' ? 'cloud:large' : undefined),
    nearMatches: () => ['cloud:large'],
  }
  const rule = (when: string, rest = 'use: big') => `rules:\n  - name: one\n    when: ${when}\n    ${rest}\n`
  const saidOf = (text: string) => {
    const read = readRules(text, models)
    return read.ok ? read.hints : read.faults
  }
  const ENGLISH = /\b(?:must|is|names|the|no|holds|never|expected|received|and|more)\b/

  test.each([
    'rules: [',
    '- a\n',
    'rulez: []\n',
    'time_zone: Middle/Earth\n',
    'time_zone: 3\n',
    'rules: often\n',
    'folders: often\n',
    'folders: [often]\n',
    "folders: [{ match: '', use: big }]\n",
    'aliases: often\n',
    'aliases: { fast: quick, quick: fast, slow: gone:model, big: cloud:large, Not One: big }\n',
    rule('[]'),
    rule('{ has_images: often, message_matches: 2, estimated_input_tokens_gt: -1, estimated_input_tokens_lt: 0 }'),
    rule("{ message_contains_any: [], file_extensions_in_context: ['*.pdf'], tool_side_effects_include: [destroy] }"),
    rule("{ message_contains_any: [' '], workspace_path_matches: '', cost_today_exceeds_usd: much }"),
    rule(
      "{ message_matches: '(unclosed', time_of_day_between: ['8:30', '25:00'], any_of: [{ not: {}, all_of: [3] }] }",
    ),
    rule("{ message_matches: 'a(?=b)', time_of_day_between: ['08:30'], any_of: [] }"),
    rule("{ message_matches: '(a?b?c?){300}', time_of_day_between: ['08:30', '08:30'] }"),
    rule(`{ message_matches: '${'a'.repeat(1_001)}' }`),
    rule('{}', 'use: gone:model'),
    rule('{}', 'used: big'),
    `${rule('{}').replace('one', 'Not One')}  - { when: {}, use: big }\n`,
    `${rule('{}')}  - { name: one, when: {}, use: big }\n`,
    `${rule('{}')}  - { name: two, when: {}, use: big }\n`,
    rule('{ estimated_input_tokens_gt: 9, estimated_input_tokens_lt: 9 }'),
    rule('{ has_images: true, not: { has_images: true } }'),
    rule('{ has_images: true, all_of: [{ has_images: false }] }'),
    rule(`${'{ not: '.repeat(9)}{ has_images: true }${' }'.repeat(9)}`),
  ])('rules: %j', (text) => {
    const said = saidOf(text)
    expect(said).not.toEqual([])
    for (const { problem } of said) {
      const german = inGerman(problem)
      expect(german, problem).not.toBe(problem)
      // What is in the words of another is quoted behind the first colon.
      if (!/is no (?:YAML|regular expression)/.test(problem)) expect(german).not.toMatch(ENGLISH)
    }
  })

  test.each([
    'models: { big: {} }\n',
    "models: { 'own:m': { label: '', tier: huge, ends_on: soon, price: much, successor: nobody, colour: red } }\n",
    "models: { 'own:m': { adapter: other, aliases: [Big One] } }\n",
    "models: { 'own:m': { aliases: [a] }, 'own:n': { aliases: [a] } }\n",
    "models: { 'own:m': { adapter: other } }\n",
    "models: { 'own:m': { price: much } }\n",
    'adapters: { Own: { base_url: "http://127.0.0.1" } }\n',
    'adapters: { own: {} }\n',
    'adapters: { own: { type: mail, base_url: nowhere, api_key_env: sk-1, max_retries: 11, timeout_seconds: 0 } }\n',
    "adapters: { own: { label: 3, headers: { 'a b': x }, max_retries: 1.5 } }\n",
  ])('models.yaml: %j', (text) => {
    const parsed = parseModelsFile(text, 'models.yaml', CURRENT_PRICES)
    if (parsed.ok) throw new Error('it was accepted')
    const { problem } = parsed.problem
    expect(inGerman(problem)).not.toBe(problem)
    expect(inGerman(problem)).not.toMatch(ENGLISH)
  })

  test('where it is is said as in the text, by its name', () => {
    const [fault] = saidOf(rule('{ any_of: [{ has_images: often }] }'))
    expect(inGerman(`line 3: ${fault?.problem}, and 2 more`)).toBe(
      'Zeile 3: Regel 1 (one), when.any_of 1.has_images: muss true oder false sein, und 2 mehr',
    )
    expect(inGerman('somebody is no text')).toBe('somebody is no text')
  })
})

test('what a source of the catalog speaks of has German words', () => {
  const covers = new Set(CATALOG.flatMap(({ sources }) => Object.values(sources).flatMap(({ covers }) => covers ?? [])))
  expect(covers.size).toBeGreaterThan(10)
  expect([...covers].filter((said) => inGerman(said) === said)).toEqual([])
})
