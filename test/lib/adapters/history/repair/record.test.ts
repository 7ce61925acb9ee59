import { describe, expect, test } from 'vitest'
import { cleanHistory } from '#lib/adapters/history/repair.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { Message } from '#lib/canonical/message.ts'
import {
  ALL_CAPABILITIES,
  assistant,
  call,
  canonicalRequest,
  message,
  result,
  testTarget,
  text,
  toolMessage,
  user,
} from '#test/support/message-builder.ts'
import { recorded } from '#test/support/recorded-history.ts'

// A record is what a person reads to learn why something did not go out as stored, so its words are the behaviour.

const PNG = 'iVBORw0KGgoAAAANSUhEUg=='
const image = (source: { kind: 'base64' | 'url' | 'file_ref'; data: string }, media_type = 'image/png') =>
  ({ type: 'image', source, media_type }) satisfies ContentBlock
const novel = (type: string) => ({ type, text: 'from a later version' }) as unknown as ContentBlock
const thinking = (signature: string | null) =>
  ({ type: 'thinking', text: 'hm', ...(signature !== null && { signature }) }) as ContentBlock

describe('an answer that is still being written', () => {
  test('is left out, each block by name', () => {
    const partial = assistant([thinking(null), text('So'), call('tu_1')], { status: 'partial' })
    const { records, contents } = recorded([user('hi'), partial, user('again')])
    expect(contents).toEqual([
      ['user', [text('hi')]],
      ['user', [text('again')]],
    ])
    const reason = 'the answer is not finished'
    expect(records).toEqual([
      [1, 'thinking', 'dropped', reason],
      [1, 'text', 'dropped', reason],
      [1, 'tool_use', 'dropped', reason],
    ])
  })

  test('leaves nothing out where it holds nothing', () => {
    expect(recorded([user('hi'), assistant([], { status: 'partial' }), user('again')]).records).toEqual([])
  })
})

describe('a block in the wrong place', () => {
  test('is taken out of each role that cannot hold it, and of a result', () => {
    const { records, contents } = recorded([
      message('system', [text('Be brief.'), image({ kind: 'base64', data: PNG })]),
      user([text('hi'), call('tu_1')]),
      assistant([text('yes'), result('tu_1'), novel('hologram'), call('tu_2')]),
      message('tool', [text('loose'), result('tu_2', [text('ok'), novel('smell'), thinking('s')])]),
    ])
    expect(records).toEqual([
      [0, 'image', 'dropped', 'a system message cannot hold it'],
      [1, 'tool_use', 'dropped', 'a user message cannot hold it'],
      [2, 'tool_result', 'dropped', 'a assistant message cannot hold it'],
      [2, 'hologram', 'dropped', 'a block type that this version does not know'],
      [3, 'text', 'dropped', 'a tool message cannot hold it'],
      [3, 'smell', 'dropped', 'a block type that this version does not know'],
      [3, 'thinking', 'dropped', 'a tool result cannot hold it'],
    ])
    expect(contents).toEqual([
      ['user', [text('hi')]],
      ['assistant', [text('yes'), call('tu_2')]],
      ['tool', [result('tu_2', [text('ok')])]],
    ])
  })
})

describe('thinking that is not sent back', () => {
  test('names its maker, or that nobody knows it', () => {
    const { records } = recorded([
      assistant([thinking('s'), text('a')], { provider: 'maker', model: 'maker:model' }),
      assistant([thinking('s'), text('b')]),
      assistant([{ type: 'redacted_thinking', data: 'x' }, text('c')], { provider: 'maker', model: 'maker:model' }),
    ])
    expect(records).toEqual([
      [0, 'thinking', 'dropped', 'made by maker:model, and valid for its maker only'],
      [1, 'thinking', 'dropped', 'made by an unknown model, and valid for its maker only'],
      [2, 'redacted_thinking', 'dropped', 'made by maker:model, and valid for its maker only'],
    ])
  })

  test('goes back to its maker unsigned where its answer is whole, and is dropped where that was cut off', () => {
    const own = { provider: 'anthropic', model: 'anthropic:test-model' }
    const whole = assistant([thinking(null), text('a')], own)
    const cut = assistant([thinking(null), { type: 'redacted_thinking', data: 'x' }, text('b')], {
      ...own,
      status: 'cancelled',
    })
    const { records, contents } = recorded([user('hi'), whole, user('more'), cut, user('and?')])
    expect(records).toEqual([[3, 'thinking', 'dropped', 'the answer was interrupted before the thinking was signed']])
    expect(contents[1]).toEqual(['assistant', [thinking(null), text('a')]])
    expect(contents[3]).toEqual(['assistant', [{ type: 'redacted_thinking', data: 'x' }, text('b')]])
  })
})

