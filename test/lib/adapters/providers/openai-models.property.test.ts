import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import { toWire as toChat } from '#lib/adapters/protocols/chat-completions/to-wire.ts'
import { toWire as toResponses } from '#lib/adapters/protocols/responses/to-wire.ts'
import { capabilitiesOf, optionsOf } from '#lib/models/catalog.ts'
import { OPENAI_MODELS } from '#lib/models/openai.ts'
import { anyRequest } from '#test/support/any-request.ts'
import { testTarget } from '#test/support/message-builder.ts'
import { openaiModelFaults } from '#test/support/openai-model-rules.ts'

const NAMES = OPENAI_MODELS.map(({ id }) => id.slice('openai:'.length))

const request = fc
  .record({ asked: anyRequest(), isSilent: fc.boolean() })
  .map(
    ({ asked: { reasoning_effort, ...rest }, isSilent }): CanonicalRequest =>
      isSilent || reasoning_effort === undefined ? rest : { ...rest, reasoning_effort },
  )

const targetOf = (name: string, type: 'openai' | 'openai-responses') =>
  testTarget({
    provider: 'openai',
    model: `openai:${name}`,
    wire_name: name,
    format: type === 'openai' ? 'openai.chat' : 'openai.responses',
    capabilities: capabilitiesOf(`openai:${name}`, type),
    options: { ...optionsOf(`openai:${name}`) },
  })

describe('whatever is asked for, the model takes it', () => {
  test.each(NAMES)('wire-rules 166, 167, 168: %s by Chat Completions', (name) => {
    fc.assert(
      fc.property(request, (asked) => {
        const body = toChat(asked, targetOf(name, 'openai'))
        expect(openaiModelFaults('chat', body), JSON.stringify(body)).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  test.each(NAMES)('wire-rules 167, 168, 169: %s by Responses', (name) => {
    fc.assert(
      fc.property(request, (asked) => {
        const body = toResponses(asked, targetOf(name, 'openai-responses'))
        expect(openaiModelFaults('responses', body), JSON.stringify(body)).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})
