import { describe, expect, test } from 'vitest'
import { BadChatError, NO_FILES } from '#lib/import/format.ts'
import { foldedBlocks } from '#lib/import/formats/open-webui/details.ts'
import { openWebUi } from '#lib/import/formats/open-webui/open-webui.ts'
import { onlyChatOf, pathOf, saidIn } from '#test/support/imported.ts'
import { factsOf } from '#test/support/recording.ts'

const PNG = 'iVBORw0KGgo='
const question = { role: 'user', parentId: null, content: 'Name a number.', timestamp: 1_760_000_000 }
const answer = {
  role: 'assistant',
  parentId: 'q',
  content: 'Two.',
  timestamp: 1_760_000_001,
  model: 'model-a',
  done: true,
}

const row = (messages: Record<string, unknown>, { currentId = null, ...fields }: Record<string, unknown> = {}) => ({
  id: 'chat',
  title: 'A chat',
  chat: {
    id: '',
    models: ['model-a'],
    params: { system: 'Be brief.' },
    history: { messages, currentId },
    messages: [],
  },
  created_at: 1_760_000_000,
  updated_at: 1_760_000_004,
  ...fields,
})
const answered = (fields: object) => onlyChatOf([row({ q: question, a: { ...answer, ...fields } })])

describe('a chat of Open WebUI', () => {
  test('has its title, times, prompt, model, tags, pin and archive', () => {
    const fields = { pinned: true, archived: true, meta: { tags: ['one', { name: 'two' }, 3] }, folder_id: 'folder' }
    expect(onlyChatOf([row({ q: question }, fields)])).toMatchObject({
      external_id: 'chat',
      title: 'A chat',
      created_at: '2025-10-09T08:53:20.000000Z',
      updated_at: '2025-10-09T08:53:24.000000Z',
      model: 'model-a',
      system_prompt: 'Be brief.',
      tags: ['one', 'two'],
      pinned: true,
      archived: true,
      losses: [{ kind: 'project', count: 1 }],
    })
  })

  test('has the answers of several models as branches, and shows the chosen one', () => {
    const messages = {
      q: { ...question, childrenIds: ['a', 'b', 'ghost'] },
      a: answer,
      b: { ...answer, model: 'model-b' },
    }
    const chat = onlyChatOf([row(messages, { currentId: 'a' })])
    expect(chat.messages.map(({ parent, model }) => [parent, model])).toEqual([
      [null, undefined],
      ['q', 'model-a'],
      ['q', 'model-b'],
    ])
    expect(chat.head).toBe('a')
  })

  test('takes the next message that is there where the current one is gone', () => {
    const messages = { q: question, a: answer, b: answer }
    expect(onlyChatOf([row(messages, { currentId: 'gone', current_message_id: 'a' })]).head).toBe('a')
    expect(onlyChatOf([row(messages, { currentId: 'gone' })]).head).toBe('b')
  })

  test('of an old version is a list without a tree', () => {
    const chat = {
      title: 'Old',
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
      ],
    }
    const old = onlyChatOf([{ id: 'old', title: null, chat }])
    expect(saidIn(pathOf(old))).toEqual(['user: Hi', 'assistant: Hello'])
    expect(old.title).toBe('Old')
    expect(onlyChatOf({ id: 'old', title: null, chat })).toEqual(old)
  })

  test('has what a model made from its output, and not once more from its text', () => {
    const chat = answered({
      content: '<details type="reasoning"><summary>x</summary>\n&gt; Hm.\n</details>\nTwo.',
      output: [
        { type: 'reasoning', content: [{ type: 'output_text', text: 'Hm.' }] },
        { type: 'function_call', call_id: 'c', name: 'get_time', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_text', text: 'noon' }] },
        { type: 'message', content: [{ type: 'output_text', text: 'Two.' }] },
        { type: 'novel' },
      ],
    })
    expect(saidIn(pathOf(chat))).toEqual([
      'user: Name a number.',
      'assistant: [thinking] [tool_use]',
      'tool: noon',
      'assistant: Two. [unsupported]',
    ])
    expect(JSON.stringify(chat)).not.toContain('details')
  })

  test('has pictures and documents by their bytes and texts, and the place of others', () => {
    const files = [
      { type: 'image', url: `data:image/png;base64,${PNG}` },
      { type: 'file', name: 'notes.md', file: { data: { content: '# Notes' } } },
      { type: 'collection', name: 'Papers' },
    ]
    const chat = onlyChatOf([row({ q: { ...question, files } })])
    expect(chat.messages[0]?.content.slice(1)).toMatchObject([
      { type: 'image', source: { kind: 'base64', data: PNG }, media_type: 'image/png' },
      { type: 'document', media_type: 'text/markdown', name: 'notes.md' },
      { type: 'unsupported', original_type: 'file' },
    ])
    expect(chat.losses).toEqual([{ kind: 'missing_file', count: 1, detail: 'Papers' }])
  })

  test('has content in parts, a picture of an answer as the result of a tool, and says how it ended', () => {
    const content = [
      { type: 'text', text: 'Nineteen.' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
    ]
    const chat = answered({ content, done: false, error: { content: 'It broke' } })
    expect(saidIn(pathOf(chat))).toEqual(['user: Name a number.', 'assistant: Nineteen. [tool_use]', 'tool: [image]'])
    const failed = answered({ content: '', error: { content: 'It broke' } })
    expect(failed.messages[1]).toMatchObject({ content: [], status: 'error', error: 'It broke' })
    expect(answered({ done: false }).messages[1]).toMatchObject({ status: 'cancelled' })
  })

  test('names its sources', () => {
    const sources = [
      { source: { name: 'notes.txt' }, document: ['words'], metadata: [{ source: 'notes.txt' }] },
      { source: { name: 'A page', url: 'https://a.test' } },
      { source: { name: 'https://b.test' } },
      null,
    ]
    expect(answered({ sources }).messages[1]?.content).toEqual([
      {
        type: 'text',
        text: 'Two.',
        citations: [
          { title: 'notes.txt', cited_text: 'words' },
          { url: 'https://a.test', title: 'A page' },
          { url: 'https://b.test', title: 'https://b.test' },
        ],
      },
    ])
  })

  test('survives NULs, ids that are properties of objects and messages that are none', () => {
    const messages = JSON.parse(
      '{"__proto__":{"role":"user","content":"a\\u0000b","parentId":null},"x":null,"y":{"role":7}}',
    )
    const chat = onlyChatOf([row(messages)])
    expect(saidIn(chat.messages)).toEqual(['user: ab'])
    expect(chat.losses).toEqual([{ kind: 'unreadable', count: 2 }])
  })

  test('without messages is none', () => {
    expect(() => openWebUi.convert({ id: 'x', chat: {} }, NO_FILES)).toThrow(BadChatError)
    expect(openWebUi.convert(row({}), NO_FILES)).toBeNull()
  })

  const facts = factsOf('import-examples/openwebui-export.json')
  test.skipIf(facts === null)('is read from the example', () => {
    const [first] = JSON.parse(facts ?? '') as unknown[]
    expect(saidIn(pathOf(onlyChatOf([first]))).at(0)).toBe('user: Name a number. [image] [document]')
  })
})

describe('what is folded in a text', () => {
  test('is thought, or a call with its result', () => {
    const reasoning =
      '<details type="reasoning" done="true">\n<summary>Thought</summary>\n&gt; One &amp; two\n&gt; three\n</details>'
    const call =
      '<details type="tool_calls" done="true" id="c" name="add" arguments="&quot;{\\&quot;a\\&quot;:1}&quot;" result="&quot;3&quot;">\n<summary>x</summary>\n</details>'
    expect(foldedBlocks(`${reasoning}\nFirst.\n${call}\nThen.`, 'm')).toEqual([
      { type: 'thinking', text: 'One & two\nthree' },
      { type: 'text', text: 'First.' },
      { type: 'tool_use', id: 'c', name: 'add', input: { a: 1 } },
      { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: '3' }] },
      { type: 'text', text: 'Then.' },
    ])
  })

  test.each([
    ['of another kind', '<details type="code_interpreter">x</details> y'],
    ['that is never closed', 'a <details type="reasoning"> b'],
    ['that a person wrote', '<details><summary>x</summary>y</details>'],
  ])('stays text where it is a fold %s', (_what, text) => {
    expect(foldedBlocks(text, 'm')).toEqual([{ type: 'text', text }])
  })

  test('of a million openings is read in one walk', () => {
    const open = '<details type="'.repeat(50_000)
    for (const text of [open, `${open}>`, `${open}></details>`, `${'<details type="x">'.repeat(50_000)}</details>`]) {
      expect(foldedBlocks(text, 'm')).toEqual([{ type: 'text', text }])
    }
  })
})