describe('a result', () => {
  test('that answers no open call is dropped, and the words beside it stay', () => {
    const { records, contents } = recorded([user([text('look'), result('tu_1')]), assistant('hm')])
    expect(records).toEqual([[0, 'tool_result', 'dropped', 'it answers no open call']])
    expect(contents).toEqual([
      ['user', [text('look')]],
      ['assistant', [text('hm')]],
    ])
  })

  test('that comes late is moved next to its call, and one that comes at once is not', () => {
    const { records, contents } = recorded([
      assistant([call('tu_1'), call('tu_2')]),
      toolMessage('tu_1'),
      user('while you wait'),
      toolMessage('tu_2'),
      user('go on'),
    ])
    expect(records).toEqual([[3, 'tool_result', 'repaired', 'it is moved next to its call']])
    expect(contents.map(([role]) => role)).toEqual(['assistant', 'tool', 'tool', 'user', 'user'])
  })

  test('in a message of a person becomes a message of its own', () => {
    const stored = user([result('tu_1'), text('and this')])
    const target = testTarget()
    const messages = [user('hi'), assistant([call('tu_1')]), stored]
    expect(cleanHistory(canonicalRequest({ messages }), target).messages.slice(2)).toEqual([
      { ...stored, role: 'tool', content: [result('tu_1')], metadata: { parent_tool_use_id: 'tu_1' } },
      { ...stored, content: [text('and this')] },
    ])
  })

  test('of an id that is used a third time goes to the third call', () => {
    const again = [assistant([call('tu_1')]), toolMessage('tu_1')]
    const { contents, records } = recorded([...again, ...structuredClone(again), ...structuredClone(again)])
    expect(contents.map(([, content]) => content)).toEqual([
      [call('tu_1')],
      [result('tu_1')],
      [call('tu_1_2')],
      [result('tu_1_2')],
      [call('tu_1_3')],
      [result('tu_1_3')],
    ])
    expect(records).toEqual([])
  })
})

test('a history without any message has nothing to close', () => {
  expect(recorded([])).toEqual({ records: [], contents: [] })
})

describe('half a character', () => {
  const REASON = 'half a character in it is replaced: providers refuse it'
  const HALF = '\ud83d'

  test('is replaced in text, thinking, calls and results, and each is named', () => {
    const own = { provider: 'anthropic', model: 'anthropic:test-model' }
    const raw = { ...call('tu_2', 'b'), raw_input: `{"a": "${HALF}` }
    const { records, contents } = recorded([
      user(`a${HALF}`),
      assistant([{ type: 'thinking', text: HALF, signature: 's' }, call('tu_1', 'a', { [HALF]: [HALF, 1] }), raw], own),
      toolMessage('tu_1', HALF),
      toolMessage('tu_2'),
      user('whole'),
    ])
    expect(records).toEqual([
      [0, 'text', 'repaired', REASON],
      [1, 'thinking', 'repaired', REASON],
      [1, 'tool_use', 'repaired', REASON],
      [1, 'tool_use', 'repaired', REASON],
      [2, 'tool_result', 'repaired', REASON],
    ])
    expect(contents[1]?.[1]).toEqual([
      { type: 'thinking', text: '\ufffd', signature: 's' },
      call('tu_1', 'a', { '\ufffd': ['\ufffd', 1] }),
      { ...raw, raw_input: '{"a": "\ufffd' },
    ])
  })
})

test('for a model without tools calls and results are words, an error among them', () => {
  const { records, contents } = recorded(
    [
      user('hi'),
      assistant([text('Let me see.'), call('tu_1', 'calculator', { a: 1 }), { ...call('tu_2'), raw_input: '{"a' }]),
      toolMessage('tu_1', '2'),
      message('tool', [{ ...result('tu_2', 'unreadable'), is_error: true }], { parent_tool_use_id: 'tu_2' }),
    ],
    { capabilities: { ...ALL_CAPABILITIES, supports_tools: false } },
  )
  const reason = 'the model has no tools: sent as text'
  expect(records).toEqual([
    [1, 'tool_use', 'converted', reason],
    [1, 'tool_use', 'converted', reason],
    [2, 'tool_result', 'converted', reason],
    [3, 'tool_result', 'converted', reason],
  ])
  expect(contents).toEqual([
    ['user', [text('hi')]],
    ['assistant', [text('Let me see.'), text('[Tool call: calculator {"a":1}]'), text('[Tool call: calculator {"a]')]],
    ['user', [text('[Tool result:]'), text('2')]],
    ['user', [text('[Tool result, an error:]'), text('unreadable')]],
  ])
})

