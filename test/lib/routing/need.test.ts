import { describe, expect, test } from 'vitest'
import type { ContentBlock } from '#lib/canonical/block.ts'
import { conversationFacts } from '#lib/canonical/conversation-facts.ts'
import type { Message } from '#lib/canonical/message.ts'
import { needsOf, type TurnRequest } from '#lib/routing/need.ts'
import { call, message, result, system, text, user } from '#test/support/message-builder.ts'

const image: ContentBlock = { type: 'image', source: { kind: 'base64', data: 'AA==' }, media_type: 'image/png' }

const needs = ({ messages = [], ...request }: Partial<TurnRequest> & { messages?: Message[] }) =>
  needsOf({ conversation: conversationFacts(messages), system_prompt: null, estimated_input_tokens: 0, ...request })

describe('a turn', () => {
  test('that only talks needs nothing', () => {
    expect(needs({ messages: [user('hi')], estimated_input_tokens: 7 })).toEqual({
      images: false,
      tools: false,
      system_prompt: false,
      structured_output: false,
      estimated_input_tokens: 7,
    })
  })

  test('needs vision for a picture anywhere in the active path, inside a tool result too', () => {
    expect(needs({ messages: [user([image]), user('and?')] }).images).toBe(true)
    expect(needs({ messages: [message('tool', [result('tu_1', [text('a plot'), image])])] }).images).toBe(true)
  })

  test('needs a system prompt only where one says something', () => {
    expect(needs({ system_prompt: 'Be brief.' }).system_prompt).toBe(true)
    expect(needs({ system_prompt: '  ' }).system_prompt).toBe(false)
    expect(needs({ messages: [system('Be brief.')] }).system_prompt).toBe(true)
    expect(needs({ messages: [message('system', []), system(' ')] }).system_prompt).toBe(false)
    const unknown = { type: 'hologram' } as unknown as ContentBlock
    expect(needs({ messages: [message('system', [unknown])] }).system_prompt).toBe(false)
  })

  test('needs tools only where the answer must be a call, not for calls in its history', () => {
    expect(needs({ messages: [message('assistant', [call('tu_1')])] }).tools).toBe(false)
    expect(needs({ tools_required: true }).tools).toBe(true)
  })

  test('needs structured output for a schema', () => {
    expect(needs({ output_schema: {} }).structured_output).toBe(true)
    expect(needs({ output_schema: null }).structured_output).toBe(false)
  })
})
