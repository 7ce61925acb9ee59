import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { INTERRUPTED } from '#lib/adapters/history/repair/pairing.ts'
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
  system,
  testTarget,
  text,
  toolMessage,
  user,
} from '#test/support/message-builder.ts'

const OWN = { provider: 'anthropic', model: 'anthropic:test-model' }
const PNG = 'iVBORw0KGgoAAAANSUhEUg=='
const image = (media_type = 'image/png', kind: 'base64' | 'url' | 'file_ref' = 'base64', data = PNG): ContentBlock => ({
  type: 'image',
  source: { kind, data },
  media_type,
})

function clean(messages: Message[], target = testTarget(), request: Parameters<typeof canonicalRequest>[0] = {}) {
  const frozen = structuredClone(messages)
  const history = cleanHistory(canonicalRequest({ messages, ...request }), target)
  expect(messages, 'stored messages are never changed').toEqual(frozen)
  return { ...history, records: target.records, contents: history.messages.map(({ role, content }) => [role, content]) }
}

describe('the system part', () => {
  test('wire-rule 34: only leading SYSTEM messages are hoisted, a later one stays in place', () => {
    const late = system('late')
    const { system: prompts, messages } = clean(
      [system('one'), system(''), system('two'), user('hi'), late],
      testTarget(),
      {
        system_prompt: 'prompt',
      },
    )
    expect(prompts).toEqual(['prompt', 'one', 'two'])
    expect(messages.at(-1)).toBe(late)
  })

  test('a history of nothing but system messages is all prompt', () => {
    expect(clean([system('only')])).toMatchObject({ system: ['only'], messages: [] })
  })
})

