import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AdapterCapabilities } from '#lib/canonical/capabilities.ts'
import { RoutingDecisionRecord } from '#lib/canonical/message.ts'
import { ChainLink, RoutingPolicy } from '#lib/events/catalog.ts'
import { capabilitiesOf } from '#lib/models/catalog.ts'
import { decideRoute, MODE_OF, type RouteDecision, type RouteInput } from '#lib/routing/chain.ts'
import type { TurnNeeds } from '#lib/routing/need.ts'
import { type Candidate, rejectionsOf } from '#lib/routing/validate.ts'

const NOTHING: TurnNeeds = {
  images: false,
  tools: false,
  system_prompt: false,
  structured_output: false,
  estimated_input_tokens: 10,
}

function candidate(
  id: string,
  capabilities: Partial<AdapterCapabilities> = {},
  more: Partial<Candidate> = {},
): Candidate {
  return {
    id,
    configured: true,
    unavailable: null,
    capabilities: { ...capabilitiesOf('demo:openai'), ...capabilities },
    ...more,
  }
}

const CANDIDATES: Candidate[] = [
  candidate('a:one'),
  candidate('a:two'),
  candidate('a:blind', { supports_images: false }),
  candidate('a:small', { max_context_tokens: 100 }),
  candidate('a:keyless', {}, { configured: false }),
  candidate('a:down', {}, { unavailable: { reason: 'it asked to wait', is_asked: true } }),
  candidate('a:silent', {}, { unavailable: { reason: 'five calls in a row failed', is_asked: false } }),
  candidate('a:bare', { supports_tools: false, supports_system_prompt: false, supports_structured_output: false }),
]

function decide(input: Partial<RouteInput>): RouteDecision {
  return decideRoute({
    override: null,
    active_model: null,
    default_model: null,
    needs: NOTHING,
    candidate: (id) => CANDIDATES.find((each) => each.id === id),
    ...input,
  })
}

const verdicts = ({ chain }: RouteDecision) => Object.fromEntries(chain.map((link) => [link.policy, link.verdict]))

describe('the chain', () => {
  test('always has every policy in its fixed order, each with a reason', () => {
    for (const decision of [decide({}), decide({ default_model: 'a:one' }), decide({ active_model: 'a:keyless' })]) {
      expect(decision.chain.map((link) => link.policy)).toEqual(RoutingPolicy.options)
      for (const link of decision.chain) expect(ChainLink.parse(link).reason).not.toBe('')
    }
  })

  test('prefers what the message asks for, then what the session has, then the default', () => {
    const override = { model: 'a:one', alias: 'one' }
    const all = decide({ override, active_model: 'a:two', default_model: 'a:blind' })
    expect(all).toMatchObject({ ok: true, model: 'a:one' })
    expect(verdicts(all)).toMatchObject({
      per_message_override: 'chose',
      manual_sticky: 'deferred',
      rule: 'not_applicable',
      pattern: 'not_applicable',
      delegate_request: 'not_applicable',
      workspace_default: 'not_applicable',
      global_default: 'deferred',
    })
    expect(decide({ active_model: 'a:two', default_model: 'a:one' })).toMatchObject({ ok: true, model: 'a:two' })
    expect(decide({ default_model: 'a:one' })).toMatchObject({ ok: true, model: 'a:one' })
  })

  test('maps each policy to the mode that a message keeps', () => {
    expect(Object.keys(MODE_OF)).toEqual(RoutingPolicy.options)
    expect(MODE_OF.workspace_default).toBe('default')
  })
})

describe('the record on the message', () => {
  test.each<[Partial<RouteInput>, RoutingDecisionRecord]>([
    [
      { override: { model: 'a:one', alias: 'first' }, active_model: 'a:two', default_model: 'a:two' },
      {
        mode: 'override',
        chosen_model: 'a:one',
        reason: 'asked for in this message as @first',
        alternatives_considered: ['a:two'],
      },
    ],
    [
      { override: { model: 'a:one', alias: null } },
      { mode: 'override', chosen_model: 'a:one', reason: 'asked for with this message', alternatives_considered: [] },
    ],
    [
      { active_model: 'a:one', default_model: 'a:one' },
      { mode: 'manual', chosen_model: 'a:one', reason: 'set for this session', alternatives_considered: [] },
    ],
    [
      { default_model: 'a:one' },
      { mode: 'default', chosen_model: 'a:one', reason: 'the default model', alternatives_considered: [] },
    ],
  ])('of %j says why', (input, record) => {
    const decision = decide(input)
    expect(decision.ok && decision.record).toEqual(record)
    expect(RoutingDecisionRecord.parse(record)).toEqual(record)
  })
})

