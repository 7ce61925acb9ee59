import { describe, expect, test } from 'vitest'
import type { ContentBlock } from '#lib/canonical/block.ts'
import { conversation, parts, words } from '#test/support/chatgpt-builder.ts'
import { onlyChatOf, pathOf, saidIn } from '#test/support/imported.ts'

const code = (text: string, language = 'python') => ({ content_type: 'code', language, text })
const python = (text = '1+2') => ({ role: 'assistant', recipient: 'python', content: code(text) })
const printed = (text: string) => ({
  role: 'tool',
  name: 'python',
  content: { content_type: 'execution_output', text },
})
const answer = { role: 'assistant' }

function blockOf(nodes: Parameters<typeof conversation>[0], index: number): ContentBlock | undefined {
  return onlyChatOf([conversation(nodes)]).messages[index]?.content[0]
}

describe('a tool of ChatGPT', () => {
  test('is a call with its arguments, and a result that names the call', () => {
    const chat = onlyChatOf([conversation({ q: {}, call: python(), out: printed('3'), a: answer })])
    expect(chat.messages.slice(1, 3)).toMatchObject([
      { content: [{ type: 'tool_use', id: 'call', name: 'python', input: { code: '1+2' } }], stop_reason: 'tool_use' },
      { role: 'tool', content: [{ type: 'tool_result', tool_use_id: 'call', content: [{ text: '3' }] }] },
    ])
  })

  test('has arguments that are JSON as such, and others as the text they are', () => {
    const call = (text: string) => ({ ...python(), content: code(text, 'json'), recipient: 'web.run' })
    expect(blockOf({ q: {}, call: call('{"a":[1]}') }, 1)).toMatchObject({ input: { a: [1] } })
    expect(blockOf({ q: {}, call: call('{"a"') }, 1)).toEqual({
      type: 'tool_use',
      id: 'call',
      name: 'web.run',
      input: { code: '{"a"' },
    })
    const said = { role: 'assistant', recipient: 'bio', content: words('likes tea') }
    expect(blockOf({ q: {}, said }, 1)).toMatchObject({ name: 'bio', input: { text: 'likes tea' } })
  })

  test('that answers in several messages has one result, failed where one of them failed', () => {
    const failed = { ...printed(''), content: { content_type: 'system_error', name: 'tool_error', text: 'no' } }
    const chat = onlyChatOf([conversation({ q: {}, call: python(), out: printed('3'), failed, a: answer })])
    expect(saidIn(pathOf(chat))).toEqual(['user: q', 'assistant: [tool_use]', 'tool: 3 tool_error: no', 'assistant: a'])
    expect(chat.messages[2]?.content).toMatchObject([{ is_error: true }])
  })

  test('called twice at once has each result with its own call, by name', () => {
    const browser = { ...python('{}'), recipient: 'browser' }
    const found = { ...printed('found'), name: 'browser' }
    const chat = onlyChatOf([conversation({ q: {}, one: python(), two: browser, found, out: printed('3') })])
    const results = chat.messages.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_result'))
    expect(results).toMatchObject([{ tool_use_id: 'two' }, { tool_use_id: 'one' }])
  })

  test('that nobody called gets a call, so that its result is seen', () => {
    const chat = onlyChatOf([conversation({ q: {}, out: { ...printed('3'), name: 'myfiles_browser' }, a: answer })])
    expect(saidIn(pathOf(chat))).toEqual(['user: q', 'assistant: [tool_use]', 'tool: 3', 'assistant: a'])
    expect(chat.messages[1]?.content).toEqual([{ type: 'tool_use', id: 'out', name: 'myfiles_browser', input: {} }])
  })

  test('that was called twice from one place has a result in each branch', () => {
    const chat = onlyChatOf([
      conversation({ q: {}, one: python(), out: printed('3'), two: { ...python(), parent: 'q' }, more: printed('4') }),
    ])
    expect(saidIn(pathOf(chat, 'out'))).toEqual(['user: q', 'assistant: [tool_use]', 'tool: 3'])
    expect(saidIn(pathOf(chat, 'more'))).toEqual(['user: q', 'assistant: [tool_use]', 'tool: 4'])
  })

  test.each([
    [
      'a quote',
      { content_type: 'tether_quote', url: 'https://a.test', title: 'A', text: 'quoted' },
      'A\nhttps://a.test\n\nquoted',
    ],
    [
      'a page',
      { content_type: 'sonic_webpage', url: 'https://a.test', title: 'A', snippet: 'short' },
      'A\nhttps://a.test\n\nshort',
    ],
    ['a list', { content_type: 'tether_browsing_display', result: 'one', summary: null }, 'one'],
    ['what code cites', { content_type: 'citable_code_output', output_str: 'rows' }, 'rows'],
    [
      'a screen',
      { content_type: 'computer_output', state: { title: 'A', url: 'https://a.test' } },
      'A\nhttps://a.test',
    ],
  ])('shows %s in words', (_what, content, text) => {
    const out = { role: 'tool', name: 'web', content }
    const chat = onlyChatOf([conversation({ q: {}, call: { ...python(), recipient: 'web' }, out })])
    expect(saidIn(chat.messages).at(-1)).toBe(`tool: ${text}`)
  })

  test('names what a search found', () => {
    const metadata = {
      search_result_groups: [{ entries: [{ title: 'Towns', url: 'https://a.test', snippet: 'A list.' }, null] }, 3],
    }
    const out = { role: 'tool', name: 'web', metadata, content: { content_type: 'tether_browsing_display' } }
    const chat = onlyChatOf([conversation({ q: {}, call: { ...python(), recipient: 'web' }, out })])
    expect(saidIn(chat.messages).at(-1)).toBe('tool: Towns\nhttps://a.test\nA list.')
  })

  test('whose code is said to everybody is code in the answer', () => {
    const said = { role: 'assistant', content: code('a ``` b', 'js') }
    expect(blockOf({ q: {}, said }, 1)).toEqual({ type: 'text', text: '````js\na ``` b\n````' })
  })
})

