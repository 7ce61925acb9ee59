import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import { toWire } from '#lib/adapters/anthropic/to-wire.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { ToolDefinition } from '#lib/canonical/tool.ts'
import { anthropicFaults } from '#test/support/anthropic-validator.ts'
import { ALL_CAPABILITIES, canonicalRequest, message, testTarget } from '#test/support/message-builder.ts'

const words = fc.constantFrom('', ' ', '\n', 'Hello', 'a \n', '🌦️ ok', 'lone \ud800', 'x'.repeat(50))
const toolId = fc.constantFrom('tu_1', 'tu_2', 'tu_3', 'functions.Bash:0', 'call_x|fc_y')
const textBlock = words.map((text): ContentBlock => ({ type: 'text', text }))
const image = fc.constantFrom<ContentBlock>(
  { type: 'image', source: { kind: 'base64', data: 'iVBORw0KGgoAAAA=' }, media_type: 'image/jpeg' },
  { type: 'image', source: { kind: 'url', data: 'https://example.test/a.png' }, media_type: 'image/png' },
  { type: 'image', source: { kind: 'file_ref', data: 'attachments/gone' }, media_type: 'image/png' },
)
const call = fc
  .record({ id: toolId, name: fc.constantFrom('add', 'ns.tool', ''), raw: fc.constantFrom(undefined, '{"a') })
  .map(({ id, name, raw }): ContentBlock => {
    const block = { type: 'tool_use' as const, id, name, input: raw === undefined ? { a: 1 } : {} }
    return raw === undefined ? block : { ...block, raw_input: raw }
  })
const result = fc
  .record({ id: toolId, content: fc.array(fc.oneof(textBlock, image), { maxLength: 2 }), is_error: fc.boolean() })
  .map(({ id, content, is_error }): ContentBlock => ({ type: 'tool_result', tool_use_id: id, content, is_error }))
const thinking = fc.constantFrom<ContentBlock>(
  { type: 'thinking', text: 'hm', signature: 'c2ln' },
  { type: 'thinking', text: '', signature: 'c2ln' },
  { type: 'thinking', text: 'unsigned' },
  { type: 'redacted_thinking', data: 'cmVk' },
)
const unknown = fc.constant({ type: 'hologram', x: 1 } as unknown as ContentBlock)

const answer = fc
  .record({
    content: fc.array(fc.oneof(textBlock, call, thinking, image, unknown), { maxLength: 5 }),
    model: fc.constantFrom('anthropic:test-model', 'openai:gpt-x'),
    status: fc.constantFrom('complete' as const, 'cancelled' as const, 'error' as const, 'partial' as const),
  })
  .map(({ content, model, status }) =>
    message('assistant', content, { model, provider: model.split(':')[0] ?? '', status }),
  )
const said = fc.array(fc.oneof(textBlock, image), { maxLength: 3 }).map((content) => message('user', content))
const told = words.map((text) => message('system', text))
const done = result.map((block) =>
  message('tool', [block], block.type === 'tool_result' ? { parent_tool_use_id: block.tool_use_id } : {}),
)
const history: fc.Arbitrary<Message[]> = fc.array(
  fc.oneof({ arbitrary: answer, weight: 3 }, { arbitrary: said, weight: 2 }, { arbitrary: done, weight: 3 }, told),
  { maxLength: 9 },
)

const tool = {
  name: 'add',
  description: 'Adds',
  input_schema: { type: 'object', properties: {} },
  side_effects: 'none' as const,
}
const request: fc.Arbitrary<CanonicalRequest> = fc
  .record({
    messages: history,
    system_prompt: fc.constantFrom(null, '', 'Be brief.'),
    tools: fc.constantFrom<ToolDefinition[]>([], [tool]),
    max_output_tokens: fc.constantFrom(1, 1024, 1500, 8000),
    temperature: fc.constantFrom(null, -1, 0.5, 2),
    tool_choice: fc.constantFrom('auto' as const, 'none' as const, 'required' as const, { name: 'add' }),
    reasoning_effort: fc.constantFrom('none' as const, 'low' as const, 'high' as const),
    stop_sequences: fc.constantFrom<string[]>([], ['\n', 'END', 'END']),
  })
  .map((fields) => canonicalRequest(fields))

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
