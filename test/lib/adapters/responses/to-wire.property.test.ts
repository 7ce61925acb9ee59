import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { Target } from '#lib/adapters/protocol.ts'
import { toWire } from '#lib/adapters/responses/to-wire.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { ToolDefinition } from '#lib/canonical/tool.ts'
import { ALL_CAPABILITIES, canonicalRequest, message, testTarget } from '#test/support/message-builder.ts'
import { responsesFaults } from '#test/support/responses-validator.ts'

const words = fc.constantFrom('', ' ', '\n', 'Hello', 'a \n', '🌦️ ok', 'lone \ud800', 'x'.repeat(50))
const toolId = fc.constantFrom('tu_1', 'tu_2', 'tu_3', 'functions.Bash:0', 'call_x|fc_y', `call_${'y'.repeat(80)}`)
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
  { type: 'thinking', text: 'unsigned' },
  { type: 'thinking', text: 'lone \ud800' },
  { type: 'redacted_thinking', data: 'cmVk' },
)
const unknown = fc.constant({ type: 'hologram', x: 1 } as unknown as ContentBlock)

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

const answer = fc
  .record({
    content: fc.array(fc.oneof(textBlock, call, thinking, image, unknown), { maxLength: 5 }),
    model: fc.constantFrom('anthropic:test-model', 'openai:gpt-x'),
    blocks: fc.array(placed, { maxLength: 3 }),
    fields: fc.array(fields, { maxLength: 4 }),
    status: fc.constantFrom('complete' as const, 'cancelled' as const, 'error' as const, 'partial' as const),
  })
  .map(({ content, model, status, ...kept }) => {
    const provider_raw = { format: 'openai.responses', ...kept }
    // Within one answer a provider names an item once.
    const ids = new Set<unknown>()
    const blocks = kept.blocks.filter(({ block }) => {
      if (block.id === undefined) return true
      const isNew = !ids.has(block.id)
      ids.add(block.id)
      return isNew
    })
    const metadata = { model, provider: model.split(':')[0] ?? '', status, provider_raw: { ...provider_raw, blocks } }
    return message('assistant', content, metadata)
  })
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
    max_output_tokens: fc.constantFrom(1, 1024, 8000),
    temperature: fc.constantFrom(null, -1, 0.5, 3),
    tool_choice: fc.constantFrom('auto' as const, 'none' as const, 'required' as const, { name: 'add' }),
    reasoning_effort: fc.constantFrom('none' as const, 'low' as const, 'high' as const),
    stop_sequences: fc.constantFrom<string[]>([], ['\n', 'END']),
    output_schema: fc.constantFrom(null, { type: 'object' }),
    schema_name: fc.constantFrom('answer', 'an answer!'),
  })
  .map((some) => canonicalRequest(some))

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
