import { describe, expect, test } from 'vitest'
import type { ContentBlock } from '#lib/canonical/block.ts'
import { Message } from '#lib/canonical/message.ts'
import { capabilitiesOf } from '#lib/models/catalog.ts'
import { swapLosses, swapRefusal } from '#lib/routing/swap.ts'
import { message } from '#test/support/message-builder.ts'

const image: ContentBlock = { type: 'image', source: { kind: 'base64', data: 'AA==' }, media_type: 'image/png' }
const seeing = capabilitiesOf('demo:anthropic')
const blind = { ...seeing, supports_images: false }

describe('a swap', () => {
  test('to a model that takes pictures is never refused', () => {
    expect(swapRefusal([message('user', [image])], seeing)).toBeNull()
  })

  test('to a model that takes none is fine while there are none', () => {
    expect(swapRefusal([message('user', 'hi')], blind)).toBeNull()
  })

  test('that pictures forbid is refused with the ways on', () => {
    const refusal = swapRefusal([message('user', [image])], blind)
    expect(refusal?.reason).toBe('The conversation holds a picture, and this model takes none.')
    expect(refusal?.options.map((option) => option.id)).toEqual(['leave_out', 'describe', 'stay'])
  })

  test('counts the pictures, those in tool results too', () => {
    const result: ContentBlock = { type: 'tool_result', tool_use_id: 'tu_1', content: [image] }
    const refusal = swapRefusal([message('user', [image, image]), message('tool', [result])], blind)
    expect(refusal?.reason).toBe('The conversation holds 3 pictures, and this model takes none.')
    expect(refusal?.options[0]?.label).toBe('Change, and leave them out: a note stands in their place')
  })

  test('is not refused for tools in the history of a model without tools', () => {
    const call: ContentBlock = { type: 'tool_use', id: 'tu_1', name: 'calculator', input: {} }
    expect(swapRefusal([message('assistant', [call])], { ...seeing, supports_tools: false })).toBeNull()
  })
})

describe('what a swap loses', () => {
  const history = [
    message('system', 'Be brief.'),
    message(
      'assistant',
      [
        { type: 'thinking', text: 'hm', signature: 'x' },
        { type: 'redacted_thinking', data: 'x' },
      ],
      { model: 'a:one' },
    ),
    message('assistant', [{ type: 'tool_use', id: 'tu_1', name: 'calculator', input: {} }], { model: 'a:two' }),
  ]

  test('is nothing for plain talk', () => {
    expect(swapLosses([message('user', 'hi')], { id: 'a:two', capabilities: seeing })).toEqual([])
  })

  test('is the thinking of every other model', () => {
    const [loss, ...others] = swapLosses(history, { id: 'a:two', capabilities: seeing })
    expect(loss).toMatchObject({ what: 'thinking', count: 2 })
    expect(others).toEqual([])
    expect(swapLosses(history, { id: 'a:one', capabilities: seeing })).toEqual([])
  })

  test('is what the model does not support', () => {
    const capabilities = {
      ...seeing,
      supports_thinking: false,
      supports_tools: false,
      supports_system_prompt: false,
    }
    const losses = swapLosses(history, { id: 'a:one', capabilities }).map(({ what, count }) => [what, count])
    expect(losses).toEqual([
      ['thinking', 2],
      ['tool_calls', 1],
      ['system_prompt', 1],
    ])
  })

  test('is every block of a type that is not known here', () => {
    const stored = Message.parse(message('assistant', [{ type: 'hologram' } as unknown as ContentBlock]))
    expect(swapLosses([stored], { id: 'a:one', capabilities: seeing })).toMatchObject([
      { what: 'unknown_blocks', count: 1 },
    ])
  })
})
