import { describe, expect, test } from 'vitest'
import { createAdapter } from '#lib/adapters/registry.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import { capabilitiesOf } from '#lib/models/catalog.ts'
import { swapRefusal } from '#lib/routing/swap.ts'
import { message } from '#test/support/message-builder.ts'

const image: ContentBlock = { type: 'image', source: { kind: 'base64', data: 'AA==' }, media_type: 'image/png' }
const capabilities = capabilitiesOf('demo:anthropic')
const seeing = { label: 'Demo', adapter: createAdapter({ type: 'anthropic' }), capabilities }
const blind = { ...seeing, capabilities: { ...capabilities, supports_images: false } }

describe('a swap', () => {
  test('to a model that takes pictures is never refused', () => {
    expect(swapRefusal([message('user', [image])], seeing)).toBeNull()
  })

  test('to a model that takes none is fine while there are none', () => {
    expect(swapRefusal([message('user', 'hi')], blind)).toBeNull()
  })

  test('that pictures forbid is refused with the ways on', () => {
    const describer = { model: { id: 'demo:anthropic', label: 'Demo' }, is_present: true, cost_usd: '0.01' }
    const refusal = swapRefusal([message('user', [image])], blind, describer)
    expect(refusal).toEqual({
      reason: 'The conversation holds a picture, and this model takes none.',
      options: [
        { id: 'leave_out', label: 'Change, and leave it out: a note stands in its place' },
        {
          id: 'describe',
          label: 'Have the present model describe it once, then change',
          model: 'demo:anthropic',
          cost_usd: '0.01',
        },
        { id: 'stay', label: 'Stay with the present model' },
      ],
    })
  })

  test('counts the pictures, those in tool results too', () => {
    const result: ContentBlock = { type: 'tool_result', tool_use_id: 'tu_1', content: [image] }
    const describer = { model: { id: 'a:b', label: 'Ada' }, is_present: false, cost_usd: null }
    const refusal = swapRefusal([message('user', [image, image]), message('tool', [result])], blind, describer)
    expect(refusal?.reason).toBe('The conversation holds 3 pictures, and this model takes none.')
    expect(refusal?.options.map(({ label }) => label)).toEqual([
      'Change, and leave them out: a note stands in their place',
      'Have Ada describe them once, then change',
      'Stay with the present model',
    ])
  })

  test('to a model that cannot be asked is refused with what to do', () => {
    expect(swapRefusal([], { ...seeing, adapter: null })).toEqual({
      reason: 'Demo has no key and no address: set them in the environment and start again.',
      options: [{ id: 'stay', label: 'Stay with the present model' }],
    })
  })

  test('names nobody to describe them where no model here sees', () => {
    expect(swapRefusal([message('user', [image])], blind)?.options.map(({ id }) => id)).toEqual(['leave_out', 'stay'])
  })

  test('is not refused for tools in the history of a model without tools', () => {
    const call: ContentBlock = { type: 'tool_use', id: 'tu_1', name: 'calculator', input: {} }
    expect(
      swapRefusal([message('assistant', [call])], {
        ...seeing,
        capabilities: { ...capabilities, supports_tools: false },
      }),
    ).toBeNull()
  })
})
