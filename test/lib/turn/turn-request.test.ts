import { describe, expect, test } from 'vitest'
import type { ProviderAdapter } from '#lib/adapters/adapter.ts'
import type { AdapterCapabilities } from '#lib/canonical/capabilities.ts'
import type { AvailableModel } from '#lib/models/model-directory.ts'
import { calculator } from '#lib/tools/builtins/calculator.ts'
import { fileRefs, toolIdsFor, turnRequest, withoutOverrides } from '#lib/turn/turn-request.ts'
import { testAdapter } from '#test/support/adapter-harness.ts'
import { ALL_CAPABILITIES, assistant, message, result, text, user } from '#test/support/message-builder.ts'
import { messageOf, toolCallOf } from '#test/support/session-builder.ts'

const adapter: ProviderAdapter = testAdapter({ type: 'openai' }).adapter

function model(capabilities: Partial<AdapterCapabilities> = {}, fields: Partial<AvailableModel> = {}): AvailableModel {
  return {
    id: 'p:m',
    label: 'M',
    capabilities: { ...ALL_CAPABILITIES, ...capabilities },
    window_is_assumed: false,
    adapter,
    efforts: [],
    takes_temperature: true,
    ...fields,
  }
}

const messages = [user('Hello')]
const given = {
  request_id: 'R',
  session_id: 'S',
  messages,
  tools: [calculator.definition],
  system_prompt: 'Be brief.',
  settings: {},
  estimated_input_tokens: 100,
  tool_ids: new Map([['tu_1', { provider: 'p', provider_id: 'call_1' }]]),
  files: new Map([['attachments/x', new Uint8Array([1])]]),
  documents: new Map(),
}
const request = (to: AvailableModel, estimated_input_tokens = 100) =>
  turnRequest({ ...given, estimated_input_tokens, model: to })

describe('the request of a turn', () => {
  test('is what the turn has, for its model, and nothing else', () => {
    expect(request(model())).toStrictEqual({
      request_id: 'R',
      session_id: 'S',
      model: 'p:m',
      messages,
      tools: [calculator.definition],
      system_prompt: 'Be brief.',
      tool_ids: given.tool_ids,
      files: given.files,
      documents: given.documents,
      max_output_tokens: 16_384,
      stream: true,
    })
  })

  test('offers no tools to a model that takes none', () => {
    expect(request(model({ supports_tools: false })).tools).toEqual([])
  })

  test.each([
    ['our own bound', { max_output_tokens: 16_385, max_context_tokens: 1_000_000 }, 100, 16_384],
    [
      'that of the model, where it is smaller',
      { max_output_tokens: 16_383, max_context_tokens: 1_000_000 },
      100,
      16_383,
    ],
    ['what is left of the window', { max_output_tokens: 4_096, max_context_tokens: 4_000 }, 1_000, 3_000],
    ['the last of the window', { max_output_tokens: 4_096, max_context_tokens: 4_000 }, 3_743, 257],
    ['at least a little of it', { max_output_tokens: 4_096, max_context_tokens: 4_000 }, 3_745, 256],
    ['a little also where nothing seems left', { max_output_tokens: 4_096, max_context_tokens: 4_000 }, 9_000, 256],
  ])('leaves room for an answer: %s', (_, limits, estimated, room) => {
    expect(request(model(limits), estimated).max_output_tokens).toBe(room)
  })

  test('asks for the model’s usual effort where it thinks, and for none where it cannot or nothing is usual', () => {
    const usual = { default_reasoning_effort: 'low' as const }
    expect(request(model({}, usual)).reasoning_effort).toBe('low')
    expect(request(model({ supports_thinking: false }, usual))).not.toHaveProperty('reasoning_effort')
    expect(request(model())).not.toHaveProperty('reasoning_effort')
  })

  test('asks for what is set, whatever is usual, a temperature of nothing as well', () => {
    const settings = { reasoning_effort: 'high', temperature: 0, max_output_tokens: 900 } as const
    const usual = model({}, { default_reasoning_effort: 'low' })
    expect(turnRequest({ ...given, settings, model: usual })).toStrictEqual({
      ...request(model()),
      ...settings,
    })
  })

  test.each([
    ['low', 16_384],
    ['high', 32_768],
    ['max', 65_536],
  ] as const)('leaves more room for an answer the more thoughts come before it: %s', (reasoning_effort, room) => {
    const limits = { max_output_tokens: 100_000, max_context_tokens: 1_000_000 }
    const asked = turnRequest({ ...given, settings: { reasoning_effort }, model: model(limits) })
    expect(asked.max_output_tokens).toBe(room)
  })
})

describe('the @alias of a message', () => {
  const sent = (content: Parameters<typeof user>[0], override?: string) =>
    withoutOverrides([user(content, override === undefined ? {} : { override })])[0]?.content

  test('is not sent, nor is the space behind it', () => {
    expect(sent('@demo2  hello', '@demo2')).toEqual([text('hello')])
    expect(sent('@demo2, hello', '@demo2,')).toEqual([text('hello')])
  })

  test('leaves no empty text behind, and what stands beside it stays', () => {
    const image = { type: 'image', source: { kind: 'url', data: 'https://x/y.png' }, media_type: 'image/png' } as const
    expect(sent([text('@demo2 '), image, text('and?')], '@demo2')).toEqual([image, text('and?')])
    expect(sent([image, text('@demo2 what?')], '@demo2')).toEqual([image, text('what?')])
  })

  test('is text like any other where it chose nothing', () => {
    for (const untouched of [
      user('@demo2 hello'),
      user('hello @demo2', { override: '@demo2' }),
      user([], { override: '@x' }),
    ]) {
      expect(withoutOverrides([untouched])[0]).toBe(untouched)
    }
  })
})

describe('the ids of calls', () => {
  const answered = messageOf({ id: 'S' }, { role: 'assistant' })

  test('are those that providers gave them, in the order of the path', () => {
    const calls = [1, 2].map((n) => toolCallOf(answered, { id: `tu_${n}`, provider_id: `call_${n}` }))
    const nameless = [toolCallOf(answered, { provider_id: null }), toolCallOf(answered, { provider: null })]
    expect([...toolIdsFor([answered], [...calls, ...nameless])]).toEqual([
      ['tu_1', { provider: 'demo', provider_id: 'call_1' }],
      ['tu_2', { provider: 'demo', provider_id: 'call_2' }],
    ])
  })

  test('of messages that are not on the path are not known', () => {
    expect(toolIdsFor([], [toolCallOf(answered)]).size).toBe(0)
  })
})

test('the uploads of a conversation are those of its pictures, in tool results too, each once', () => {
  const picture = (kind: 'file_ref' | 'url' | 'base64', data: string) =>
    ({ type: 'image', source: { kind, data }, media_type: 'image/png' }) as const
  const refs = fileRefs([
    user([text('look'), picture('file_ref', 'attachments/a'), picture('url', 'https://x/y.png')]),
    assistant('nice'),
    message('tool', [result('tu_1', [picture('file_ref', 'attachments/b'), picture('base64', 'AA==')])]),
    user([picture('file_ref', 'attachments/a')]),
  ])
  expect([...refs]).toEqual(['attachments/a', 'attachments/b'])
})
