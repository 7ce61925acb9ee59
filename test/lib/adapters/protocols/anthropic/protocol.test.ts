import { expect, test } from 'vitest'
import { anthropicMessages } from '#lib/adapters/protocols/anthropic/protocol.ts'

test('every request names the API version, and the key where there is one', () => {
  expect(anthropicMessages.headers({ api_key: null, options: {} })).toEqual({ 'anthropic-version': '2023-06-01' })
  expect(anthropicMessages.headers({ api_key: 'secret', options: {} })).toHaveProperty('x-api-key', 'secret')
})

test('beta features and another version come from the options', () => {
  const options = { anthropic_version: '2030-01-01', anthropic_beta: ['a-1', '', 2, 'b-2'] }
  expect(anthropicMessages.headers({ api_key: null, options })).toEqual({
    'anthropic-version': '2030-01-01',
    'anthropic-beta': 'a-1,b-2',
  })
  expect(anthropicMessages.headers({ api_key: null, options: { anthropic_beta: 'c-3' } })).toHaveProperty(
    'anthropic-beta',
    'c-3',
  )
})

test('the endpoint and the format have their names', () => {
  expect([anthropicMessages.path, anthropicMessages.format]).toEqual(['/messages', 'anthropic.messages'])
})
