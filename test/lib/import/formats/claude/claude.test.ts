import { describe, expect, test } from 'vitest'
import { BadChatError, NO_FILES } from '#lib/import/format.ts'
import { claude } from '#lib/import/formats/claude/claude.ts'
import { chatsOf, formatOf, onlyChatOf, pathOf, saidIn } from '#test/support/imported.ts'
import { factsOf } from '#test/support/recording.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
let seconds = 0

interface Fields {
  parent?: string | null
  content?: unknown
  text?: string
  attachments?: unknown
  files?: unknown
}

function said(sender: string, uuid: string, { parent, ...fields }: Fields = {}) {
  seconds += 1
  const created_at = new Date(1_760_000_000_000 + seconds * 1_000).toISOString()
  const link = parent === undefined ? {} : { parent_message_uuid: parent }
  return { uuid, sender, text: '', content: [{ type: 'text', text: uuid }], created_at, ...link, ...fields }
}

const conversation = (chat_messages: unknown, fields: Record<string, unknown> = {}) => ({
  uuid: 'chat',
  name: 'A chat',
  created_at: '2025-12-08T17:00:00.000000Z',
  updated_at: '2025-12-08T17:10:00.000000Z',
  chat_messages,
  ...fields,
})
const answered = (...content: unknown[]) =>
  onlyChatOf([conversation([said('human', 'q'), said('assistant', 'a', { content })])])