describe('calls and results', () => {
  test('an intact history passes by reference', () => {
    const stored = [
      user('hi'),
      assistant([text('let me see'), call('tu_1'), call('tu_2')], OWN),
      toolMessage('tu_1'),
      toolMessage('tu_2'),
      assistant('done', OWN),
    ]
    const { messages, records } = clean(stored)
    messages.forEach((each, index) => {
      expect(each).toBe(stored[index])
    })
    expect(records).toEqual([])
  })

  test('wire-rule 6: a dangling call is closed with a constant error result, right after its message', () => {
    const stored = [assistant([call('tu_1'), call('tu_2')]), toolMessage('tu_2'), user('never mind')]
    const { messages, records } = clean(stored)
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'tool', 'user'])
    expect(messages[2]).toEqual({
      id: `${stored[0]?.id}.tu_1`,
      session_id: stored[0]?.session_id,
      role: 'tool',
      content: [{ type: 'tool_result', tool_use_id: 'tu_1', content: [text(INTERRUPTED)], is_error: true }],
      metadata: { parent_tool_use_id: 'tu_1', status: 'complete' },
      created_at: stored[0]?.created_at,
      schema_version: 1,
    })
    expect(records).toEqual([
      { message_id: stored[0]?.id, block_type: 'tool_use', action: 'repaired', reason: 'a call without a result' },
    ])
  })

  test('wire-rule 3: the trailing call stays open, its result is still to come', () => {
    const stored = [user('hi'), assistant([call('tu_1')])]
    expect(clean(stored)).toMatchObject({ messages: stored, records: [] })
  })

  test.each([
    ['a result of no call', toolMessage('tu_9')],
    ['an empty answer', assistant([], { status: 'error' })],
  ])('a call is closed where nothing follows it but %s', (_, follower) => {
    const { contents } = clean([user('hi'), assistant([call('tu_1')]), follower])
    expect(contents.slice(1)).toEqual([
      ['assistant', [call('tu_1')]],
      ['tool', [{ ...result('tu_1', INTERRUPTED), is_error: true }]],
    ])
  })

  test('a trailing call of a cancelled answer is closed: no result will come', () => {
    const { contents } = clean([user('hi'), assistant([call('tu_1')], { status: 'cancelled' })])
    expect(contents.at(-1)).toEqual(['tool', [{ ...result('tu_1', INTERRUPTED), is_error: true }]])
  })

  test('wire-rules 4 and 20: an orphan, an early and a second result are dropped and do not mask a dangling call', () => {
    const { contents, records } = clean([
      toolMessage('tu_1', 'early'),
      assistant([call('tu_1'), call('tu_2')]),
      toolMessage('tu_1', 'first'),
      toolMessage('tu_1', 'second'),
      toolMessage('tu_9', 'orphan'),
      user('go on'),
    ])
    expect(contents).toEqual([
      ['assistant', [call('tu_1'), call('tu_2')]],
      ['tool', [result('tu_1', 'first')]],
      ['tool', [{ ...result('tu_2', INTERRUPTED), is_error: true }]],
      ['user', [text('go on')]],
    ])
    expect(records.map(({ action }) => action)).toEqual(['dropped', 'dropped', 'dropped', 'repaired'])
  })

  test('wire-rule 5: a dropped assistant turn takes its results with it', () => {
    const { contents } = clean([
      user('hi'),
      assistant([call('tu_1')], { status: 'partial' }),
      toolMessage('tu_1'),
      user('again'),
    ])
    expect(contents).toEqual([
      ['user', [text('hi')]],
      ['user', [text('again')]],
    ])
  })

  test('wire-rule 57: what stands between a call and its result moves behind the result', () => {
    const { contents } = clean([assistant([call('tu_1')]), user('hurry'), toolMessage('tu_1'), assistant('done')])
    expect(contents.map(([role]) => role)).toEqual(['assistant', 'tool', 'user', 'assistant'])
  })

  test('wire-rule 17: a canonical id that a later call repeats is renamed in the call and in its result alike', () => {
    const turn = (answer: string) => [assistant([call('tu_1')]), toolMessage('tu_1', answer)]
    const { contents } = clean([...turn('a'), ...turn('b')])
    expect(contents).toEqual([
      ['assistant', [call('tu_1')]],
      ['tool', [result('tu_1', 'a')]],
      ['assistant', [call('tu_1_2')]],
      ['tool', [result('tu_1_2', 'b')]],
    ])
  })

  test('results in a user message become TOOL messages of their own', () => {
    const { contents } = clean([
      assistant([call('tu_1'), call('tu_2')]),
      user([text('here'), result('tu_1'), result('tu_2')]),
    ])
    expect(contents.slice(1)).toEqual([
      ['tool', [result('tu_1')]],
      ['tool', [result('tu_2')]],
      ['user', [text('here')]],
    ])
  })

  test('a model without tools reads earlier calls and results as text', () => {
    const target = testTarget({ capabilities: { ...ALL_CAPABILITIES, supports_tools: false } })
    const failed = { ...result('tu_2', 'no'), is_error: true }
    const { contents, records } = clean(
      [
        assistant([call('tu_1', 'add', { a: 1 }), { ...call('tu_2', 'add'), raw_input: '{"a' }]),
        toolMessage('tu_1', '1'),
        message('tool', [failed]),
      ],
      target,
    )
    expect(contents).toEqual([
      ['assistant', [text('[Tool call: add {"a":1}]'), text('[Tool call: add {"a]')]],
      ['user', [text('[Tool result:]'), text('1')]],
      ['user', [text('[Tool result, an error:]'), text('no')]],
    ])
    expect(records).toHaveLength(4)
  })
})

