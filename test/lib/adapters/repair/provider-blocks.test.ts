import { expect, test } from 'vitest'
import { cleanHistory } from '#lib/adapters/repair.ts'
import { assistant, canonicalRequest, testTarget, user } from '#test/support/message-builder.ts'

const found = assistant('Found.', {
  provider: 'anthropic',
  model: 'anthropic:test-model',
  provider_raw: {
    format: 'anthropic.messages',
    blocks: [
      { index: 0, block: { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} } },
      { index: 0, block: { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] } },
      { index: 1, block: 'not a block' },
      null,
    ],
  },
})
const request = canonicalRequest({ messages: [user('Search'), found, user('Go on')] })

test('what only its producer understands is reported for every other target, and the text stays', () => {
  const target = testTarget({ model: 'anthropic:another-model' })
  expect(cleanHistory(request, target).messages).toEqual(request.messages)
  const reason = 'only anthropic:test-model understands it'
  expect(target.records).toEqual([
    { message_id: found.id, block_type: 'server_tool_use', action: 'dropped', reason },
    { message_id: found.id, block_type: 'web_search_tool_result', action: 'dropped', reason },
  ])
})

test('nothing is reported for the producer, which gets them back', () => {
  const target = testTarget()
  cleanHistory(request, target)
  expect(target.records).toEqual([])
})
