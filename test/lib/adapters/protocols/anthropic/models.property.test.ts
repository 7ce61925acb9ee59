import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { Target } from '#lib/adapters/protocol.ts'
import { toWire } from '#lib/adapters/protocols/anthropic/to-wire.ts'
import { REASONING_EFFORTS } from '#lib/canonical/effort-order.ts'
import { isJsonObject } from '#lib/canonical/json.ts'
import { effortsOf, type ReasoningEffort } from '#lib/canonical/reasoning-effort.ts'
import { ANTHROPIC_MODELS } from '#lib/models/anthropic.ts'
import { optionsOf } from '#lib/models/catalog.ts'
import { anthropicFaults } from '#test/support/anthropic-validator.ts'
import { anyRequest } from '#test/support/any-request.ts'
import { assistant, call, canonicalRequest, testTarget, toolMessage, user } from '#test/support/message-builder.ts'

/** Under the catalog's names, as the wire gets them, dated ones too. */
const NAMES = ANTHROPIC_MODELS.flatMap(({ id, snapshots }) => [id.slice('anthropic:'.length), ...snapshots])

const targetOf = (name: string, fields: Partial<Target> = {}) => {
  const { options, capabilities } = ANTHROPIC_MODELS.find(
    ({ id, snapshots }) => id === `anthropic:${name}` || snapshots.includes(name),
  ) ?? { options: {}, capabilities: undefined }
  return testTarget({ wire_name: name, options: { ...options }, ...(capabilities && { capabilities }), ...fields })
}

const request = fc
  .record({ asked: anyRequest(), isSilent: fc.boolean() })
  .map(
    ({ asked: { reasoning_effort, ...rest }, isSilent }): CanonicalRequest =>
      isSilent || reasoning_effort === undefined ? rest : { ...rest, reasoning_effort },
  )

test.each(NAMES)(
  'wire-rules 128, 129, 131, 132, 160, 161, 162: %s takes whatever history and settings become',
  (name) => {
    fc.assert(
      fc.property(request, (asked) => {
        const body = toWire(asked, targetOf(name))
        // A call whose result is still to come is no request yet: nobody sends it.
        const last = asked.messages.at(-1)
        const waits = last?.role === 'assistant' && last.content.some(({ type }) => type === 'tool_use')
        const faults = anthropicFaults(body).filter((fault) => !(waits && /without tool_result|prefill/.test(fault)))
        expect(faults, JSON.stringify(body)).toEqual([])
      }),
      { numRuns: 150 },
    )
  },
)

test.each(NAMES)('wire-rules 37, 160: %s goes on with a tool loop that holds no thinking', (name) => {
  const messages = [user('Go'), assistant([call('tu_1')]), toolMessage('tu_1')]
  const tools = [
    { name: 'calculator', description: '', input_schema: { type: 'object' }, side_effects: 'none' as const },
  ]
  for (const reasoning_effort of ['none', 'low', 'high'] as const) {
    const asked = canonicalRequest({ messages, tools, reasoning_effort, max_output_tokens: 16_000 })
    expect(anthropicFaults(toWire(asked, targetOf(name)))).toEqual([])
  }
})

/** The levels that a model takes as `output_config.effort`, and what switches it off; read from the rules, not the catalog. */
const LEVELS = ['low', 'medium', 'high', 'max']
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  'claude-opus-5-5': LEVELS,
  'claude-sonnet-5-5': LEVELS,
  'claude-fable-5-1': LEVELS,
  'claude-haiku-5-5': LEVELS,
  'claude-opus-5': LEVELS,
  'claude-opus-4-7': LEVELS,
  'claude-opus-4-6': LEVELS,
  'claude-opus-4-5': ['low', 'medium', 'high'],
  'claude-sonnet-5': LEVELS,
  'claude-sonnet-4-6': LEVELS,
  'claude-sonnet-4-5': [],
  'claude-haiku-4-5': [],
}

test.each(Object.entries(TAKEN))(
  'wire-rule 162: %s is asked for each effort in a word that it takes',
  (name, levels) => {
    for (const reasoning_effort of REASONING_EFFORTS) {
      const { output_config } = toWire(
        canonicalRequest({ reasoning_effort, max_output_tokens: 32_000 }),
        targetOf(name),
      )
      if (output_config === undefined) continue
      expect(levels).toContain(isJsonObject(output_config) && output_config.effort)
    }
  },
)

test('wire-rules 160, 161: a model offers no effort that it would not act on', () => {
  const offered = (name: string) => effortsOf(optionsOf(`anthropic:${name}`).reasoning_efforts ?? [])
  expect(offered('claude-opus-5-5')).toEqual(['low', 'medium', 'high', 'max'])
  expect(offered('claude-sonnet-5-5')).toEqual(['minimal', 'low', 'medium', 'high', 'max'])
  expect(offered('claude-opus-5')).toEqual(['none', 'low', 'medium', 'high', 'max'])
  expect(offered('claude-opus-4-5')).toEqual(['none', 'low', 'medium', 'high'])
  const thinking = (name: string, reasoning_effort: ReasoningEffort) =>
    toWire(canonicalRequest({ reasoning_effort, max_output_tokens: 32_000 }), targetOf(name)).thinking
  for (const name of NAMES) {
    const asked = offered(name).map((effort) => {
      const { thinking, output_config } = toWire(
        canonicalRequest({ reasoning_effort: effort, max_output_tokens: 64_000 }),
        targetOf(name),
      )
      return JSON.stringify([thinking, output_config])
    })
    expect(new Set(asked).size, name).toBe(asked.length)
  }
  expect(thinking('claude-sonnet-5-5', 'minimal')).toEqual({ type: 'between_tools' })
})

/** `display` is `omitted` where nothing is said, and thinking is on where nothing is said (wire-rule 158). */
const SILENT = [
  'claude-opus-5-5',
  'claude-sonnet-5-5',
  'claude-haiku-5-5',
  'claude-fable-5-1',
  'claude-opus-5',
  'claude-sonnet-5',
]

test('wire-rules 158, 159: every model that thinks unasked is asked to show it, and no other to think', () => {
  const shown = NAMES.filter((name) => {
    const { thinking } = toWire(canonicalRequest({ max_output_tokens: 16_000 }), targetOf(name))
    expect(thinking === undefined || (isJsonObject(thinking) && thinking.type === 'adaptive')).toBe(true)
    return isJsonObject(thinking) && thinking.display === 'summarized'
  })
  expect(shown).toEqual(SILENT)
})

test('wire-rules 129, 160: the models that can neither be forced nor stop thinking are those of the catalog', () => {
  const never = ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-fable-5-1']
  const those = NAMES.filter((name) => {
    const { thinking_always, forced_tool_choice } = optionsOf(`anthropic:${name}`)
    return thinking_always === true && forced_tool_choice === false
  })
  expect(those).toEqual(never)
})