describe('thinking', () => {
  const thought: ContentBlock = { type: 'thinking', text: 'hm', signature: 'sig' }
  const redacted: ContentBlock = { type: 'redacted_thinking', data: 'xx' }

  test.each([
    ['the same provider and model', OWN, true],
    [
      'an alias that another name answered',
      { ...OWN, model: 'anthropic:test-model-1', provider_raw: { asked_model: OWN.model } },
      true,
    ],
    [
      'the routed name',
      {
        ...OWN,
        model: 'anthropic:x',
        routing: { mode: 'default' as const, chosen_model: OWN.model, reason: '', alternatives_considered: [] },
      },
      true,
    ],
    ['another model of the provider', { ...OWN, model: 'anthropic:other' }, false],
    ['another provider', { ...OWN, provider: 'bedrock' }, false],
    ['another format of the provider', { ...OWN, provider_raw: { format: 'openai.chat' } }, false],
    ['nobody we know', {}, false],
  ])('wire-rule 36: thinking goes back to its producer only: %s', (_case, metadata, kept) => {
    const { contents, records } = clean([assistant([thought, redacted, text('so')], metadata)])
    expect(contents).toEqual([['assistant', kept ? [thought, redacted, text('so')] : [text('so')]]])
    expect(records.map(({ block_type, action }) => [block_type, action])).toEqual(
      kept
        ? []
        : [
            ['thinking', 'dropped'],
            ['redacted_thinking', 'dropped'],
          ],
    )
  })

  test('wire-rule 39: unsigned thinking of an interrupted answer is dropped, signed thinking and text stay', () => {
    const { contents, records } = clean([
      user('hi'),
      assistant([thought, { type: 'thinking', text: 'and then' }, text('so')], { ...OWN, status: 'error' }),
    ])
    expect(contents.at(-1)).toEqual(['assistant', [thought, text('so')]])
    expect(records).toMatchObject([
      { action: 'dropped', reason: 'the answer was interrupted before the thinking was signed' },
    ])
  })

  test('wire-rule 7: a dangling call after signed thinking is closed, not removed: the thinking stays valid', () => {
    const { contents } = clean([assistant([thought, call('tu_1')], OWN), user('go on')])
    expect(contents[0]).toEqual(['assistant', [thought, call('tu_1')]])
    expect(contents[1]?.[0]).toBe('tool')
  })

  test('an interrupted answer that leaves nothing is dropped whole', () => {
    const { contents } = clean([
      user('hi'),
      assistant([{ type: 'thinking', text: 'h' }], { ...OWN, status: 'cancelled' }),
    ])
    expect(contents).toEqual([['user', [text('hi')]]])
  })
})

describe('pictures', () => {
  const blind = () => testTarget({ capabilities: { ...ALL_CAPABILITIES, supports_images: false } })

  test('a model without vision gets a placeholder, in tool results too, and a record of each', () => {
    const { contents, records } = clean(
      [user([text('look'), image()]), assistant([call('tu_1')]), toolMessage('tu_1', [image()])],
      blind(),
    )
    const placeholder = text('[image omitted: the model does not take images]')
    expect(contents[0]).toEqual(['user', [text('look'), placeholder]])
    expect(contents[2]).toEqual(['tool', [result('tu_1', [placeholder])]])
    expect(records.map(({ block_type, action }) => [block_type, action])).toEqual([
      ['image', 'converted'],
      ['image', 'converted'],
    ])
  })

  test('in a critical message an omitted picture counts as dropped', () => {
    expect(clean([user([image()], { critical: true })], blind()).records).toMatchObject([{ action: 'dropped' }])
  })

  test('a file reference becomes its bytes; a missing file becomes a placeholder', () => {
    const files = new Map([['attachments/a', new Uint8Array(Buffer.from(PNG, 'base64'))]])
    const stored = [
      user([image('image/png', 'file_ref', 'attachments/a'), image('image/png', 'file_ref', 'attachments/b')]),
    ]
    const { contents, records } = clean(stored, testTarget(), { files })
    expect(contents).toEqual([['user', [image(), text('[image omitted: the file is not available]')]]])
    expect(records).toHaveLength(1)
  })

  test('a picture that a newer version keeps in another way becomes a placeholder', () => {
    const newer = image('image/png', 'vault' as 'url', 'vault/1')
    const { contents, records } = clean([user([text('look'), newer])])
    expect(contents).toEqual([['user', [text('look'), text('[image omitted: its source is of an unknown kind]')]]])
    expect(records).toMatchObject([{ block_type: 'image', action: 'converted' }])
  })

  test('wire-rule 48: the media type is the one that the bytes show', () => {
    const { contents, records } = clean([user([image('image/jpeg')])])
    expect(contents).toEqual([['user', [image('image/png')]]])
    expect(records).toMatchObject([{ action: 'repaired', reason: 'the bytes are image/png, not image/jpeg' }])
  })

  test('a media type that the target does not take is omitted; a URL goes through as a URL', () => {
    const url = image('image/tiff', 'url', 'http://127.0.0.1/a.tiff')
    const { contents } = clean([user([image('image/tiff', 'base64', 'SUkqAA=='), url])])
    expect(contents).toEqual([['user', [text('[image omitted: the model does not take image/tiff]'), url]]])
  })

  test('with no list of media types any is sent', () => {
    const target = testTarget({ capabilities: { ...ALL_CAPABILITIES, accepted_image_media_types: [] } })
    expect(clean([user([image('image/tiff', 'base64', 'SUkqAA==')])], target).records).toEqual([])
  })
})

