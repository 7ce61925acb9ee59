import { describe, expect, test } from 'vitest'
import type { SessionSettings } from '#lib/canonical/session-settings.ts'
import type { AvailableModel } from '#lib/models/model-directory.ts'
import { fitSettings } from '#lib/turn/turn-settings.ts'
import { ALL_CAPABILITIES } from '#test/support/message-builder.ts'

const fitted = (settings: SessionSettings, fields: Partial<AvailableModel> = {}) =>
  fitSettings(settings, {
    id: 'p:m',
    label: 'M',
    capabilities: { ...ALL_CAPABILITIES, max_output_tokens: 8_000 },
    window_is_assumed: false,
    adapter: null,
    efforts: ['none', 'low', 'high'],
    takes_temperature: true,
    ...fields,
  })

const WANTED: SessionSettings = { reasoning_effort: 'high', temperature: 0.2, max_output_tokens: 4_000, tools: false }

describe('the settings of a session at a model', () => {
  test('go to it as they are where it can do all of them', () => {
    expect(fitted(WANTED)).toEqual({ settings: WANTED, changes: [] })
    expect(fitted({})).toEqual({ settings: {}, changes: [] })
  })

  test('are left out where it cannot, and it is said why', () => {
    expect(fitted(WANTED, { efforts: [], takes_temperature: false })).toEqual({
      settings: { max_output_tokens: 4_000, tools: false },
      changes: [
        {
          block_type: 'reasoning_effort',
          action: 'dropped',
          reason: 'the model cannot be asked how much to reason',
        },
        { block_type: 'temperature', action: 'dropped', reason: 'the model takes no temperature' },
      ],
    })
  })

  test.each([
    ['medium', 'high'],
    ['minimal', 'low'],
    ['max', 'high'],
  ] as const)('ask for the next effort that it knows: %s becomes %s', (wanted, asked) => {
    const reason = `the model does not know ${wanted}: it is asked for ${asked}`
    expect(fitted({ reasoning_effort: wanted })).toEqual({
      settings: { reasoning_effort: asked },
      changes: [{ block_type: 'reasoning_effort', action: 'converted', reason }],
    })
  })

  test('ask for no more tokens than an answer of it can have', () => {
    const reason = 'an answer of this model ends at 8000 tokens, not at 9000'
    expect(fitted({ max_output_tokens: 9_000 })).toEqual({
      settings: { max_output_tokens: 8_000 },
      changes: [{ block_type: 'max_output_tokens', action: 'converted', reason }],
    })
  })
})