describe('a model that the user asked for', () => {
  test('in the message and that cannot answer is not replaced by the one of the session', () => {
    const decision = decide({
      override: { model: 'a:keyless', alias: 'k' },
      active_model: 'a:one',
      default_model: 'a:two',
    })
    expect(decision).toMatchObject({
      ok: false,
      reason: 'a:keyless, asked for in this message as @k, but its provider has no key and no address',
    })
    expect(verdicts(decision)).toMatchObject({
      per_message_override: 'rejected',
      manual_sticky: 'deferred',
      global_default: 'deferred',
    })
    expect(decision.chain[1]).toMatchObject({
      model: 'a:one',
      reason: 'set for this session; not tried: no other model stands in for one that was asked for',
    })
  })

  test('for the session and that cannot answer is not replaced by the default', () => {
    const decision = decide({ active_model: 'a:blind', default_model: 'a:one', needs: { ...NOTHING, images: true } })
    expect(decision).toMatchObject({
      ok: false,
      reason: 'a:blind, set for this session, but the conversation holds pictures and it takes none',
    })
    expect(decision.chain[1]).toMatchObject({ verdict: 'rejected', rejection: 'no_vision_support' })
  })

  test('and that this installation no longer knows is refused', () => {
    const decision = decide({ active_model: 'a:gone', default_model: 'a:one' })
    expect(decision).toMatchObject({ ok: false, reason: 'a:gone, set for this session, but it is not known here' })
    expect(decision.chain[1]).toMatchObject({ verdict: 'rejected', rejection: 'not_configured' })
  })
})

describe('a model that did not answer lately', () => {
  const silent = 'five calls in a row failed'

  test('gives way to another where nobody asked for it', () => {
    const rule = { model: 'a:silent', reason: 'rule code', name: 'code' }
    const decision = decide({ rule, default_model: 'a:one' })
    expect(decision).toMatchObject({ ok: true, model: 'a:one', record: { mode: 'default' } })
    expect(decision.chain[2]).toMatchObject({
      verdict: 'rejected',
      rejection: 'provider_unavailable',
      reason: `rule code, but ${silent}`,
    })
  })

  test('is tried where a person asked for it', () => {
    for (const asked of [{ override: { model: 'a:silent', alias: null } }, { active_model: 'a:silent' }]) {
      expect(decide({ ...asked, default_model: 'a:one' })).toMatchObject({ ok: true, model: 'a:silent' })
    }
    expect(decide({ active_model: 'a:silent' }).chain[1]).toMatchObject({
      verdict: 'chose',
      reason: `set for this session, and tried though ${silent}`,
    })
  })

  test('is tried where no other is left, the first of several', () => {
    const rule = { model: 'a:silent', reason: 'rule code', name: 'code' }
    const decision = decide({ rule, default_model: 'a:silent' })
    expect(decision).toMatchObject({ ok: true, model: 'a:silent', record: { mode: 'rule', rule_name: 'code' } })
    expect(decision.chain[2]).toMatchObject({
      verdict: 'chose',
      reason: `rule code, and tried though ${silent}: no other model is left`,
    })
    expect(decision.chain[6]).toMatchObject({ verdict: 'rejected', rejection: 'provider_unavailable' })
  })

  test('is not tried where something else speaks against it, or where it asked to wait', () => {
    expect(
      decide({ default_model: 'a:silent', needs: { ...NOTHING, estimated_input_tokens: 10_000_000 } }),
    ).toMatchObject({
      ok: false,
    })
    expect(decide({ active_model: 'a:down' })).toMatchObject({
      ok: false,
      reason: 'a:down, set for this session, but it asked to wait',
    })
    expect(decide({ default_model: 'a:down' }).chain[6]).toMatchObject({ rejection: 'provider_unavailable' })
  })
})

describe('a model that failed in this very turn', () => {
  const failed = (...models: string[]) => models.map((model) => ({ model, error_class: 'rate_limit' as const }))

  test('gives way to the next of the chain, also where a person asked for it, and the record says so', () => {
    const decision = decide({ active_model: 'a:one', default_model: 'a:two', failed: failed('a:one') })
    expect(decision).toMatchObject({ ok: true, model: 'a:two', record: { instead_of: failed('a:one') } })
    expect(decision.chain.find(({ policy }) => policy === 'manual_sticky')).toMatchObject({
      verdict: 'rejected',
      rejection: 'provider_unavailable',
      reason: expect.stringContaining('rate_limit'),
    })
  })

  test('is not asked again by another name of the chain', () => {
    expect(decide({ active_model: 'a:one', default_model: 'a:one', failed: failed('a:one') }).ok).toBe(false)
  })

  test('leaves what else was asked for as it was: used or refused', () => {
    const override = { model: 'a:one', alias: null }
    const decision = decide({ override, active_model: 'a:keyless', default_model: 'a:two', failed: failed('a:one') })
    expect(decision.ok).toBe(false)
  })
})