describe('a conversation of Claude', () => {
  test('has its title and times, and no model', () => {
    const chat = onlyChatOf([conversation([said('human', 'q'), said('assistant', 'a')], { is_starred: true })])
    expect(chat).toMatchObject({
      external_id: 'chat',
      title: 'A chat',
      created_at: '2025-12-08T17:00:00.000000Z',
      updated_at: '2025-12-08T17:10:00.000000Z',
      model: null,
      pinned: true,
      losses: [],
    })
  })

  test('keeps its branches, and shows the newest', () => {
    const chat = onlyChatOf([
      conversation([
        said('human', 'q', { parent: NOBODY }),
        said('assistant', 'a', { parent: 'q' }),
        said('human', 'more', { parent: 'a' }),
        said('assistant', 'again', { parent: 'q' }),
        said('human', 'edited', { parent: NOBODY }),
        said('assistant', 'b', { parent: 'again' }),
      ]),
    ])
    expect(saidIn(pathOf(chat))).toEqual(['user: q', 'assistant: again', 'assistant: b'])
    expect(chat.messages.map(({ parent }) => parent)).toEqual([null, 'q', 'a', 'q', null, 'again'])
  })

  test('of an older export goes by the order of its messages', () => {
    const chat = onlyChatOf([conversation([said('human', 'q'), null, said('assistant', 'a'), { sender: 'wizard' }])])
    expect(chat.messages.map(({ parent }) => parent)).toEqual([null, 'q'])
    expect(chat.losses).toEqual([{ kind: 'unreadable', count: 2 }])
  })

  test('is read from its content, and from its flat text only where there is none', () => {
    const text = '```\nThis block is not supported on your current device yet.\n```'
    const chat = onlyChatOf([
      conversation([said('human', 'q', { text }), said('assistant', 'a', { content: [], text: 'Flat.' })]),
    ])
    expect(saidIn(chat.messages)).toEqual(['user: q', 'assistant: Flat.'])
  })

  test('has thoughts, or what is left of them, with a signature only where the file has one', () => {
    const chat = answered(
      { type: 'thinking', thinking: 'Compare.', signature: null },
      { type: 'thinking', thinking: '', summaries: [{ summary: 'Only this' }, null] },
      { type: 'thinking', thinking: 'Signed.', signature: 'c2ln' },
      { type: 'thinking', thinking: '' },
    )
    expect(chat.messages[1]?.content).toEqual([
      { type: 'thinking', text: 'Compare.' },
      { type: 'thinking', text: 'Only this' },
      { type: 'thinking', text: 'Signed.', signature: 'c2ln' },
    ])
  })

  test('has a call and its result as messages, and what was said after as another', () => {
    const chat = answered(
      { type: 'text', text: 'One moment.' },
      { type: 'tool_use', id: 'toolu_1', name: 'web_search', input: { query: 'herons' } },
      {
        type: 'tool_result',
        tool_use_id: 'toolu_1',
        content: [{ type: 'knowledge', title: 'Herons', url: 'https://a.test', text: 'They fish.' }],
      },
      { type: 'text', text: 'They fish.' },
    )
    expect(saidIn(pathOf(chat))).toEqual([
      'user: q',
      'assistant: One moment. [tool_use]',
      'tool: Herons\nhttps://a.test\n\nThey fish.',
      'assistant: They fish.',
    ])
    expect(chat.messages.map(({ external_id }) => external_id)).toEqual(['q', 'a', 'a/2', 'a/3'])
  })

  test('hangs what follows an answer on the last of its messages', () => {
    const content = [
      { type: 'tool_use', id: 'x', name: 'view', input: {} },
      { type: 'tool_result', tool_use_id: 'x', content: 'seen' },
    ]
    const chat = onlyChatOf([conversation([said('assistant', 'a', { content }), said('human', 'q', { parent: 'a' })])])
    expect(chat.messages.map(({ parent }) => parent)).toEqual([null, 'a', 'a/2'])
  })

  test('pairs calls and results without ids in their order', () => {
    const call = (name: string) => ({ type: 'tool_use', id: null, name, input: {} })
    const result = (text: string, is_error = false) => ({
      type: 'tool_result',
      tool_use_id: null,
      content: [{ type: 'text', text }],
      is_error,
    })
    const chat = answered(call('one'), call('two'), result('1'), result('2', true), result('3'))
    expect(saidIn(pathOf(chat))).toEqual([
      'user: q',
      'assistant: [tool_use] [tool_use]',
      'tool: 1',
      'tool: 2',
      'assistant: [tool_use]',
      'tool: 3',
    ])
    const ids = chat.messages.flatMap(({ content }) =>
      content.flatMap((block) => {
        if (block.type === 'tool_result') return block.tool_use_id
        return block.type === 'tool_use' ? block.id : []
      }),
    )
    expect(ids).toEqual(['a:call:0', 'a:call:1', 'a:call:0', 'a:call:1', 'a:call:4', 'a:call:4'])
  })

  test('cites what can be opened, where it says', () => {
    const citation = (url: string, start_index: number, end_index: number) => ({
      start_index,
      end_index,
      details: { type: 'web_search_citation', url },
    })
    const citations = [
      citation('https://a.test', 0, 5),
      citation('javascript:1', 0, 1),
      citation('https://b.test', 3, 999),
    ]
    const chat = answered({ type: 'text', text: 'Herons fish.', citations })
    expect(chat.messages[1]?.content).toEqual([
      {
        type: 'text',
        text: 'Herons fish.',
        citations: [{ url: 'https://a.test', start: 0, end: 5 }, { url: 'https://b.test' }],
      },
    ])
  })

  test('keeps the text of an upload as a document, and the place of one that is only named', () => {
    const chat = onlyChatOf([
      conversation([
        said('human', 'q', {
          attachments: [{ file_name: 'paste.txt', extracted_content: 'Füße' }, { file_name: 'scan.pdf' }],
          files: [{ file_name: 'photo.png' }],
        }),
        said('human', 'only', { content: [], files: [{ file_name: 'photo.png' }] }),
      ]),
    ])
    expect(chat.messages[0]?.content[1]).toEqual({
      type: 'document',
      source: { kind: 'base64', data: Buffer.from('Füße').toString('base64') },
      media_type: 'text/plain',
      name: 'paste.txt',
    })
    expect(saidIn(chat.messages)).toEqual(['user: q [document] [unsupported] [unsupported]', 'user: [unsupported]'])
    expect(chat.losses).toEqual([
      { kind: 'missing_file', count: 1, detail: 'scan.pdf' },
      { kind: 'missing_file', count: 2, detail: 'photo.png' },
    ])
  })

  test('keeps blocks of unknown kinds, also in a result, and nothing of a budget', () => {
    const chat = answered(
      { type: 'voice_note', any: 'thing' },
      { type: 'token_budget', remaining: 7 },
      { type: 'tool_use', id: 'x', name: 'view', input: 'not an object' },
      { type: 'tool_result', tool_use_id: 'x', content: [{ type: 'local_resource', name: 'a.md' }, { type: 'rune' }] },
    )
    expect(saidIn(pathOf(chat))).toEqual([
      'user: q',
      'assistant: [unsupported] [tool_use]',
      'tool: [unsupported] [unsupported]',
    ])
    expect(chat.losses).toEqual([
      { kind: 'unsupported', count: 1, detail: 'voice_note' },
      { kind: 'missing_file', count: 1, detail: 'a.md' },
      { kind: 'unsupported', count: 1, detail: 'rune' },
    ])
  })

  test('that says its project has its name for a folder and its instructions for a prompt', () => {
    const sides = new Map<string, unknown>([
      ['projects.json', [{ uuid: 'p1', name: 'Birds', prompt_template: 'Answer briefly.' }]],
      ['projects/p2.json', { uuid: 'p2', name: 'Towns', prompt_template: '' }],
    ])
    const of = (project: unknown) => onlyChatOf([conversation([said('human', 'q')], { project })], { names: [], sides })
    expect(of({ uuid: 'p1' })).toMatchObject({ folder: 'Birds', system_prompt: 'Answer briefly.' })
    expect(of({ uuid: 'p2' })).toMatchObject({ folder: 'Towns', system_prompt: null })
    expect(of({ uuid: 'p3', name: 'Own name' })).toMatchObject({ folder: 'Own name', system_prompt: null })
    expect(of(null)).toMatchObject({ folder: null })
    expect(
      ['projects.json', 'x/projects-000.json', 'projects/p2.json', 'users.json'].map(claude.isSide ?? (() => null)),
    ).toEqual([true, true, true, false])
  })

  test('without messages is nothing, and without a list of them none at all', () => {
    expect(claude.convert(conversation([]), NO_FILES)).toBeNull()
    expect(() => claude.convert({ mapping: {} }, NO_FILES)).toThrow(BadChatError)
  })
})

test('a shared conversation of Claude has the id that it has in an export', () => {
  const snapshot = {
    uuid: 'link',
    conversation_uuid: 'chat',
    snapshot_name: 'Shared',
    chat_messages: [{ uuid: 'q', index: 0, sender: 'human', text: 'Which town?', content: null }],
  }
  const chat = onlyChatOf(snapshot)
  expect(chat).toMatchObject({ external_id: 'chat', title: 'Shared' })
  expect(saidIn(chat.messages)).toEqual(['user: Which town?'])
})

const facts = factsOf('import-examples/claude-conversations.json')
test.skipIf(facts === null)('every conversation of the example is read, and the empty one is nothing', () => {
  const all = JSON.parse(facts ?? '') as unknown[]
  expect(formatOf(all)?.source).toBe('claude')
  expect(chatsOf(all)).toHaveLength(3)
})