describe('odd blocks and text', () => {
  test('unknown and misplaced blocks are dropped and recorded, in results too', () => {
    const video = { type: 'video', url: 'x' } as unknown as ContentBlock
    const { contents, records } = clean([
      user([video, text('hi'), call('tu_0')]),
      assistant([call('tu_1'), result('tu_1')]),
      toolMessage('tu_1', [video, text('ok')]),
    ])
    expect(contents).toEqual([
      ['user', [text('hi')]],
      ['assistant', [call('tu_1')]],
      ['tool', [result('tu_1', 'ok')]],
    ])
    expect(records.map(({ block_type }) => block_type)).toEqual(['video', 'tool_use', 'tool_result', 'video'])
  })

  test('wire-rule 28: empty text blocks and empty messages go, an empty answer of the target with raw parts stays', () => {
    const raw = assistant([], { ...OWN, provider_raw: { format: 'anthropic.messages', blocks: [] } })
    const { messages } = clean([user([text(''), text('hi')]), assistant(''), raw])
    expect(messages.map(({ content }) => content)).toEqual([[text('hi')], []])
    expect(messages[1]).toBe(raw)
  })

  test('wire-rule 9: lone surrogates are replaced in text, thinking, results, names and inputs; pairs stay', () => {
    const lone = 'a\ud800b 😀'
    const mended = 'a\ufffdb 😀'
    const target = testTarget()
    const { contents, system: prompts } = clean(
      [
        user(lone),
        assistant(
          [
            { type: 'thinking', text: lone },
            { ...call('tu_1', lone, { [lone]: [lone, 1, null] }), raw_input: lone },
            call('tu_2'),
          ],
          OWN,
        ),
        toolMessage('tu_1', lone),
        toolMessage('tu_2'),
      ],
      target,
      { system_prompt: lone },
    )
    expect(prompts).toEqual([mended])
    expect(contents).toEqual([
      ['user', [text(mended)]],
      [
        'assistant',
        [
          { type: 'thinking', text: mended },
          { ...call('tu_1', mended, { [mended]: [mended, 1, null] }), raw_input: mended },
          call('tu_2'),
        ],
      ],
      ['tool', [result('tu_1', mended)]],
      ['tool', [result('tu_2')]],
    ])
    expect(target.records.map(({ block_type, action }) => [block_type, action])).toEqual(
      ['text', 'thinking', 'tool_use', 'tool_result'].map((type) => [type, 'repaired']),
    )
  })
})

describe('ids', () => {
  const tool_ids = new Map([
    ['tu_1', { provider: 'anthropic', provider_id: 'toolu_1' }],
    ['tu_2', { provider: 'openai', provider_id: 'call_2' }],
    ['tu_3', { provider: 'anthropic', provider_id: 'toolu_twice' }],
    ['tu_4', { provider: 'anthropic', provider_id: 'toolu_twice' }],
    ['tu_5', { provider: 'anthropic', provider_id: '' }],
  ])

  test.each([
    ['tu_1', 'toolu_1'],
    ['tu_2', 'tu_2'],
    ['tu_3', 'toolu_twice'],
    ['tu_4', 'tu_4'],
    ['tu_5', 'tu_5'],
    ['tu_6', 'tu_6'],
  ])(
    'wire-rules 18 and 19: a provider gets its own ids back, once each, unless it left out one: %s goes out as %s',
    (id, wire) => {
      expect(clean([], testTarget(), { tool_ids }).wireId(id)).toBe(wire)
    },
  )

  test('wire-rule 18: an id that came through another format of the provider stays there', () => {
    const made = (format: string) => assistant([call('tu_1')], { provider: 'anthropic', provider_raw: { format } })
    const wireId = (format: string) => clean([made(format)], testTarget(), { tool_ids }).wireId('tu_1')
    expect([wireId('anthropic.messages'), wireId('openai.chat')]).toEqual(['toolu_1', 'tu_1'])
  })
})