describe('a rule', () => {
  test('that has a name is on the record of the answer, as certain as it is', () => {
    const decision = decide({ rule: { model: 'a:two', reason: 'rule code', name: 'code' }, default_model: 'a:one' })
    expect(decision).toMatchObject({ ok: true, record: { mode: 'rule', rule_name: 'code', confidence: 1 } })
    expect(decide({ rule: { model: 'a:two', reason: 'a budget is spent' } })).toMatchObject({
      ok: true,
      record: { mode: 'rule', chosen_model: 'a:two', reason: 'a budget is spent', alternatives_considered: [] },
    })
  })

  test('whose model cannot take the turn gives way to the folder’s, and that to the default', () => {
    const rule = { model: 'a:down', reason: 'rule code', name: 'code' }
    const workspace_default = { model: 'a:two', reason: 'the model of the folder Work' }
    const decision = decide({ rule, workspace_default, default_model: 'a:one' })
    expect(decision).toMatchObject({ ok: true, model: 'a:two', record: { mode: 'default' } })
    expect(decision).not.toHaveProperty('record.rule_name')
    expect(verdicts(decision)).toMatchObject({
      rule: 'rejected',
      workspace_default: 'chose',
      global_default: 'deferred',
    })
  })
})

describe('every link of the chain', () => {
  const THEORY = [
    { policy: 'rule', verdict: 'not_applicable', reason: 'no rule holds' },
    { policy: 'pattern', verdict: 'not_applicable', reason: 'there are no learned patterns' },
    { policy: 'delegate_request', verdict: 'not_applicable', reason: 'nothing was delegated' },
    { policy: 'workspace_default', verdict: 'not_applicable', reason: 'its folder has no model of its own' },
  ]

  test('says why nothing came of it', () => {
    expect(decide({}).chain).toEqual([
      { policy: 'per_message_override', verdict: 'not_applicable', reason: 'the message asks for no model' },
      { policy: 'manual_sticky', verdict: 'not_applicable', reason: 'no model is set for this session' },
      ...THEORY,
      { policy: 'global_default', verdict: 'not_applicable', reason: 'there is no default model' },
    ])
  })

  test('says who was chosen, who was not tried, and why', () => {
    const decision = decide({
      override: { model: 'a:one', alias: null },
      active_model: 'a:two',
      default_model: 'a:one',
    })
    expect(decision).toEqual({
      ok: true,
      model: 'a:one',
      record: {
        mode: 'override',
        chosen_model: 'a:one',
        reason: 'asked for with this message',
        alternatives_considered: ['a:two'],
      },
      chain: [
        { policy: 'per_message_override', verdict: 'chose', model: 'a:one', reason: 'asked for with this message' },
        {
          policy: 'manual_sticky',
          verdict: 'deferred',
          model: 'a:two',
          reason: 'set for this session; not tried: an earlier policy chose',
        },
        ...THEORY,
        {
          policy: 'global_default',
          verdict: 'deferred',
          model: 'a:one',
          reason: 'the default model; not tried: an earlier policy chose',
        },
      ],
    })
  })

  test('says what a model lacks', () => {
    const decision = decide({ default_model: 'a:blind', needs: { ...NOTHING, images: true } })
    expect(decision).toEqual({
      ok: false,
      reason: 'a:blind, the default model, but the conversation holds pictures and it takes none',
      chain: [
        ...decide({}).chain.slice(0, -1),
        {
          policy: 'global_default',
          verdict: 'rejected',
          model: 'a:blind',
          rejection: 'no_vision_support',
          reason: 'the default model, but the conversation holds pictures and it takes none',
        },
      ],
    })
  })
})

describe('no model at all', () => {
  test('for want of a default says why there is none, where that is known', () => {
    const decision = decide({ no_default_because: 'ollama cannot be reached' })
    expect(decision).toMatchObject({
      ok: false,
      reason: 'no model is asked for, set or configured as default: ollama cannot be reached',
    })
    expect(decision.chain.at(-1)?.reason).toBe('there is no default model: ollama cannot be reached')
    expect(decide({ no_default_because: '' })).toEqual(decide({}))
    const set = decide({ default_model: 'a:one', no_default_because: 'ollama cannot be reached' })
    expect(set).toEqual(decide({ default_model: 'a:one' }))
  })

  test('is a refusal that says so', () => {
    expect(decide({})).toMatchObject({ ok: false, reason: 'no model is asked for, set or configured as default' })
  })

  test('can be the default one being rejected', () => {
    expect(decide({ default_model: 'a:keyless' })).toMatchObject({
      ok: false,
      reason: 'a:keyless, the default model, but its provider has no key and no address',
    })
  })
})

