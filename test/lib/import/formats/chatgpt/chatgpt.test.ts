import { describe, expect, test } from 'vitest'
import { BadChatError, NO_FILES } from '#lib/import/format.ts'
import { chatgpt } from '#lib/import/formats/chatgpt/chatgpt.ts'
import { conversation, words } from '#test/support/chatgpt-builder.ts'
import { chatsOf, formatOf, onlyChatOf, pathOf, saidIn } from '#test/support/imported.ts'
import { factsOf } from '#test/support/recording.ts'

const answer = { role: 'assistant', metadata: { model_slug: 'gpt-5' } }
const HIDDEN = { is_visually_hidden_from_conversation: true }

describe('a conversation of ChatGPT', () => {
  test('has its title, times, models, archive and pin', () => {
    const chat = onlyChatOf([
      conversation(
        { q: {}, a: answer },
        { update_time: 1_760_000_100.5, default_model_slug: 'auto', is_archived: true, is_starred: true },
      ),
    ])
    expect(chat).toMatchObject({
      external_id: 'chat',
      title: 'A chat',
      created_at: '2025-10-09T08:53:20.000000Z',
      updated_at: '2025-10-09T08:55:00.500000Z',
      model: 'auto',
      archived: true,
      pinned: true,
      losses: [],
    })
    expect(chat.messages[1]).toMatchObject({ model: 'gpt-5', created_at: '2025-10-09T08:53:22.000000Z' })
  })

  test('without metadata or a model is read like any other', () => {
    const bare = { metadata: undefined }
    const chat = onlyChatOf([conversation({ q: bare, a: { role: 'assistant', ...bare } }, { title: null })])
    expect(saidIn(pathOf(chat))).toEqual(['user: q', 'assistant: a'])
    expect(chat).toMatchObject({ title: null, model: null })
  })

  test('keeps every branch, and shows the one that was shown last and not the deepest', () => {
    const nodes = {
      q: {},
      deep: answer,
      more: {},
      deepest: answer,
      again: { ...answer, parent: 'q' },
      edited: { parent: 'root' },
      other: answer,
    }
    const chat = onlyChatOf([conversation(nodes, { current_node: 'again' })])
    expect(saidIn(pathOf(chat))).toEqual(['user: q', 'assistant: again'])
    expect(chat.messages.filter(({ parent }) => parent === null).map(({ external_id }) => external_id)).toEqual([
      'q',
      'edited',
    ])
    expect(chat.messages).toHaveLength(7)
  })

  test('is one tree though a hidden system message stands in the middle', () => {
    const note = { role: 'system', content: words('note'), metadata: HIDDEN }
    const chat = onlyChatOf([conversation({ q: {}, a: answer, note, next: {} })])
    expect(chat.messages.map(({ parent }) => parent)).toEqual([null, 'q', 'a'])
    expect(chat.losses).toEqual([{ kind: 'hidden', count: 1 }])
  })

  test('has custom instructions as its system prompt, and nothing of profile or memory as a message', () => {
    const chat = onlyChatOf([
      conversation({
        profile: {
          content: { content_type: 'user_editable_context', user_profile: 'framed', user_instructions: 'Be brief.' },
          metadata: {
            ...HIDDEN,
            is_user_system_message: true,
            user_context_message_data: { about_user_message: 'A nurse' },
          },
        },
        memory: {
          role: 'assistant',
          content: { content_type: 'model_editable_context', model_set_context: 'likes tea' },
        },
        q: {},
      }),
    ])
    expect(chat.system_prompt).toBe('About the user:\nA nurse\n\nHow to answer:\nBe brief.')
    expect(saidIn(chat.messages)).toEqual(['user: q'])
    expect(chat.losses).toEqual([{ kind: 'private_context', count: 1 }])
    expect(JSON.stringify(chat)).not.toContain('tea')
  })

  test('has thoughts as thinking, in one answer with the words and without the label of how long they took', () => {
    const chat = onlyChatOf([
      conversation({
        q: {},
        think: {
          ...answer,
          content: {
            content_type: 'thoughts',
            thoughts: [{ summary: 'Names', content: 'A town.' }, { chunks: ['a', 'b'] }],
          },
        },
        recap: { ...answer, content: { content_type: 'reasoning_recap', content: 'Thought for 4 seconds' } },
        a: { ...answer, fields: { status: 'finished_successfully' } },
      }),
    ])
    expect(chat.messages[1]).toMatchObject({
      external_id: 'think',
      content: [
        { type: 'thinking', text: '**Names**\n\nA town.\n\na b' },
        { type: 'text', text: 'a' },
      ],
    })
    expect(chat.head).toBe('think')
  })

  test('keeps all parts of a message', () => {
    expect(onlyChatOf([conversation({ q: { content: words('one', '', 'two') } })]).messages[0]?.content).toEqual([
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ])
  })

  test('keeps content and parts of unknown types as they are, with what can be read of them, and counts them', () => {
    const chat = onlyChatOf([
      conversation({
        q: {
          content: { content_type: 'multimodal_text', parts: ['words', { content_type: 'hologram', x: 1 }, null, 7] },
        },
        a: { ...answer, content: { content_type: 'novelty', text: 'Readable', blob: { any: 'thing' } } },
      }),
    ])
    expect(saidIn(chat.messages)).toEqual([
      'user: words [unsupported] [unsupported]',
      'assistant: Readable [unsupported]',
    ])
    expect(chat.messages[0]?.content[1]).toEqual({
      type: 'unsupported',
      source: 'chatgpt',
      original_type: 'hologram',
      value: { content_type: 'hologram', x: 1 },
    })
    expect(chat.losses).toEqual([
      { kind: 'unsupported', count: 1, detail: 'hologram' },
      { kind: 'unsupported', count: 1, detail: 'number' },
      { kind: 'unsupported', count: 1, detail: 'novelty' },
    ])
  })

  test.each([
    ['null', null],
    ['a text', 'text'],
    ['a list', []],
    ['without an author', { content: words('x') }],
    ['of a role that is none', { author: { role: 'wizard' }, content: words('x') }],
  ])('loses a message that is %s, and nothing behind it', (_what, message) => {
    const whole = conversation({ q: {}, bad: answer, next: {} })
    Object.assign(whole.mapping.bad as object, { message })
    expect(saidIn(pathOf(onlyChatOf([whole])))).toEqual(['user: q', 'user: next'])
  })

  test('that was broken off says so', () => {
    const chat = onlyChatOf([
      conversation({
        q: {},
        a: { ...answer, fields: { status: 'in_progress' } },
        b: { ...answer, parent: 'q', metadata: { finish_details: { type: 'max_tokens' } } },
        c: { ...answer, parent: 'q', metadata: { finish_details: { type: 'stop' } } },
      }),
    ])
    expect(chat.messages.map(({ status, stop_reason }) => [status, stop_reason])).toEqual([
      [undefined, undefined],
      ['cancelled', 'cancelled'],
      [undefined, 'max_tokens'],
      [undefined, 'end_turn'],
    ])
  })

  test('goes by parents where links to children are missing, and by children where a node names no parent', () => {
    const whole = conversation({ q: {}, a: answer })
    Object.assign(whole.mapping, { a: { ...(whole.mapping.a as object), parent: undefined } })
    Object.assign(whole.mapping.q as object, { children: ['a'] })
    expect(onlyChatOf([whole]).messages.map(({ parent }) => parent)).toEqual([null, 'q'])
  })

  test('that is none is refused with the reason, and one in which nobody spoke is nothing', () => {
    const convert = (value: unknown) => chatgpt.convert(value, NO_FILES)
    expect(() => convert({ title: 'x' })).toThrow(BadChatError)
    expect(() => convert({ title: 'x' })).toThrow('"mapping" is missing')
    expect(() => convert(null)).toThrow(BadChatError)
    expect(convert({ mapping: {} })).toBeNull()
    expect(convert(conversation({ s: { role: 'system', content: words('') } }))).toBeNull()
  })

  test('has the same ids whatever the order of its nodes in the file', () => {
    const whole = conversation({ q: {}, think: answer, a: answer, again: { ...answer, parent: 'q' } })
    const turned = { ...whole, mapping: Object.fromEntries(Object.entries(whole.mapping).toReversed()) }
    expect(onlyChatOf([turned])).toEqual(onlyChatOf([whole]))
  })
})

