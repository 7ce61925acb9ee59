import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { ChatDialect } from '#lib/adapters/chat-completions/dialect.ts'
import { OPENAI_DIALECT } from '#lib/adapters/chat-completions/dialect.ts'
import { toWire } from '#lib/adapters/chat-completions/to-wire.ts'
import type { Target } from '#lib/adapters/protocol.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { JsonValue } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { ToolDefinition } from '#lib/canonical/tool.ts'
import { chatFaults } from '#test/support/chat-validator.ts'
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
    raw: fc.constantFrom<JsonValue>(null, '', 'parts', [{ type: 'text', text: 'Hello' }]),
    status: fc.constantFrom('complete' as const, 'cancelled' as const, 'error' as const, 'partial' as const),
  })
  .map(({ content, model, status, raw }) =>
    message('assistant', content, {
      model,
      provider: model.split(':')[0] ?? '',
      status,
      provider_raw: {
        format: 'openai.chat',
        content: raw,
        refusal: 'Hello',
        tool_calls: { 0: { arguments: '{"a": 1}' } },
      },
    }),
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
  supports_images: fc.boolean(),
  supports_tools: fc.boolean(),
  supports_system_prompt: fc.boolean(),
  supports_system_messages_in_list: fc.boolean(),
  supports_parallel_tool_calls: fc.boolean(),
})
const options = fc.record({
  max_tokens_field: fc.constantFrom('max_tokens', 'max_completion_tokens', 'other'),
  system_role: fc.constantFrom('system', 'developer', 'user', 7),
  sampling: fc.boolean(),
})
const dialect: fc.Arbitrary<ChatDialect> = fc
  .record({
    image_urls: fc.boolean(),
    assistant_after_tools: fc.boolean(),
    tool_result_name: fc.boolean(),
    tool_id: fc.constantFrom('at_most_40' as const, 'nine_alphanumerics' as const),
    reasoning_echo: fc.constantFrom(null, 'reasoning_content' as const),
  })
  .map((fields) => ({ ...OPENAI_DIALECT, ...fields }))

const openaiTarget = (fields: Partial<Target>) =>
  testTarget({ provider: 'openai', format: 'openai.chat', model: 'openai:gpt-x', wire_name: 'gpt-x', ...fields })

test('wire-rules 2, 13, 16, 21, 57 to 62: any history becomes a request that a strict host would accept', () => {
  fc.assert(
    fc.property(request, target, options, dialect, (asked, some, modelOptions, host) => {
      const capabilities = { ...ALL_CAPABILITIES, ...some }
      const body = toWire(asked, openaiTarget({ options: modelOptions, capabilities }), host)
      expect(chatFaults(body), JSON.stringify(body.messages)).toEqual([])
      if (host.tool_id === 'nine_alphanumerics') {
        const ids = JSON.stringify(body.messages).matchAll(/"tool_call_id":"([^"]*)"/g)
        for (const [, id] of ids) expect(id).toMatch(/^[a-zA-Z0-9]{9}$/)
      }
    }),
    { numRuns: 1500 },
  )
})

test('wire-rule 1: the same request gives the same bytes, a longer one begins with them, and nothing stored changes', () => {
  fc.assert(
    fc.property(request, (asked) => {
      const before = JSON.stringify(asked)
      const body = JSON.stringify(toWire(asked, openaiTarget({})))
      expect(JSON.stringify(toWire(asked, openaiTarget({})))).toBe(body)
      expect(JSON.stringify(asked)).toBe(before)

      const sent = toWire(asked, openaiTarget({})).messages
      const last = Array.isArray(sent) ? sent.at(-1) : null
      if (!isJsonObject(last) || last.tool_calls !== undefined || last.content === '(empty message)') return
      // A question goes on in the message of the question before it: then an answer stands between.
      const answered = last.role === 'user' ? [message('assistant', 'Well.')] : []
      const longer = { ...asked, messages: [...asked.messages, ...answered, message('user', 'And now?')] }
      const prefix = JSON.stringify(sent).slice(0, -1)
      expect(JSON.stringify(toWire(longer, openaiTarget({})).messages).startsWith(prefix)).toBe(true)
    }),
    { numRuns: 400 },
  )
})