describe('a candidate is rejected', () => {
  test.each<[string, Partial<TurnNeeds>, string]>([
    ['a:keyless', {}, 'not_configured'],
    ['a:down', {}, 'provider_unavailable'],
    ['a:blind', { images: true }, 'no_vision_support'],
    ['a:small', { estimated_input_tokens: 101 }, 'exceeds_context_window'],
    ['a:bare', { tools: true }, 'no_tool_support'],
    ['a:bare', { system_prompt: true }, 'no_system_prompt_support'],
    ['a:bare', { structured_output: true }, 'no_structured_output_support'],
  ])('%s for a turn that needs %j: %s', (model, needs, rejection) => {
    const { chain } = decide({ default_model: model, needs: { ...NOTHING, ...needs } })
    expect(chain.at(-1)).toMatchObject({ verdict: 'rejected', model, rejection })
  })

  test('a window that is only assumed rejects nobody: the server says what does not fit', () => {
    const needs = { ...NOTHING, estimated_input_tokens: 10_000_000 }
    expect(rejectionsOf(candidate('a:guess'), needs).map(({ rejection }) => rejection)).toEqual([
      'exceeds_context_window',
    ])
    expect(rejectionsOf({ ...candidate('a:guess'), window_is_assumed: true }, needs)).toEqual([])
  })

  test.each<[string, Partial<TurnNeeds>]>([
    ['a:blind', {}],
    ['a:bare', { images: true }],
    ['a:small', { estimated_input_tokens: 100 }],
  ])('only for what the turn needs: %s is fine with %j', (model, needs) => {
    expect(decide({ default_model: model, needs: { ...NOTHING, ...needs } }).ok).toBe(true)
  })

  test('with everything that speaks against it, the gravest as the class', () => {
    const needs = { ...NOTHING, tools: true, structured_output: true }
    expect(decide({ default_model: 'a:bare', needs }).chain.at(-1)).toMatchObject({
      rejection: 'no_tool_support',
      reason:
        'the default model, but the turn needs a tool and it has none; the answer must follow a schema and it cannot promise that',
    })
  })
})

describe('whatever is asked, set, ruled or down', () => {
  const model = fc.constantFrom('a:gone', ...CANDIDATES.map(({ id }) => id))
  const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary)
  const input = fc.record({
    override: some(fc.record({ model, alias: some(fc.constant('first')) })),
    active_model: some(model),
    rule: some(fc.record({ model, reason: fc.constant('rule code'), name: fc.constant('code') })),
    workspace_default: some(fc.record({ model, reason: fc.constant('the model of the folder Work') })),
    default_model: some(model),
    failed: fc.array(fc.record({ model, error_class: fc.constant('rate_limit' as const) }), { maxLength: 2 }),
    needs: fc.record({
      images: fc.boolean(),
      tools: fc.boolean(),
      system_prompt: fc.boolean(),
      structured_output: fc.boolean(),
      estimated_input_tokens: fc.constantFrom(10, 1_000, 10_000_000),
    }),
  })

  test('the same is decided each time, by a chain in its order with at most one choice, which can take the turn', () => {
    fc.assert(
      fc.property(input, (asked) => {
        const decision = decide(asked)
        expect(decide(structuredClone(asked))).toEqual(decision)
        expect(decision.chain.map(({ policy }) => policy)).toEqual(RoutingPolicy.options)
        const chosen = decision.chain.filter(({ verdict }) => verdict === 'chose')
        expect(chosen.map((link) => link.model)).toEqual(decision.ok ? [decision.model] : [])
        for (const link of decision.chain) {
          expect(link.verdict === 'rejected').toBe(link.rejection !== undefined)
          expect(link.verdict === 'not_applicable').toBe(link.model === undefined)
        }
        if (!decision.ok) return
        const found = CANDIDATES.find(({ id }) => id === decision.model)
        if (!found) throw new Error('a model was chosen that is not there')
        const against = rejectionsOf(found, asked.needs).map(({ rejection }) => rejection)
        expect(against).toEqual(found.unavailable ? ['provider_unavailable'] : [])
        expect(found.unavailable?.is_asked ?? false).toBe(false)
        expect(asked.failed.map((each) => each.model)).not.toContain(decision.model)
      }),
    )
  })

  test('a model that was asked for is used, or refused, or failed in this very turn', () => {
    fc.assert(
      fc.property(input, (asked) => {
        const decision = decide(asked)
        const wished = [asked.override?.model, asked.active_model].find((each) => each != null)
        const failed = asked.failed.some((each) => each.model === wished)
        if (wished && decision.ok && !failed) expect(decision.model).toBe(wished)
      }),
    )
  })
})
