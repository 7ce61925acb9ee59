import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Target } from '#lib/adapters/protocol.ts'
import type { ChatDialect } from '#lib/adapters/protocols/chat-completions/dialect.ts'
import { OPENAI_DIALECT } from '#lib/adapters/protocols/chat-completions/dialect.ts'
import { toWire } from '#lib/adapters/protocols/chat-completions/to-wire.ts'
import type { JsonValue } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'
import { anyRequest } from '#test/support/any-request.ts'
import { chatFaults } from '#test/support/chat-validator.ts'
import { ALL_CAPABILITIES, message, testTarget } from '#test/support/message-builder.ts'

const request = anyRequest({
  kept: fc.constantFrom<JsonValue>(null, '', 'parts', [{ type: 'text', text: 'Hello' }]).map((content) => ({
    format: 'openai.chat',
    content,
    refusal: 'Hello',
    tool_calls: { 0: { arguments: '{"a": 1}' } },
  })),
})

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
