import { describe, expect, test } from 'vitest'
import { cleanHistory } from '#lib/adapters/history/repair.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { Message } from '#lib/canonical/message.ts'
import {
  assistant,
  call,
  canonicalRequest,
  system,
  testTarget,
  text,
  toolMessage,
  user,
} from '#test/support/message-builder.ts'

// A history is mended where a provider would refuse it, and nowhere else: what is here looks like something to mend.

const OWN = { provider: 'anthropic', model: 'anthropic:test-model' }

function expectUntouched(stored: Message) {
  const target = testTarget()
  const { messages } = cleanHistory(canonicalRequest({ messages: [stored] }), target)
  expect(messages).toHaveLength(1)
  expect(messages[0]).toBe(stored)
  expect(target.records).toEqual([])
}

describe('stays as it is stored', () => {
  test('signed thinking whose words its maker does not show', () => {
    expectUntouched(assistant([{ type: 'thinking', text: '', signature: 's' }, text('So')], OWN))
  })

  test('what a provider ran, in an answer of its own', () => {
    const ran: ContentBlock = {
      type: 'hosted_tool',
      tool: 'web_search',
      name: 'web_search',
      input: { query: 'ruby' },
      status: 'completed',
    }
    const provider_raw = { format: 'anthropic.messages', blocks: [] }
    expectUntouched(assistant([ran, text('In 1995.')], { ...OWN, provider_raw }))
  })

  test('a picture in an answer', () => {
    const source = { kind: 'base64' as const, data: 'iVBORw0KGgoAAAANSUhEUg==' }
    expectUntouched(assistant([text('Here.'), { type: 'image', source, media_type: 'image/png' }]))
  })

  test('what a person writes with its sources, which no provider named', () => {
    const citations = [{ url: 'https://a.test/', title: 'A', cited_text: null }]
    expectUntouched(user([{ ...text('In 1995.'), citations }]))
  })
})

test('a prompt and a system message of nothing but blanks say nothing', () => {
  const messages = [system('\n'), system('Be brief.'), user('hi')]
  expect(cleanHistory(canonicalRequest({ messages, system_prompt: '  ' }), testTarget()).system).toEqual(['Be brief.'])
})

test('a call without a result is closed with the same words always, or no cache would hold', () => {
  const messages = [assistant([call('tu_1'), call('tu_2')]), toolMessage('tu_1'), user('Go on')]
  const closed = cleanHistory(canonicalRequest({ messages }), testTarget()).messages[2]
  const words = 'This tool call has no result: it was interrupted before the tool finished.'
  expect(closed?.content).toEqual([
    { type: 'tool_result', tool_use_id: 'tu_2', content: [text(words)], is_error: true },
  ])
})