describe("ChatGPT's file", () => {
  test('is known by its structure, also where the first elements are damaged or all are wrapped', () => {
    const damaged = [null, { title: 'no mapping' }, conversation({ q: {} })]
    expect(formatOf(damaged)?.source).toBe('chatgpt')
    expect(formatOf({ conversations: damaged })?.source).toBe('chatgpt')
  })

  test.each([
    [
      'of another product that has a mapping',
      [{ id: 'x', mapping: { a: { message: { fragments: [{ type: 'REQUEST' }] } } } }],
    ],
    ["with Claude's messages", [{ uuid: 'x', chat_messages: [{ sender: 'human', text: 'Hi' }] }]],
    ['of side data', [{ id: 'x', conversation_id: 'y', rating: 'thumbs_up' }]],
    ['without anything', []],
  ])('is not one %s', (_what, document) => {
    expect(formatOf(document)?.source).not.toBe('chatgpt')
  })

  const facts = factsOf('import-examples/chatgpt-conversations.json')
  test.skipIf(facts === null)('of every kind of conversation loses one chat alone, the one that is none', () => {
    const all = JSON.parse(facts ?? '') as unknown[]
    expect(chatsOf(all.filter((_, index) => index !== 5))).toHaveLength(6)
    expect(() => chatsOf(all)).toThrow('"mapping" is missing')
  })
})
