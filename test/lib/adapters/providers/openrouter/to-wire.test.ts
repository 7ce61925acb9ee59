import { describe, expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { Target } from '#lib/adapters/protocol.ts'
import { wireOf } from '#lib/adapters/registry.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { JsonObject, JsonValue } from '#lib/canonical/json.ts'
import { capabilitiesOf } from '#lib/models/catalog.ts'
import {
  assistant,
  call,
  canonicalRequest,
  testTarget,
  text,
  toolMessage,
  user,
} from '#test/support/message-builder.ts'

const MODEL = 'openrouter:maker/model'

function send(request: Partial<CanonicalRequest>, fields: Partial<Target> = {}) {
  const target = testTarget({
    provider: 'openrouter',
    format: 'openai.chat',
    model: MODEL,
    wire_name: 'maker/model',
    ...fields,
  })
  const body = wireOf({ type: 'openrouter' }).protocol.toWire(canonicalRequest(request), target)
  return { body, messages: body.messages as JsonObject[], records: target.records }
}

/** An answer of the target's own, with the reasoning details that came with it. */
function answer(details: JsonValue[] | undefined, { upstream = 'Upstream A', content = [text('Yes')] } = {}) {
  const provider_raw: JsonObject = { format: 'openai.chat', provider: upstream }
  if (details) provider_raw.reasoning_details = details
  return assistant([{ type: 'thinking', text: 'Hm' }, ...content] as ContentBlock[], {
    model: MODEL,
    provider: 'openrouter',
    status: 'complete',
    provider_raw,
  })
}

const signed = (id: string) => ({
  type: 'reasoning.text',
  text: 'Hm',
  format: 'anthropic-claude-v1',
  signature: id,
  id,
})
const encrypted = (id: string) => ({ type: 'reasoning.encrypted', data: 'eA==', format: 'google-gemini-v1', id })
const unsigned = (format: string | null) => ({ type: 'reasoning.text', text: 'Hm', ...(format ? { format } : {}) })

const detailsIn = (messages: JsonObject[]) =>
  messages.filter(({ role }) => role === 'assistant').map((message) => message.reasoning_details)

describe('reasoning in history', () => {
  test('wire-rule 94: details go back verbatim on a turn with calls', () => {
    const details = [signed('a'), encrypted('b')]
    const calling = answer(details, { content: [call('tu_1') as never] })
    const { messages, records } = send({ messages: [user('Hi'), calling, toolMessage('tu_1')] })
    expect(messages[1]).toMatchObject({ tool_calls: [{ id: 'tu_1' }], reasoning_details: details })
    expect(records).toEqual([])
  })

  test('wire-rule 94: an empty list is sent as one', () => {
    const { messages, body } = send({ messages: [user('Hi'), answer([])] })
    expect(detailsIn(messages)).toEqual([[]])
    expect(body).not.toHaveProperty('provider')
  })

  test('wire-rule 94: what an earlier answer sent under its id is not sent again', () => {
    const history = [user('Hi'), answer([encrypted('a')]), user('So?'), answer([encrypted('a'), encrypted('b')])]
    const { messages, records } = send({ messages: history })
    expect(detailsIn(messages)).toEqual([[encrypted('a')], [encrypted('b')]])
    expect(records).toMatchObject([{ message_id: history[3]?.id, block_type: 'thinking', action: 'repaired' }])
  })

  test.each([
    ['anthropic-claude-v1', []],
    [null, []],
    ['unknown', [unsigned('unknown')]],
  ])('wire-rule 95: text of format %s without a signature', (format, sent) => {
    const { messages, records } = send({ messages: [user('Hi'), answer([unsigned(format)])] })
    expect(detailsIn(messages)).toEqual(sent.length > 0 ? [sent] : [undefined])
    expect(records.map(({ action }) => action)).toEqual(sent.length > 0 ? [] : ['dropped'])
  })

  test('wire-rule 95: Google’s text never goes back, its encrypted details do', () => {
    const text = { ...signed('a'), format: 'google-gemini-v1' }
    const { messages } = send({ messages: [user('Hi'), answer([text, encrypted('b')])] })
    expect(detailsIn(messages)).toEqual([[encrypted('b')]])
  })

  // The formats that are documented; an upstream is told apart by its name, for several write the same.
  test.each([
    'unknown',
    'openai-responses-v1',
    'azure-openai-responses-v1',
    'bedrock-openai-responses-v1',
    'bedrock-xai-responses-v1',
    'xai-responses-v1',
    'meta-responses-v1',
    'anthropic-claude-v1',
    'google-gemini-v1',
  ])(
    'wire-rule 181: sealed reasoning of the format %s goes back to the upstream that sealed it, and to no other',
    (format) => {
      const sealed = (id: string) => ({ type: 'reasoning.encrypted', data: 'eA==', format, id })
      const first = answer([sealed('a')])
      const alone = send({ messages: [user('go'), first, user('on')] })
      expect(detailsIn(alone.messages)).toEqual([[sealed('a')]])
      expect(alone.body.provider).toEqual({ order: ['Upstream A'], allow_fallbacks: false })
      const second = answer([sealed('b')], { upstream: 'Upstream B' })
      const moved = send({ messages: [user('go'), first, user('on'), second, user('and?')] })
      expect(detailsIn(moved.messages)).toEqual([undefined, [sealed('b')]])
      expect(moved.body.provider).toEqual({ order: ['Upstream B'], allow_fallbacks: false })
    },
  )

  test('wire-rule 96: signed reasoning pins its upstream, and what another one signed stays behind', () => {
    const history = [
      user('Hi'),
      answer([signed('a'), unsigned('unknown')], { upstream: 'Vertex' }),
      user('So?'),
      answer([signed('b')], { upstream: 'Google AI Studio' }),
    ]
    const { body, messages } = send({ messages: history })
    expect(body.provider).toEqual({ order: ['Google AI Studio'], allow_fallbacks: false })
    expect(detailsIn(messages)).toEqual([[unsigned('unknown')], [signed('b')]])
  })

  test('wire-rule 96: an upstream that the installation prefers wins, by name or by slug', () => {
    const history = [user('Hi'), answer([signed('b')], { upstream: 'Google AI Studio' })]
    const kept = send({ messages: history }, { options: { provider: { only: ['google-ai-studio'], sort: 'price' } } })
    const only = { only: ['google-ai-studio'], sort: 'price' }
    expect(kept.body.provider).toEqual({ order: ['google-ai-studio'], allow_fallbacks: false, ...only })
    expect(detailsIn(kept.messages)).toEqual([[signed('b')]])
    const lax = send({ messages: history }, { options: { provider: { allow_fallbacks: true } } })
    expect(lax.body.provider).toEqual({ order: ['Google AI Studio'], allow_fallbacks: true })
    const other = send({ messages: history }, { options: { provider: { order: ['vertex'] } } })
    expect(other.body.provider).toEqual({ order: ['vertex'] })
    expect(detailsIn(other.messages)).toEqual([undefined])
    expect(other.records).toMatchObject([{ block_type: 'thinking', action: 'dropped' }])
  })

  test('wire-rule 97: reasoning text without details does not go back', () => {
    const { body, messages, records } = send({ messages: [user('Hi'), answer(undefined)] })
    expect(messages[1]).toEqual({ role: 'assistant', content: 'Yes' })
    expect(JSON.stringify(body)).not.toContain('Hm')
    expect(records).toMatchObject([{ block_type: 'thinking', action: 'dropped' }])
  })

  test('what is stored is not changed', () => {
    const history = [user('Hi'), answer([encrypted('a')]), answer([encrypted('a'), unsigned(null)])]
    const before = structuredClone(history)
    send({ messages: history })
    expect(history).toEqual(before)
  })

  test('another model gets none of it', () => {
    const { messages, body } = send({ messages: [user('Hi'), answer([signed('a')])] }, { model: 'openrouter:maker/b' })
    expect(detailsIn(messages)).toEqual([undefined])
    expect(body).not.toHaveProperty('provider')
  })
})

describe('the request', () => {
  test('wire-rule 227: asks that nothing is cut out of it, in the words that are known today', () => {
    const { body } = send({})
    expect(body).toMatchObject({
      model: 'maker/model',
      max_tokens: 1024,
      plugins: [{ id: 'context-compression', enabled: false }],
    })
    expect(body).not.toHaveProperty('transforms')
    expect(body).not.toHaveProperty('usage')
  })

  test('wire-rule 100: an effort goes out as reasoning, never as both', () => {
    const { body } = send({ reasoning_effort: 'low' })
    expect(body.reasoning).toEqual({ effort: 'low' })
    expect(body).not.toHaveProperty('reasoning_effort')
    const set = send({ reasoning_effort: 'low' }, { options: { reasoning: { max_tokens: 2_000 } } }).body
    expect(set.reasoning).toEqual({ max_tokens: 2_000 })
    expect(send({}).body).not.toHaveProperty('reasoning')
  })
})

describe('what shall be cached', () => {
  const CLAUDE = { wire_name: 'anthropic/claude-sonnet-4.5' }
  const mark = { type: 'ephemeral' }
  const part = (words: string, cache_control?: JsonObject) => [
    { type: 'text', text: words, ...(cache_control && { cache_control }) },
  ]
  const history = [user('a'), assistant([call('tu_1')]), toolMessage('tu_1', 'r'), assistant('b'), user('c')]
  const contentsOf = (messages: JsonObject[]) =>
    messages.filter(({ role }) => role !== 'assistant').map(({ content }) => content)

  test('wire-rule 226: is marked for Claude, after the system prompt and the last two things that were said to it', () => {
    const { messages } = send({ system_prompt: 'Be brief.', messages: history }, CLAUDE)
    expect(contentsOf(messages)).toEqual([part('Be brief.', mark), part('a'), part('r', mark), part('c', mark)])
  })

  test('wire-rules 218 and 226: is kept longer where the installation says so, the beginning at least as long', () => {
    const long = { type: 'ephemeral', ttl: '1h' }
    const sentWith = (options: object) =>
      contentsOf(send({ system_prompt: 'S', messages: [user('a')] }, { ...CLAUDE, options: { ...options } }).messages)
    expect(sentWith({ cache_ttl: '1h' })).toEqual([part('S', long), part('a', mark)])
    expect(sentWith({ conversation_cache_ttl: '1h' })).toEqual([part('S', long), part('a', long)])
    expect(sentWith({ cache_ttl: 'for ever' })).toEqual([part('S', mark), part('a', mark)])
  })

  test('wire-rule 226: stands as it is for other makers, which cache by themselves, and where it is turned off', () => {
    for (const fields of [{}, { ...CLAUDE, options: { prompt_caching: false } }]) {
      expect(contentsOf(send({ messages: history }, fields).messages)).toEqual(['a', 'r', 'c'])
    }
  })

  test('wire-rule 43: is not marked on blank text', () => {
    const { messages } = send({ messages: [user('a'), assistant([call('tu_1')]), toolMessage('tu_1', '')] }, CLAUDE)
    expect(JSON.stringify(messages.at(-1))).not.toContain('cache_control')
  })

  test('wire-rule 226: is found at the upstream of before, by a key that is no id of ours', () => {
    const [one, again, other] = [send({}), send({ messages: history }), send({ session_id: 'another' })]
    expect(one.body.session_id).toMatch(/^[0-9a-f]{32}$/)
    expect(again.body.session_id).toBe(one.body.session_id)
    expect(other.body.session_id).not.toBe(one.body.session_id)
    expect(send({ session_id: '' }).body).not.toHaveProperty('session_id')
  })
})

describe('the tools that OpenRouter runs', () => {
  const hosted_tools: CanonicalRequest['hosted_tools'] = [
    { tool: 'web_fetch', blocked_domains: ['b.test'] },
    { tool: 'web_search', max_uses: 2, blocked_domains: ['b.test'], user_location: { country: 'AT' } },
    { tool: 'code_execution' },
  ]
  const capabilities = capabilitiesOf('openrouter:maker/model')

  test('wire-rule 201: stand among ours by names of their own', () => {
    const ours = { name: 'add', description: 'Adds', input_schema: { type: 'object' }, side_effects: 'none' as const }
    const { body, records } = send(
      { tools: [ours], hosted_tools },
      { capabilities: { ...capabilities, hosted_tools: ['web_search', 'web_fetch'] } },
    )
    expect(body.tools).toEqual([
      { type: 'function', function: { name: 'add', description: 'Adds', parameters: { type: 'object' } } },
      {
        type: 'openrouter:web_search',
        parameters: {
          max_uses: 2,
          excluded_domains: ['b.test'],
          user_location: { type: 'approximate', country: 'AT' },
        },
      },
      { type: 'openrouter:web_fetch', parameters: { blocked_domains: ['b.test'] } },
    ])
    expect(records.map(({ reason }) => reason)).toEqual(['code_execution: its provider does not run it for this model'])
  })
})
