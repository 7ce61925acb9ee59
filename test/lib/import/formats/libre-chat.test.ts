import { describe, expect, test } from 'vitest'
import { BadChatError, NO_FILES } from '#lib/import/format.ts'
import { libreChat } from '#lib/import/formats/libre-chat.ts'
import { chatsOf, formatOf, onlyChatOf, pathOf, saidIn } from '#test/support/imported.ts'
import { factsOf } from '#test/support/recording.ts'

const NOBODY = '00000000-0000-0000-0000-000000000000'

const question = (messageId: string, parentMessageId = NOBODY, fields = {}) => ({
  messageId,
  parentMessageId,
  sender: 'User',
  text: messageId,
  isCreatedByUser: true,
  ...fields,
})
const answer = (messageId: string, parentMessageId: string, fields = {}) => ({
  ...question(messageId, parentMessageId),
  sender: 'GPT-4o',
  isCreatedByUser: false,
  model: 'gpt-4o',
  ...fields,
})
const conversation = (messages: unknown, fields = {}) => ({
  conversationId: 'chat',
  title: 'A chat',
  messages,
  ...fields,
})

describe('a conversation of LibreChat', () => {
  test('has its title, model and prompt, and the times of its messages', () => {
    const chat = onlyChatOf(
      conversation(
        [
          question('q', NOBODY, { createdAt: '2025-05-01T16:35:01.530Z' }),
          answer('a', 'q', { createdAt: '2025-05-01T16:35:03.530Z', finish_reason: 'stop' }),
        ],
        { options: { model: 'gpt-4o', promptPrefix: 'Be brief.' }, exportAt: '13:18:04 GMT-0400' },
      ),
    )
    expect(chat).toMatchObject({
      external_id: 'chat',
      title: 'A chat',
      model: 'gpt-4o',
      system_prompt: 'Be brief.',
      created_at: '2025-05-01T16:35:01.530000Z',
      updated_at: '2025-05-01T16:35:03.530000Z',
      losses: [],
    })
    expect(chat.messages[1]).toMatchObject({ model: 'gpt-4o', stop_reason: 'end_turn' })
  })

  test('is the same as a tree, under either name, and as a list', () => {
    const list = [question('q'), answer('a', 'q'), answer('b', 'q'), question('more', 'b')]
    const { children: _none, ...more } = { ...question('more', 'b'), children: [] }
    const tree = [{ ...question('q'), children: [answer('a', 'q'), { ...answer('b', 'q'), children: [more] }] }]
    const flat = onlyChatOf(conversation(list))
    expect(onlyChatOf(conversation(tree))).toEqual(flat)
    expect(onlyChatOf(conversation(undefined, { messagesTree: tree }))).toEqual(flat)
    expect(saidIn(pathOf(flat))).toEqual(['user: q', 'assistant: b', 'user: more'])
  })

  test('may be ten thousand messages deep as a tree, also where the links are missing', () => {
    let tree: unknown = { ...question('0'), parentMessageId: undefined, children: [] }
    for (let depth = 1; depth <= 10_000; depth += 1) {
      tree = { messageId: `${depth}`, text: 'x', isCreatedByUser: true, children: [tree] }
    }
    expect(onlyChatOf(conversation([tree])).messages).toHaveLength(10_001)
  })

  test('keeps thoughts, calls with their results, and what it does not know', () => {
    const content = [
      { type: 'think', think: { value: 'Hm.' } },
      { type: 'tool_call', tool_call: { id: 'c', name: 'search', args: '{"q":"x"}', output: 'found' } },
      { type: 'tool_call', tool_call: { name: 'open', args: '{"' } },
      { type: 'text', text: { value: 'Nineteen.' } },
      { type: 'image_file', image_file: { filename: '9.png' } },
      { type: 'future_part', x: 1 },
      { type: 'error', error: 'Too long' },
    ]
    const chat = onlyChatOf(conversation([question('q'), answer('a', 'q', { text: '', content })]))
    expect(saidIn(pathOf(chat))).toEqual([
      'user: q',
      'assistant: [thinking] [tool_use]',
      'tool: found',
      'assistant: [tool_use] Nineteen. [unsupported] [unsupported] Too long',
    ])
    expect(chat.losses).toEqual([
      { kind: 'missing_file', count: 1, detail: '9.png' },
      { kind: 'unsupported', count: 1, detail: 'future_part' },
    ])
  })

  test('keeps the place of files, and says how an answer ended', () => {
    const chat = onlyChatOf(
      conversation([
        question('q', NOBODY, { files: [{ filename: '8.png', filepath: '/uploads/8.png' }, {}] }),
        answer('failed', 'q', { text: '', error: true }),
        answer('stopped', 'q', { unfinished: true }),
      ]),
    )
    expect(saidIn(chat.messages)).toEqual(['user: q [unsupported] [unsupported]', 'assistant: ', 'assistant: stopped'])
    expect(chat.messages.map(({ status }) => status)).toEqual([undefined, 'error', 'cancelled'])
  })

  test('loses a message without an id, and not what hangs on it', () => {
    const chat = onlyChatOf(
      conversation([
        { ...question('q'), children: [{ text: 'no id', children: [{ messageId: 'a', text: 'a' }] }] },
        null,
      ]),
    )
    expect(chat.messages.map(({ parent }) => parent)).toEqual([null, 'q'])
    expect(chat.losses).toEqual([{ kind: 'unreadable', count: 2 }])
  })

  test('may stand with others in an array, and is none without messages', () => {
    const one = conversation([question('q')])
    expect(chatsOf([one, { ...one, conversationId: 'other' }])).toHaveLength(2)
    expect(() => libreChat.convert({}, NO_FILES)).toThrow(BadChatError)
    expect(libreChat.convert(conversation([]), NO_FILES)).toBeNull()
  })

  const names = ['flat-branches', 'flat-linear', 'recursive', 'recursive-messagesTree']
  test.each(names)('is read from the example %s', (name) => {
    const facts = factsOf(`import-examples/librechat-${name}.json`)
    const document = facts === null ? conversation([question('q')]) : JSON.parse(facts)
    expect(formatOf(document)?.source).toBe('librechat')
    expect(onlyChatOf(document).messages.length).toBeGreaterThan(0)
  })
})
