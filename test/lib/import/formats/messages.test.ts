import { describe, expect, test } from 'vitest'
import { BadChatError, NO_FILES } from '#lib/import/format.ts'
import { anthropicMessages } from '#lib/import/formats/anthropic-messages.ts'
import { openaiMessages } from '#lib/import/formats/openai-messages.ts'
import { chatsOf, formatOf, onlyChatOf, pathOf, saidIn } from '#test/support/imported.ts'

const PNG = 'iVBORw0KGgo='
const callOf = (id: string, args = '{"a":1}') => ({ id, type: 'function', function: { name: 'add', arguments: args } })

describe('messages in the format of OpenAI', () => {
  test('come with prompt, thoughts, calls and results', () => {
    const chat = onlyChatOf([
      { role: 'system', content: 'Be brief.' },
      { role: 'developer', content: [{ type: 'text', text: 'Very.' }] },
      { role: 'user', content: 'Add.' },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'Hm.',
        tool_calls: [callOf('call_1'), callOf('call_2', '{')],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '3' },
      { role: 'tool', tool_call_id: 'call_2', content: [{ type: 'text', text: 'bad' }] },
      { role: 'assistant', content: 'Three.' },
      { role: 'system', content: 'Later.' },
    ])
    expect(chat.system_prompt).toBe('Be brief.\n\nVery.')
    expect(saidIn(pathOf(chat))).toEqual([
      'user: Add.',
      'assistant: [thinking] [tool_use] [tool_use]',
      'tool: 3',
      'tool: bad',
      'assistant: Three.',
      'system: Later.',
    ])
    expect(chat.messages[1]?.content.slice(1)).toEqual([
      { type: 'tool_use', id: 'call_1', name: 'add', input: { a: 1 } },
      { type: 'tool_use', id: 'call_2', name: 'add', input: {}, raw_input: '{' },
    ])
    expect(chat.losses).toEqual([])
  })

  test('stay as they are where a provider would refuse them', () => {
    const chat = onlyChatOf([
      { role: 'tool', tool_call_id: 'nobody', content: 'orphan' },
      { role: 'assistant', tool_calls: [callOf('open')] },
      { role: 'user', content: 'Well?' },
    ])
    expect(saidIn(pathOf(chat))).toEqual(['tool: orphan', 'assistant: [tool_use]', 'user: Well?'])
  })

  test('that use the same id of a call in each answer have results of their own', () => {
    const round = (text: string) => [
      { role: 'assistant', tool_calls: [callOf('call_0')] },
      { role: 'tool', tool_call_id: 'call_0', content: text },
    ]
    const chat = onlyChatOf([{ role: 'user', content: 'Go.' }, ...round('one'), ...round('two')])
    const ids = chat.messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_result' ? block.tool_use_id : 'id' in block ? block.id : [])),
    )
    expect(ids[0]).toBe(ids[1])
    expect(ids[2]).toBe(ids[3])
    expect(ids[0]).not.toBe(ids[2])
  })

  test('of the old kind, with one function and no id, pair it by its place', () => {
    const chat = onlyChatOf([
      { role: 'user', content: 'Add.' },
      { role: 'assistant', content: null, function_call: { name: 'add', arguments: '{}' } },
      { role: 'function', name: 'add', content: '3' },
    ])
    const [call] = chat.messages[1]?.content ?? []
    expect(call).toMatchObject({ type: 'tool_use', name: 'add' })
    expect(chat.messages[2]?.content).toMatchObject([{ tool_use_id: call?.type === 'tool_use' ? call.id : null }])
  })

  test('may hold pictures, files and recordings', () => {
    const chat = onlyChatOf([
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
          { type: 'image_url', image_url: { url: 'https://a.test/b.png?x=1' } },
          { type: 'image_url', image_url: { url: 'file:///etc/passwd' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${PNG}` } },
          { type: 'input_file', file_id: 'file-1', filename: 'b.pdf' },
          { type: 'input_audio', input_audio: { data: 'x' } },
          { type: 'rune' },
        ],
      },
    ])
    const [picture, remote, , file] = chat.messages[0]?.content ?? []
    expect(picture).toEqual({ type: 'image', source: { kind: 'base64', data: PNG }, media_type: 'image/png' })
    expect(remote).toMatchObject({ source: { kind: 'url', data: 'https://a.test/b.png?x=1' } })
    expect(file).toMatchObject({ type: 'image', source: { kind: 'base64' } })
    expect(chat.losses).toEqual([
      { kind: 'remote_file', count: 1 },
      { kind: 'missing_file', count: 1 },
      { kind: 'missing_file', count: 1, detail: 'b.pdf' },
      { kind: 'audio', count: 1 },
      { kind: 'unsupported', count: 1, detail: 'rune' },
    ])
  })

  test('may be a request, or the items of one to the Responses API', () => {
    const chat = onlyChatOf({
      model: 'gpt-5',
      instructions: 'Be brief.',
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Add.' }] },
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: 'x' },
        { type: 'function_call', call_id: 'c', name: 'add', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output: '3' },
        {
          type: 'message',
          role: 'assistant',
          content: [
            { type: 'output_text', text: 'Three.' },
            { type: 'refusal', refusal: 'No.' },
          ],
        },
        { type: 'novel_item' },
      ],
    })
    expect(chat).toMatchObject({ model: 'gpt-5', system_prompt: 'Be brief.' })
    expect(saidIn(pathOf(chat))).toEqual([
      'user: Add.',
      'assistant: [thinking]',
      'assistant: [tool_use]',
      'tool: 3',
      'assistant: Three. No.',
      'assistant: [unsupported]',
    ])
  })

  test('may be many requests in one array', () => {
    const request = (content: string) => ({ messages: [{ role: 'user', content }] })
    const chats = chatsOf([request('one'), null, request('two')].filter(Boolean))
    expect(chats.map(({ messages }) => saidIn(messages)[0])).toEqual(['user: one', 'user: two'])
    expect(chats[0]?.external_id).not.toBe(chats[1]?.external_id)
    expect(() => openaiMessages.convert(null, NO_FILES)).toThrow(BadChatError)
  })
})

describe('messages in the format of Anthropic', () => {
  const use = (id: string) => ({ type: 'tool_use', id, name: 'add', input: { a: 1 } })
  const result = (tool_use_id: string, content: unknown = '3') => ({ type: 'tool_result', tool_use_id, content })

  test('come with prompt, thoughts and signatures, and each result as a message', () => {
    const chat = onlyChatOf({
      model: 'claude',
      max_tokens: 10,
      system: [{ type: 'text', text: 'Be brief.' }],
      messages: [
        { role: 'user', content: 'Add.' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
            { type: 'redacted_thinking', data: 'cmVk' },
            use('toolu_1'),
            use('toolu_2'),
          ],
        },
        {
          role: 'user',
          content: [
            result('toolu_1'),
            { ...result('toolu_2', [{ type: 'text', text: 'no' }]), is_error: true },
            { type: 'text', text: 'Go on.' },
          ],
        },
      ],
    })
    expect(chat).toMatchObject({ model: 'claude', system_prompt: 'Be brief.', losses: [] })
    expect(saidIn(pathOf(chat))).toEqual([
      'user: Add.',
      'assistant: [thinking] [redacted_thinking] [tool_use] [tool_use]',
      'tool: 3',
      'tool: no',
      'user: Go on.',
    ])
    expect(chat.messages[1]?.content[0]).toEqual({ type: 'thinking', text: 'Hm.', signature: 'c2ln' })
    expect(chat.messages[3]?.content).toMatchObject([{ is_error: true }])
  })

  test('may hold pictures, documents and sources', () => {
    const chat = onlyChatOf([
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
          { type: 'image', source: { type: 'file', file_id: 'x' } },
          { type: 'document', title: 'a.txt', source: { type: 'text', media_type: 'text/plain', data: 'words' } },
          { type: 'document', source: { type: 'url', url: 'ftp://a.test' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          {
            type: 'text',
            text: 'Seen.',
            citations: [{ url: 'https://a.test', title: 'A', cited_text: 'q' }, { url: 'x:' }],
          },
          { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } },
          { type: 'web_search_tool_result', tool_use_id: 's', content: [{ title: 'A', url: 'https://a.test' }] },
        ],
      },
    ])
    expect(saidIn(pathOf(chat))).toEqual([
      'user: [image] [unsupported] [document] [unsupported]',
      'assistant: Seen. [tool_use]',
      'tool: A\nhttps://a.test',
    ])
    expect(chat.messages[1]?.content[0]).toEqual({
      type: 'text',
      text: 'Seen.',
      citations: [{ url: 'https://a.test', title: 'A', cited_text: 'q' }],
    })
  })

  test('stay as they are where the provider would refuse them', () => {
    const chat = onlyChatOf([
      { role: 'user', content: [result('nobody')] },
      { role: 'assistant', content: [use('open')] },
      { role: 'tool', content: 'of no format' },
      { role: 'user', content: [{ type: 'rune' }, result('x', [result('y'), { type: 'rune' }])] },
    ])
    expect(saidIn(pathOf(chat))).toEqual([
      'tool: 3',
      'assistant: [tool_use]',
      'tool: [unsupported]',
      'user: [unsupported]',
    ])
  })

  test('are told from those of OpenAI by what only they have', () => {
    expect(formatOf([{ role: 'assistant', content: [use('x')] }])?.source).toBe('anthropic_messages')
    expect(formatOf({ system: 'x', max_tokens: 1, messages: [{ role: 'user', content: 'Hi' }] })?.source).toBe(
      'anthropic_messages',
    )
    expect(formatOf([{ role: 'user', content: 'Hi' }])?.source).toBe('openai_messages')
    expect(formatOf([{ role: 'wizard', content: 'Hi' }])).toBeNull()
    expect(() => anthropicMessages.convert({}, NO_FILES)).toThrow(BadChatError)
  })
})
