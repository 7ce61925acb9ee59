import { describe, expect, test } from 'vitest'
import { typingMindChunk } from '#lib/import/formats/typing-mind.ts'
import { chatsOf, formatOf, onlyChatOf, pathOf, saidIn, valuesOf } from '#test/support/imported.ts'
import { factsOf } from '#test/support/recording.ts'

describe('TypingMind', () => {
  const chat = {
    chatID: 'Ab3dE',
    chatTitle: 'A chat',
    folderID: 'fo-1',
    tags: ['starred', 3],
    createdAt: '2025-10-09T10:00:00.000Z',
    messages: [
      {
        uuid: 'q',
        role: 'user',
        content: [
          { type: 'text', text: 'Hi' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        ],
      },
      { uuid: 'a', role: 'assistant', content: 'Hello', model: 'gpt-4o', createdAt: '2025-10-09T10:00:01.000Z' },
    ],
  }
  const folders = [{ id: 'fo-1', title: 'Folder', settings: { systemMessage: 'Be brief.' } }]

  test('comes with folder, its prompt, tags and pictures, and without what was deleted', () => {
    const deleted = { ...chat, chatID: 'gone', deletedAt: '2025-10-09T10:00:00.000Z' }
    const imported = onlyChatOf({ data: { chats: [deleted, chat], folders } })
    expect(imported).toMatchObject({
      external_id: 'Ab3dE',
      title: 'A chat',
      folder: 'Folder',
      system_prompt: 'Be brief.',
      model: 'gpt-4o',
      tags: ['starred'],
    })
    expect(saidIn(pathOf(imported))).toEqual(['user: Hi [image]', 'assistant: Hello'])
    expect(imported.messages[1]).toMatchObject({ external_id: 'a', created_at: '2025-10-09T10:00:01.000000Z' })
  })

  test('in chunks finds the folders in the file beside them', () => {
    const sides = new Map([['data.json', { data: { chats: { chunks: [] }, folders } }]])
    expect(onlyChatOf([chat], { names: [], sides })).toMatchObject({ folder: 'Folder' })
    expect(typingMindChunk.isSide?.('x/data.json')).toBe(true)
    expect(formatOf({ data: { chats: { chunks: ['chunks/chats_part_1.json'] }, folders } })).toBeNull()
  })
})

describe('big-AGI', () => {
  const text = (words: string) => ({ ft: 'content', part: { pt: 'text', text: words } })
  const conversation = {
    id: 'c',
    systemPurposeId: 'Generic',
    userTitle: 'A chat',
    created: 1_760_000_000_000,
    messages: [
      { id: 's', role: 'system', fragments: [text('Be brief.')] },
      {
        id: 'q',
        role: 'user',
        fragments: [
          text('Look.'),
          { ft: 'attachment', part: { pt: 'doc', data: { text: 'words' }, l1Title: 'notes.txt' } },
          { ft: 'content', title: 'photo', part: { pt: 'image_ref' } },
          { ft: 'content', part: { pt: 'tool_invocation', id: 'x' } },
        ],
      },
      {
        id: 'a',
        role: 'assistant',
        generator: { name: 'gpt-4o' },
        fragments: [
          { ft: 'void', part: { pt: 'ma', aText: 'Hm.' } },
          { ft: 'content', part: { pt: 'tool_invocation', id: 't', invocation: { name: 'f', args: '{"a":1}' } } },
          { ft: 'content', part: { pt: 'tool_response', id: 't', error: 'broke', response: {} } },
          { ft: 'void', part: { pt: 'ph' } },
          { ft: 'content', part: { pt: 'error', error: 'It broke' } },
        ],
      },
    ],
  }
  const models = { sources: [{ setup: { oaiKey: 'SYNTHETIC-NOT-A-KEY' } }] }

  test('comes with its parts, its folder and never a key', () => {
    const folders = { folders: [{ title: 'Folder', conversationIds: ['c'] }], enableFolders: true }
    const chat = onlyChatOf({ conversations: [conversation], models, folders })
    expect(chat).toMatchObject({
      external_id: 'c',
      title: 'A chat',
      folder: 'Folder',
      system_prompt: 'Be brief.',
      model: 'gpt-4o',
    })
    expect(saidIn(pathOf(chat))).toEqual([
      'user: Look. [document] [unsupported] [unsupported]',
      'assistant: [thinking] [tool_use]',
      'tool: broke',
      'assistant: It broke',
    ])
    expect(chat.losses).toEqual([
      { kind: 'missing_file', count: 1, detail: 'photo' },
      { kind: 'unsupported', count: 1, detail: 'tool_invocation' },
    ])
    const format = formatOf({ conversations: [conversation], models })
    expect(JSON.stringify(format && valuesOf(format, { conversations: [conversation], models }))).not.toContain('KEY')
  })

  test('is one conversation as well, and of version 3 a text for each message', () => {
    const old = {
      id: 'old',
      messages: [{ id: 'm', role: 'user', text: 'Hi', originLLM: 'x' }],
      systemPurposeId: 'Generic',
    }
    expect(saidIn(onlyChatOf(old).messages)).toEqual(['user: Hi'])
    expect(onlyChatOf(conversation).external_id).toBe('c')
  })
})

test('LobeChat has a chat for each topic, in the folder of its assistant, and one for what is in none', () => {
  const message = (id: string, fields: Record<string, unknown>) => ({
    id,
    sessionId: 's',
    role: 'user',
    content: id,
    createdAt: 1_760_000_000_000,
    ...fields,
  })
  const state = {
    sessions: [{ id: 's', meta: { title: 'Assistant' }, config: { model: 'gpt-4o', systemRole: 'Be brief.' } }],
    topics: [{ id: 't', title: 'Topic', sessionId: 's', favorite: true }],
    messages: [
      message('q', { topicId: 't' }),
      message('a', {
        topicId: 't',
        role: 'assistant',
        parentId: 'q',
        extra: { fromModel: 'gpt-5' },
        tools: [{ id: 'c', apiName: 'search', arguments: '{"q":1}' }],
      }),
      message('r', { topicId: 't', role: 'tool', tool_call_id: 'c', content: 'found' }),
      message('b', { topicId: 't', role: 'assistant', parentId: 'q', createdAt: 1_760_000_009_000 }),
      message('alone', {}),
      { content: 'no id', sessionId: 's' },
    ],
  }
  const [topic, rest] = chatsOf({ exportType: 'all', version: 7, state })
  expect(topic).toMatchObject({
    external_id: 't',
    title: 'Topic',
    folder: 'Assistant',
    pinned: true,
    system_prompt: 'Be brief.',
  })
  expect(saidIn(topic?.messages ?? [])).toEqual(['user: q', 'assistant: a [tool_use]', 'tool: found', 'assistant: b'])
  expect(topic?.head).toBe('b')
  expect(rest).toMatchObject({
    external_id: 's',
    title: 'Assistant',
    folder: null,
    losses: [{ kind: 'unreadable', count: 1 }],
  })
})

test('Grok keeps branches, thoughts and what was broken off', () => {
  const response = (_id: string, sender: string, fields = {}) => ({
    response: { _id, sender, message: _id, model: '', ...fields },
  })
  const chat = onlyChatOf({
    conversations: [
      {
        conversation: { id: 'g', title: 'A chat', create_time: '2026-07-14T03:25:09.401949Z', starred: true },
        responses: [
          response('q', 'human', { create_time: { $date: { $numberLong: '1783999510820' } } }),
          response('a', 'ASSISTANT', { parent_response_id: 'q', model: 'grok-4', thinking_trace: 'Hm.' }),
          response('b', 'assistant', { parent_response_id: 'q', message: '', partial: true }),
          response('c', 'wizard'),
        ],
      },
    ],
  })
  expect(chat).toMatchObject({
    external_id: 'g',
    pinned: true,
    created_at: '2026-07-14T03:25:09.401949Z',
    model: 'grok-4',
  })
  expect(saidIn(chat.messages)).toEqual(['user: q', 'assistant: [thinking] a', 'assistant: '])
  expect(chat.messages[2]).toMatchObject({ parent: 'q', status: 'cancelled' })
})

test('HuggingChat has its files once, though each message names them all', () => {
  const files = ['file-1.png', 'gone.png']
  const message = (id: string, from: string, ancestors: string[], fields = {}) => ({
    id,
    from,
    content: id,
    ancestors,
    files,
    ...fields,
  })
  const messages = [
    message('s', 'system', []),
    message('q', 'user', ['s']),
    message('a', 'assistant', ['s', 'q']),
    message('b', 'assistant', ['s', 'q'], { reasoning: 'Hm.', interrupted: true }),
    message('more', 'user', ['s', 'q', 'b']),
    { from: 'user' },
  ]
  const names = ['conversation/file-1.png']
  const chat = onlyChatOf([{ _id: 'h', title: 'A chat', model: 'org/model', messages }], { names, sides: new Map() })
  expect(chat).toMatchObject({ external_id: 'h', system_prompt: 's', model: 'org/model' })
  expect(saidIn(chat.messages)).toEqual([
    'user: q [image] [unsupported]',
    'assistant: a',
    'assistant: [thinking] b',
    'user: more',
  ])
  expect(chat.losses).toEqual([
    { kind: 'unreadable', count: 1 },
    { kind: 'missing_file', count: 1, detail: 'gone.png' },
  ])
})

const EXAMPLES = [
  ['aistudio-chunkedPrompt', 'aistudio', 1],
  ['bigagi-backup.agi', 'bigagi', 2],
  ['chatbotui-v4', 'chatbotui', 1],
  ['chatui-conversations', 'huggingchat', 1],
  ['grok-prod-grok-backend', 'grok', 1],
  ['lobechat-all', 'lobechat', 1],
  ['typingmind-data', 'typingmind', 1],
  ['openwebui-export', 'openwebui', 2],
  ['chatgpt-shard-000', 'chatgpt', null],
  ['claude-shared-snapshot', 'claude', 1],
] as const

const isAlone = factsOf('import-examples/README.md') === null

describe('the example', () => {
  test.skipIf(isAlone).each(EXAMPLES)('%s is of %s', (name, source, count) => {
    const document: unknown = JSON.parse(factsOf(`import-examples/${name}.json`) ?? '')
    expect(formatOf(document)?.source).toBe(source)
    const chats = chatsOf(document)
    expect(chats.length).toBe(count ?? chats.length)
    expect(chats.length).toBeGreaterThan(0)
  })

  test
    .skipIf(isAlone)
    .each([
      'chatgpt-user',
      'chatgpt-message_feedback',
      'chatgpt-shared_conversations',
      'chatgpt-export_manifest',
      'chatgpt-library_files',
      'claude-users',
      'claude-projects',
      'claude-memories',
      'claude-download-manifest',
    ])('%s is no chat', (name) => {
    expect(formatOf(JSON.parse(factsOf(`import-examples/${name}.json`) ?? ''))).toBeNull()
  })
})