describe('a picture of ChatGPT', () => {
  const pointer = (asset_pointer: string) => ({ content_type: 'image_asset_pointer', asset_pointer })
  const files = (...names: string[]) => ({ names, sides: new Map<string, unknown>() })
  const upload = {
    content: parts(pointer('file-service://file-abc'), 'Look.'),
    metadata: { attachments: [{ id: 'file-abc', name: 'photo.jpg', mime_type: 'image/jpeg' }] },
  }

  test.each([['file-abc.dat'], ['export/file-abc.dat'], ['file-abc-my-photo.jpg'], ['file-abc.jpg']])(
    'is found as %s, and stands in its message once',
    (name) => {
      const chat = onlyChatOf([conversation({ q: upload })], files('file-abcd.dat', name))
      expect(chat.messages[0]?.content).toEqual([
        { type: 'image', source: { kind: 'file_ref', data: `import:${name}` }, media_type: 'image/jpeg' },
        { type: 'text', text: 'Look.' },
      ])
      expect(chat.losses).toEqual([])
    },
  )

  test('that is not in the archive keeps its place and is counted', () => {
    const chat = onlyChatOf([conversation({ q: upload })])
    expect(saidIn(chat.messages)).toEqual(['user: [unsupported] Look.'])
    expect(chat.losses).toEqual([{ kind: 'missing_file', count: 1, detail: 'photo.jpg' }])
  })

  test('that was made is the result of a tool, whoever shows it', () => {
    const made = { role: 'tool', name: 'dalle.text2im', content: parts(pointer('sediment://file_0a')) }
    const call = { role: 'assistant', recipient: 'dalle.text2im', content: code('{"prompt":"dots"}', 'json') }
    const shown = { role: 'assistant', content: parts(pointer('sediment://file_0a')) }
    const chat = onlyChatOf([conversation({ q: {}, call, made, next: {}, shown })], files('u/file_0a-9f.png'))
    expect(saidIn(pathOf(chat))).toEqual([
      'user: q',
      'assistant: [tool_use]',
      'tool: [image]',
      'user: next',
      'assistant: [tool_use]',
      'tool: [image]',
    ])
  })

  test('that code drew is in the result of the code', () => {
    const metadata = {
      aggregate_result: { messages: [{ message_type: 'image', image_url: 'file-service://file-plot' }, {}] },
    }
    const nodes = { q: {}, call: python(), out: { ...printed('done'), metadata } }
    const chat = onlyChatOf([conversation(nodes)], files('file-plot.dat'))
    expect(saidIn(chat.messages).at(-1)).toBe('tool: done [image]')
  })

  test('has the type and name that the side files say', () => {
    const sides = new Map<string, unknown>([
      ['conversation_asset_file_names.json', { 'file-abc.dat': 'rows.csv' }],
      ['x/library_files.json', [{ file_id: 'file_0a', file_name: 'three dots.png', mime_type: 'image/png' }, null]],
    ])
    const metadata = { attachments: [{ id: 'file-abc' }] }
    const chat = onlyChatOf([conversation({ q: { content: parts(pointer('sediment://file_0a')), metadata } })], {
      names: ['file-abc.dat', 'file_0a.dat'],
      sides,
    })
    expect(chat.messages[0]?.content).toEqual([
      { type: 'image', source: { kind: 'file_ref', data: 'import:file_0a.dat' }, media_type: 'image/png' },
      {
        type: 'document',
        source: { kind: 'file_ref', data: 'import:file-abc.dat' },
        media_type: 'text/csv',
        name: 'rows.csv',
      },
    ])
  })
})

test('what was spoken to ChatGPT is there in words, and its recordings are counted', () => {
  const spoken = parts(
    { content_type: 'audio_transcription', text: 'Read it aloud.', direction: 'in' },
    { content_type: 'real_time_user_audio_video_asset_pointer', frames_asset_pointers: [], audio_asset_pointer: {} },
    { content_type: 'real_time_user_audio_video_asset_pointer', frames_asset_pointers: [{}] },
    { content_type: 'audio_asset_pointer', asset_pointer: 'sediment://file_b' },
  )
  const chat = onlyChatOf([conversation({ q: { content: spoken } })])
  expect(saidIn(chat.messages)).toEqual(['user: Read it aloud.'])
  expect(chat.losses).toEqual([
    { kind: 'audio', count: 2 },
    { kind: 'video', count: 1 },
  ])
})

test('a link to a file of ChatGPT that is nowhere is counted, and so is a project without a name', () => {
  const a = { role: 'assistant', content: words('[plot](sandbox:/mnt/data/a.png)') }
  expect(onlyChatOf([conversation({ q: {}, a }, { gizmo_id: 'g-p-1' })]).losses).toEqual([
    { kind: 'sandbox_link', count: 1 },
    { kind: 'project', count: 1 },
  ])
})
