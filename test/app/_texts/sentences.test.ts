import fc from 'fast-check'
import { expect, test } from 'vitest'
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
import { anyRequest } from '#test/support/any-request.ts'
import { ALL_CAPABILITIES, testTarget } from '#test/support/message-builder.ts'

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
