import { describe, expect, test } from 'vitest'
import type { JsonObject } from '#lib/canonical/json.ts'
import { commonBeginning } from '#lib/receipt/common-beginning.ts'

const MARK = { cache_control: { type: 'ephemeral' } }
const said = (role: string, text: string, mark: object = {}) => ({ role, content: [{ type: 'text', text, ...mark }] })
const ANTHROPIC = {
  model: 'm',
  tools: [{ name: 'add' }, { name: 'see' }],
  system: [{ type: 'text', text: 'Be brief.', ...MARK }],
  messages: [said('user', 'How far is the moon?', MARK)],
}
const picture = (data: string) => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } })

const between = commonBeginning

describe('a request that goes on from the one before', () => {
  test('has all of it at its beginning, wherever the marks of the cache stand', () => {
    const now = {
      ...ANTHROPIC,
      system: 'Be brief.',
      messages: [
        ...ANTHROPIC.messages.map(({ role }) => said(role, 'How far is the moon?')),
        said('assistant', 'Far.'),
        said('user', 'And the sun?', MARK),
      ],
    }
    const { same_bytes, bytes, difference } = between(ANTHROPIC, now)
    expect(difference).toBeNull()
    expect(same_bytes).toBe(between(ANTHROPIC, ANTHROPIC).bytes)
    expect(bytes).toBeGreaterThan(same_bytes)
    expect(between(ANTHROPIC, ANTHROPIC).same_share).toBe(1)
  })

  test('is compared without a mark, and with what a call was given under its name', () => {
    const call = (input: JsonObject) => ({
      ...ANTHROPIC,
      messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'add', input }] }],
    })
    expect(between(call({ cache_control: 1 }), call({ cache_control: 2 })).difference).toMatchObject({
      what: 'message',
    })
  })
})

describe('the first difference', () => {
  test.each<[string, JsonObject, object]>([
    ['tools by their names', { tools: [{ name: 'add' }, { name: 'look' }] }, { what: 'tools', names: ['see', 'look'] }],
    ['tools in another order without any', { tools: [{ name: 'see' }, { name: 'add' }] }, { what: 'tools', names: [] }],
    ['tools that are no longer sent', { tools: [] }, { what: 'tools', names: ['add', 'see'] }],
    ['the prompt', { system: 'Be kind.' }, { what: 'system' }],
    [
      'a setting that stands before the messages',
      { thinking: { type: 'enabled' } },
      { what: 'settings', names: ['thinking'] },
    ],
    [
      'a message with how it began and begins',
      { messages: [said('user', 'How far is the sun?')] },
      { what: 'message', names: ['user'], before: 'How far is the moon?', now: 'How far is the sun?' },
    ],
    [
      'a conversation that ends earlier',
      { messages: [] },
      { what: 'shorter', before: 'How far is the moon?', now: null },
    ],
  ])('is %s', (_, change, difference) => {
    const compared = between(ANTHROPIC, { ...ANTHROPIC, ...change })
    expect(compared.difference).toMatchObject(difference)
    expect(compared.same_bytes).toBeLessThan(between(ANTHROPIC, ANTHROPIC).bytes)
  })

  test('is a picture that was left out, and a picture weighs what hosts count for one', () => {
    const before = {
      ...ANTHROPIC,
      messages: [{ role: 'user', content: [picture('A'.repeat(400_000)), { type: 'text', text: 'See?' }] }],
    }
    const now = {
      ...ANTHROPIC,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: '[a picture]' },
            { type: 'text', text: 'See?' },
          ],
        },
      ],
    }
    expect(between(before, now).difference).toMatchObject({ what: 'picture', before: 'See?' })
    const more = { ...before, messages: [...before.messages, said('assistant', 'w'.repeat(6_000))] }
    const { same_share, same_bytes, bytes } = between(before, more)
    expect(same_bytes / bytes).toBeGreaterThan(0.95)
    expect(same_share).toBeGreaterThan(0.4)
    expect(same_share).toBeLessThan(0.6)
  })

  test.each([
    [
      'instructions',
      { instructions: 'Be brief.', input: [{ role: 'user', content: 'Hi' }] },
      { instructions: 'Be kind.' },
      'system',
    ],
    [
      'a schema',
      { messages: [{ role: 'user', content: 'Hi' }] },
      { response_format: { type: 'json_object' } },
      'settings',
    ],
    [
      'a text in one piece',
      { messages: [{ role: 'user', content: 'Hi' }] },
      { messages: [{ role: 'user', content: 'Ho' }] },
      'message',
    ],
  ])('is found in every format: %s', (_, body, change, what) => {
    expect(between(body as JsonObject, { ...body, ...change } as JsonObject).difference).toMatchObject({ what })
  })
})
