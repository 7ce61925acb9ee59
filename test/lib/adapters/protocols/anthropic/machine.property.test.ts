import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WireError } from '#lib/adapters/protocol.ts'
import { fromWire } from '#lib/adapters/protocols/anthropic/from-wire.ts'
import { createMachine } from '#lib/adapters/protocols/anthropic/machine.ts'
import { ContentBlock } from '#lib/canonical/block.ts'
import { eventOrderChecker } from '#lib/canonical/event-order.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { TokenUsage } from '#lib/canonical/usage.ts'
import { answerContext } from '#test/support/cassette.ts'

const odd = fc.constantFrom(null, 0, -1, 1.5, '', 'x', true, [], {}, [null], { type: 'text' })
const maybe = <T>(usual: fc.Arbitrary<T>) => fc.oneof({ arbitrary: usual, weight: 6 }, { arbitrary: odd, weight: 1 })

const block = fc.record(
  {
    type: maybe(fc.constantFrom('text', 'thinking', 'redacted_thinking', 'tool_use', 'server_tool_use', 'hologram')),
    text: maybe(fc.constantFrom('', 'Hi')),
    thinking: maybe(fc.constantFrom('', 'hm')),
    signature: maybe(fc.constantFrom('', 'c2ln')),
    data: maybe(fc.constant('cmVk')),
    id: maybe(fc.constantFrom('toolu_1', 'toolu_2')),
    name: maybe(fc.constant('add')),
    input: maybe(fc.constantFrom({}, { a: 1 })),
    citations: odd,
  },
  { requiredKeys: [] },
)
const delta = fc.record(
  {
    type: maybe(
      fc.constantFrom(
        'text_delta',
        'thinking_delta',
        'signature_delta',
        'input_json_delta',
        'citations_delta',
        'sparkle',
      ),
    ),
    text: maybe(fc.constant('a')),
    thinking: maybe(fc.constant('b')),
    signature: maybe(fc.constant('c')),
    partial_json: maybe(fc.constantFrom('{"a":', '1}', '')),
    citation: odd,
    stop_reason: maybe(fc.constantFrom('end_turn', 'tool_use', 'refusal')),
  },
  { requiredKeys: [] },
)
const usage = fc.record(
  {
    input_tokens: maybe(fc.nat()),
    output_tokens: maybe(fc.nat()),
    cache_creation: maybe(fc.record({ ephemeral_1h_input_tokens: maybe(fc.nat()) })),
    output_tokens_details: maybe(fc.record({ thinking_tokens: maybe(fc.nat()) })),
  },
  { requiredKeys: [] },
)
const event = fc.record(
  {
    type: maybe(
      fc.constantFrom(
        'message_start',
        'content_block_start',
        'content_block_delta',
        'content_block_delta',
        'content_block_stop',
        'message_delta',
        'ping',
      ),
    ),
    index: maybe(fc.nat({ max: 3 })),
    content_block: maybe(block),
    delta: maybe(delta),
    message: maybe(fc.record({ model: maybe(fc.constant('served')), usage: maybe(usage) }, { requiredKeys: [] })),
    usage: maybe(usage),
  },
  { requiredKeys: [] },
)
const reasons = fc.constantFrom('complete' as const, 'cancelled' as const, 'error' as const)

test('whatever a host sends, the events keep their order and the answer is well formed', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 25 }), reasons, (wire, reason) => {
      const check = eventOrderChecker()
      check({ type: 'message.start', model: 'x' })
      const machine = createMachine(answerContext())
      for (const each of wire) machine.push({ data: JSON.stringify(each) }).forEach(check)
      const { events, answer } = machine.end(reason)
      events.forEach(check)
      for (const each of answer.final_content) expect(ContentBlock.safeParse(each).error).toBeUndefined()
      if (answer.usage) expect(TokenUsage.safeParse(answer.usage).error).toBeUndefined()
      expect(JSON.parse(JSON.stringify(answer.provider_raw))).toEqual(answer.provider_raw)
    }),
    { numRuns: 1000 },
  )
})

test('a body of any shape is an answer, or an error of the wire', () => {
  const body = fc.record(
    { content: maybe(fc.array(maybe(block))), usage: maybe(usage), stop_reason: odd, model: odd, error: odd },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(body, (wire) => {
      try {
        const { final_content } = fromWire(wire as JsonObject, answerContext())
        for (const each of final_content) expect(ContentBlock.safeParse(each).error).toBeUndefined()
      } catch (error) {
        expect(error).toBeInstanceOf(WireError)
      }
    }),
    { numRuns: 500 },
  )
})
