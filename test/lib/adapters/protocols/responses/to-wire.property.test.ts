import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Target } from '#lib/adapters/protocol.ts'
import { toWire } from '#lib/adapters/protocols/responses/to-wire.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'
import { anyRequest } from '#test/support/any-request.ts'
import { ALL_CAPABILITIES, message, testTarget } from '#test/support/message-builder.ts'
import { responsesFaults } from '#test/support/responses-validator.ts'

const position = fc.integer({ min: 0, max: 5 })
const placed = fc.record({
  index: position,
  block: fc.constantFrom<JsonObject>(
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'Z0FB' },
    { type: 'reasoning', summary: [{ type: 'summary_text', said_by: 0 }], encrypted_content: 'Z0FB' },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'unsent' }] },
    { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'lone \ud800' } },
    { type: 'computer_call', call_id: 'call_c', status: 'completed' },
  ),
})
const fields = fc.record({
  index: position,
  item: fc.constantFrom<JsonObject>(
    { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', phase: 'final_answer' },
    { type: 'function_call', id: 'fc_1', status: 'completed' },
    { type: 'function_call', id: '4b825dc6-uuid', status: 'completed' },
    { type: 'custom_tool_call', id: 'ctc_1' },
    {},
  ),
  message: fc.constantFrom(1, 2),
  part: fc.constantFrom<JsonObject>({ type: 'output_text', annotations: [] }, { type: 'refusal' }),
  arguments: fc.constantFrom('{"a": 1}', '{"a', 'free text', ''),
})

const request = anyRequest({
  kept: fc
    .record({
      // Within one answer a provider names an item once; those without an id may repeat.
      blocks: fc.uniqueArray(placed, { maxLength: 3, selector: ({ block }) => block.id ?? Symbol() }),
      fields: fc.array(fields, { maxLength: 4 }),
    })
    .map((noted) => ({ format: 'openai.responses', ...noted })),
})

const capabilities = fc
  .record({
    supports_images: fc.boolean(),
    supports_tools: fc.boolean(),
    supports_system_prompt: fc.boolean(),
    supports_system_messages_in_list: fc.boolean(),
    supports_parallel_tool_calls: fc.boolean(),
    supports_structured_output: fc.boolean(),
  })
  .map((some) => ({ ...ALL_CAPABILITIES, ...some }))
const options = fc.record({
  system_role: fc.constantFrom('system', 'developer', 7),
  sampling: fc.boolean(),
  encrypted_reasoning: fc.boolean(),
  reasoning_summary: fc.constantFrom(undefined, 'auto', 7),
  reasoning_efforts: fc.constantFrom([], ['minimal', 'low']),
  server_tools: fc.constantFrom(undefined, [{ type: 'web_search' }]),
})

const openai = (some: Partial<Target> = {}) =>
  testTarget({ provider: 'openai', format: 'openai.responses', model: 'openai:gpt-x', wire_name: 'gpt-x', ...some })

test('wire-rules 14, 15, 21, 77, 78, 82: any history becomes a request that the API would accept', () => {
  fc.assert(
    fc.property(request, capabilities, options, (asked, some, modelOptions) => {
      const body = toWire(asked, openai({ options: modelOptions, capabilities: some }))
      expect(responsesFaults(body), JSON.stringify(body.input)).toEqual([])
    }),
    { numRuns: 1500 },
  )
})

test('wire-rule 1: the same request gives the same bytes, a longer one begins with them, and nothing stored changes', () => {
  fc.assert(
    fc.property(request, (asked) => {
      const before = JSON.stringify(asked)
      const body = JSON.stringify(toWire(asked, openai()))
      expect(JSON.stringify(toWire(asked, openai()))).toBe(body)
      expect(JSON.stringify(asked)).toBe(before)

      const sent = toWire(asked, openai()).input
      const last = Array.isArray(sent) ? sent.at(-1) : null
      if (!isJsonObject(last) || String(last.type).endsWith('_call')) return
      if (asked.messages.at(-1)?.role === 'assistant' || JSON.stringify(last).includes('(empty message)')) return
      const longer = { ...asked, messages: [...asked.messages, message('user', 'And now?')] }
      const prefix = JSON.stringify(sent).slice(0, -1)
      expect(JSON.stringify(toWire(longer, openai()).input).startsWith(prefix)).toBe(true)
    }),
    { numRuns: 400 },
  )
})
