import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toWire } from '#lib/adapters/protocols/anthropic/to-wire.ts'
import { anthropicFaults } from '#test/support/anthropic-validator.ts'
import { anyRequest } from '#test/support/any-request.ts'
import { ALL_CAPABILITIES, testTarget } from '#test/support/message-builder.ts'

const request = anyRequest()

const target = fc.record({
  thinking: fc.constantFrom('budget', 'adaptive', 'none'),
  supports_prompt_caching: fc.boolean(),
  supports_images: fc.boolean(),
  supports_system_prompt: fc.boolean(),
})

test('any history becomes a request that the API would accept', () => {
  fc.assert(
    fc.property(request, target, (asked, { thinking: mode, ...capabilities }) => {
      const to = testTarget({ options: { thinking: mode }, capabilities: { ...ALL_CAPABILITIES, ...capabilities } })
      const body = toWire(asked, to)
      const pending = asked.messages.at(-1)?.role === 'assistant'
      const faults = anthropicFaults(body).filter((fault) => !(pending && fault.includes('without tool_result')))
      expect(faults, JSON.stringify(body.messages)).toEqual([])
    }),
    { numRuns: 800 },
  )
})

test('wire-rule 1: the same request gives the same bytes, and stays as it was', () => {
  fc.assert(
    fc.property(request, (asked) => {
      const target = () => testTarget({ capabilities: { ...ALL_CAPABILITIES, supports_prompt_caching: false } })
      const before = JSON.stringify(asked)
      const body = JSON.stringify(toWire(asked, target()))
      expect(JSON.stringify(toWire(asked, target()))).toBe(body)
      expect(JSON.stringify(asked)).toBe(before)
    }),
    { numRuns: 300 },
  )
})
