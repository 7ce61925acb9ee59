import { describe, expect, test } from 'vitest'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { Session } from '#lib/canonical/session.ts'
import { capabilitiesOf } from '#lib/models/catalog.ts'
import { ModelDirectory } from '#lib/models/model-directory.ts'
import { type RouteRequest, routeTurn } from '#lib/turn/route.ts'
import { testAdapter } from '#test/support/adapter-harness.ts'
import { assistant, text, user } from '#test/support/message-builder.ts'
import { SHIPPED_BOOK } from '#test/support/prices.ts'
import { session } from '#test/support/session-builder.ts'

const { adapter } = testAdapter({ type: 'openai' })
const models = new ModelDirectory({
  providers: [
    { name: 'anthropic', adapterOf: () => null },
    { name: 'demo', adapterOf: () => adapter },
  ],
  prices: SHIPPED_BOOK,
  preferred: null,
})

const route = (content: string | ContentBlock[], fields: Partial<RouteRequest> = {}, own: Partial<Session> = {}) =>
  routeTurn(models, {
    session: session(own),
    history: [],
    content: typeof content === 'string' ? [text(content)] : content,
    model: undefined,
    tools: [],
    ...fields,
  })

describe('the route of a turn', () => {
  test('is the default’s where nobody asks for another, with what was weighed', () => {
    const found = route('Hello')
    expect(found).toMatchObject({ ok: true, override: null, model: { id: 'demo:anthropic' } })
    const { payload, decision } = found
    expect(payload).toEqual({
      chosen_model: 'demo:anthropic',
      mode: 'default',
      reason: 'the default model',
      estimated_input_tokens: adapter.estimateInputTokens([user('Hello')], [], null, { model: 'demo:anthropic' }),
      chain: decision.chain,
    })
    expect(payload.estimated_input_tokens).toBeGreaterThan(0)
  })

  test('is the session’s, then the alias’s, then that of the request', () => {
    const own = { active_model: 'demo:openai' }
    expect(route('Hello', {}, own)).toMatchObject({ model: { id: 'demo:openai' }, override: null })
    expect(route('@demo Hello', {}, own)).toMatchObject({
      model: { id: 'demo:anthropic' },
      override: '@demo',
      payload: { mode: 'override', reason: 'asked for in this message as @demo' },
    })
    // The alias stays an alias: it is left out of what is sent, though another model was asked for.
    expect(route('@demo Hello', { model: 'demo2' }, own)).toMatchObject({
      model: { id: 'demo:openai' },
      override: '@demo',
      payload: { mode: 'override', reason: 'asked for with this message' },
    })
  })

  test('is weighed with the history and the system prompt, and without the alias', () => {
    const weight = (...given: Parameters<typeof route>) => route(...given).payload.estimated_input_tokens
    const alone = weight('Hello')
    expect(weight('@demo Hello')).toBe(alone)
    expect(weight('Hello', { history: [user('A long question before'), assistant('and its answer')] })).toBeGreaterThan(
      alone,
    )
    expect(weight('Hello', {}, { system_prompt: 'Be brief, and say what you do not know.' })).toBeGreaterThan(alone)
    const history = [user('@demo2 earlier', { override: '@demo2' })]
    expect(weight('Hello', { history })).toBe(weight('Hello', { history: [user('earlier')] }))
  })

  test('of a model without a key is none, and says what was tried', () => {
    const found = route('Hello', { model: 'anthropic:claude-haiku-4-5' })
    const reason = 'anthropic:claude-haiku-4-5, asked for with this message, but its provider has no key and no address'
    expect(found).toMatchObject({ ok: false, override: null, decision: { ok: false, reason } })
    expect(found.payload).toEqual({
      chosen_model: null,
      mode: null,
      reason,
      // By one that has a key: rules may ask how long it is.
      estimated_input_tokens: route('Hello').payload.estimated_input_tokens,
      chain: found.decision.chain,
    })
  })

  test('needs eyes for a picture of the history', () => {
    const image = { type: 'image', source: { kind: 'url', data: 'https://x/y.png' }, media_type: 'image/png' } as const
    const found = route('and this?', { history: [user([image])], model: 'anthropic:claude-haiku-4-5' })
    expect(found.ok).toBe(false)
    expect(route([image]).ok).toBe(true)
  })

  test.each([
    ['@dmeo hello', undefined, '@dmeo', ['demo']],
    ['@demo:opnai hello', undefined, '@demo:opnai', ['demo:openai']],
    ['@anthropic:nothing-like-it hello', undefined, '@anthropic:nothing-like-it', []],
    ['hello', 'demo:opnai', 'demo:opnai', ['demo:openai']],
  ])('to a model that nobody has is refused with what may have been meant: %j, %j', (words, asked, named, near) => {
    const refused = () => route(words, { model: asked })
    expect(refused).toThrow(
      expect.objectContaining({ name: 'UnknownModelError', model: named, near: expect.arrayContaining(near) }),
    )
  })
})

describe('what a turn cannot do without', () => {
  /** As the server of a model says of it. */
  const without = (missing: 'supports_tools' | 'supports_structured_output') =>
    new ModelDirectory({
      providers: [
        {
          name: 'demo',
          adapterOf: () =>
            testAdapter({ type: 'openai', capabilities: (id) => ({ ...capabilitiesOf(id), [missing]: false }) })
              .adapter,
        },
      ],
      prices: SHIPPED_BOOK,
      preferred: null,
    })

  test.each([
    ['no_tool_support', 'supports_tools', { tool_choice: 'required' }],
    ['no_structured_output_support', 'supports_structured_output', { output_schema: { type: 'object' } }],
  ] as const)('rejects a model for %s, and only then', (rejection, missing, demands) => {
    const asked = { session: session(), history: [], content: [text('Hello')], model: undefined, tools: [] }
    const refused = routeTurn(without(missing), { ...asked, demands })
    expect(refused.ok).toBe(false)
    expect(refused.payload.chain.at(-1)).toMatchObject({ verdict: 'rejected', rejection })
    expect(routeTurn(without(missing), asked).ok).toBe(true)
  })
})