describe('a picture', () => {
  const base64 = image({ kind: 'base64', data: PNG })
  const omitted = (reason: string) => text(`[image omitted: ${reason}]`)

  test('whose bytes are of another kind is named as what it is', () => {
    const { records, contents } = recorded([user([image({ kind: 'base64', data: PNG }, 'image/jpeg')])])
    expect(records).toEqual([[0, 'image', 'repaired', 'the bytes are image/png, not image/jpeg']])
    expect(contents).toEqual([['user', [base64]]])
  })

  test('that is named as what it is goes as it is stored', () => {
    const stored = user([base64])
    const target = testTarget()
    expect(cleanHistory(canonicalRequest({ messages: [stored] }), target).messages[0]).toBe(stored)
    expect(target.records).toEqual([])
  })

  test('in a file goes as its bytes, or as words where there is no file', () => {
    const stored = user([image({ kind: 'file_ref', data: 'attachments/a' })])
    const files = new Map([['attachments/a', new Uint8Array(Buffer.from(PNG, 'base64'))]])
    expect(recorded([stored], {}, { files })).toEqual({ records: [], contents: [['user', [base64]]] })
    for (const request of [{}, { files: new Map() }]) {
      expect(recorded([stored], {}, request)).toEqual({
        records: [[0, 'image', 'converted', 'the file is not available']],
        contents: [['user', [omitted('the file is not available')]]],
      })
    }
  })

  test('that the target cannot have is left out in words, in a result too', () => {
    const blind = { capabilities: { ...ALL_CAPABILITIES, supports_images: false } }
    const jpegOnly = { capabilities: { ...ALL_CAPABILITIES, accepted_image_media_types: ['image/jpeg'] } }
    const stored = [assistant([call('tu_1')]), toolMessage('tu_1', [base64]), user('well?')]
    expect(recorded(stored, blind).records).toEqual([[1, 'image', 'converted', 'the model does not take images']])
    expect(recorded(stored, jpegOnly).contents[1]).toEqual([
      'tool',
      [result('tu_1', [omitted('the model does not take image/png')])],
    ])
    const odd = user([image({ kind: 'scent' as 'url', data: 'x' })])
    expect(recorded([odd]).records).toEqual([[0, 'image', 'converted', 'its source is of an unknown kind']])
  })
})

test('a system prompt and a message lose half characters alike', () => {
  const { system } = cleanHistory(
    canonicalRequest({ messages: [message('system', [text('one'), text('two')])], system_prompt: 'a\ud83d' }),
    testTarget(),
  )
  expect(system).toEqual(['a\ufffd', 'onetwo'])
})

describe('what only its own model gets back', () => {
  const kept = (block: Record<string, unknown>, fields: Record<string, unknown> = {}) => ({
    provider: 'maker',
    model: 'maker:model',
    provider_raw: {
      format: 'anthropic.messages',
      asked_model: 'maker:alias',
      blocks: [{ index: 1, block }],
      ...fields,
    },
  })
  const summary = (content: string) => ({ type: 'compaction', content })

  test('says whose it is, and keeps no more of what was kept than its format and who was asked', () => {
    const answer = assistant([text('a'), text('b')], kept(summary('Sum.')) as Message['metadata'])
    const target = testTarget()
    const [sent] = cleanHistory(canonicalRequest({ messages: [answer] }), target).messages
    expect(sent?.metadata.provider_raw).toEqual({ format: 'anthropic.messages', asked_model: 'maker:alias' })
    expect(sent?.content).toEqual([
      text('a'),
      text('\n\n[summary of the conversation before]\nSum.\n[end of summary of the conversation before]\n\n'),
      text('b'),
    ])
  })

  test('of a maker that nobody noted: neither format nor asked model is made up', () => {
    const { provider_raw } = kept({ type: 'hologram' })
    const { format: _format, asked_model: _asked, ...raw } = provider_raw
    const answer = assistant([text('a')], { provider_raw: raw } as Message['metadata'])
    const target = testTarget()
    const [sent] = cleanHistory(canonicalRequest({ messages: [answer] }), target).messages
    expect(sent?.metadata.provider_raw).toStrictEqual({})
    expect(target.records.map(({ reason }) => reason)).toEqual(['only the model that made it understands it'])
  })

  test('is whole at 8,000 characters, and cut and marked beyond', () => {
    const sent = (content: string) => {
      const { contents, records } = recorded([
        assistant([text('a')], kept(summary(content)) as Message['metadata']),
        user('Go on'),
      ])
      return { text: contents[0]?.[1]?.[1], reason: records[0]?.[3] }
    }
    const label = 'summary of the conversation before'
    expect(sent('x'.repeat(8_000))).toEqual({
      text: text(`\n\n[${label}]\n${'x'.repeat(8_000)}\n[end of ${label}]`),
      reason: 'only maker:model understands it: it is sent as text',
    })
    expect(sent('x'.repeat(8_001))).toEqual({
      text: text(`\n\n[${label}]\n${'x'.repeat(8_000)}…\n[end of ${label}]`),
      reason: 'only maker:model understands it: its first 8000 characters are sent as text',
    })
  })
})