describe('any history', () => {
  const id = fc.constantFrom('tu_1', 'tu_2', 'tu_3', 'tu_4')
  const block: fc.Arbitrary<ContentBlock> = fc.oneof(
    fc.string({ maxLength: 4, unit: 'binary' }).map(text),
    id.map((each) => call(each)),
    id.map((each) => result(each)),
    fc.constant<ContentBlock>({ type: 'thinking', text: 'h' }),
    fc.constant<ContentBlock>({ type: 'thinking', text: 'h', signature: 's' }),
    fc.constant(image()),
    fc.constant({ type: 'video' } as unknown as ContentBlock),
  )
  const history = fc
    .array(
      fc.record({
        role: fc.constantFrom(
          'user' as const,
          'assistant' as const,
          'assistant' as const,
          'tool' as const,
          'system' as const,
        ),
        content: fc.array(block, { maxLength: 4 }),
        status: fc.constantFrom('complete' as const, 'partial' as const, 'cancelled' as const, 'error' as const),
        own: fc.boolean(),
      }),
      { maxLength: 12 },
    )
    .map((all) => all.map(({ role, content, status, own }) => message(role, content, { status, ...(own ? OWN : {}) })))
  const capabilities = fc.record({ supports_tools: fc.boolean(), supports_images: fc.boolean() })
  const cleaned = (messages: Message[], over: Partial<typeof ALL_CAPABILITIES> = {}) =>
    clean(messages, testTarget({ capabilities: { ...ALL_CAPABILITIES, ...over } }))

  test('comes out without a dangling call, an orphan or a second result, each result right after its call', () => {
    fc.assert(
      fc.property(history, (stored) => {
        const { messages } = cleaned(stored)
        const seen = new Set<string>()
        let open = new Set<string>()
        messages.forEach((each, index) => {
          if (each.role === 'tool') {
            expect(each.content).toHaveLength(1)
            const [block] = each.content
            expect(block?.type === 'tool_result' && open.delete(block.tool_use_id)).toBe(true)
            return
          }
          expect([...open]).toEqual([])
          open = new Set(each.content.flatMap((part) => (part.type === 'tool_use' ? [part.id] : [])))
          for (const callId of open) {
            expect(seen.has(callId)).toBe(false)
            seen.add(callId)
          }
          if (index === messages.length - 1) open.clear()
        })
        expect([...open]).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('keeps its messages in order', () => {
    fc.assert(
      fc.property(history, (stored) => {
        const order = new Map(stored.map(({ id: messageId }, index) => [messageId, index]))
        const places = cleaned(stored)
          .messages.filter(({ role }) => role !== 'tool')
          .map(({ id: messageId }) => order.get(messageId) ?? -1)
        expect(places).toEqual(places.toSorted((a, b) => a - b))
      }),
    )
  })

  test('wire-rule 2: is unchanged by a second cleaning, which has nothing to report', () => {
    fc.assert(
      fc.property(history, capabilities, (stored, over) => {
        const once = cleaned(stored, over)
        const twice = cleaned(once.messages, over)
        expect(twice.messages).toEqual(once.messages)
        expect(twice.records).toEqual([])
        expect(twice.system).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('wire-rule 1: the same history gives the same result', () => {
    fc.assert(
      fc.property(history, (stored) => {
        expect(JSON.stringify(cleaned(stored).messages)).toBe(JSON.stringify(cleaned(structuredClone(stored)).messages))
      }),
    )
  })
})
