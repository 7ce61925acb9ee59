import { describe, expect, test } from 'vitest'
import { projector } from '#lib/adapters/history/projection.ts'
import { cleanHistory } from '#lib/adapters/history/repair.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import { InvalidRequestError } from '#lib/canonical/error.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { MessageMetadata } from '#lib/canonical/message.ts'
import { memoryLogger } from '#lib/log.ts'
import {
  assistant,
  call,
  canonicalRequest,
  testTarget,
  text,
  toolMessage,
  user,
} from '#test/support/message-builder.ts'

const BY = 'only maker:model understands it'
const AS_TEXT = `${BY}: it is sent as text`
const IN_WORDS = `${BY}: its sources are named in words`

/** An answer by another maker's model with what its adapter kept, as one that knows nothing of it gets it. */
function projected(content: ContentBlock[], kept: JsonObject, metadata: MessageMetadata = {}) {
  const answer = assistant(content, { provider: 'maker', model: 'maker:model', provider_raw: kept, ...metadata })
  const calls = content.flatMap((block) => (block.type === 'tool_use' ? [toolMessage(block.id)] : []))
  const request = canonicalRequest({ messages: [user('Hi'), answer, ...calls, user('Go on')] })
  const target = testTarget({ provider: 'ollama', format: 'ollama.chat', model: 'ollama:x', wire_name: 'x' })
  const history = cleanHistory(request, target)
  const again = testTarget({ provider: 'ollama', format: 'ollama.chat', model: 'ollama:x', wire_name: 'x' })
  expect(cleanHistory({ ...request, messages: history.messages }, again).messages).toEqual(history.messages)
  expect(again.records).toEqual([])
  for (const { message_id } of target.records) expect(message_id).toBe(answer.id)
  return {
    content: history.messages[1]?.content,
    records: target.records.map(({ block_type, action, reason }) => [block_type, action, reason]),
  }
}

describe('wire-rule 204: what only its own model gets back, for any other', () => {
  test('Anthropic: a search, what it found, and what it is cited for', () => {
    const citation = {
      type: 'web_search_result_location',
      url: 'https://a.test/1',
      title: 'A page',
      cited_text: 'Yes.',
    }
    const quoted = { type: 'char_location', cited_text: 'Ruby came in 1993.', document_title: 'facts.txt' }
    const { content, records } = projected([text('Look: '), text('yes'), text('.')], {
      format: 'anthropic.messages',
      container: { id: 'container_1' },
      blocks: [
        { index: 1, block: { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'ruby' } } },
        {
          index: 1,
          block: {
            type: 'web_search_tool_result',
            tool_use_id: 's1',
            content: [{ type: 'web_search_result', title: 'A page', url: 'https://a.test/1', encrypted_content: 'Eq' }],
          },
        },
        { index: 3, block: { type: 'container_upload', file_id: 'file_1' } },
      ],
      fields: [
        { index: 0, fields: { citations: null, caller: { type: 'direct' } } },
        { index: 1, fields: { citations: [citation, citation, quoted] } },
        { index: 2, fields: { citations: [citation] } },
      ],
    })
    expect(content).toEqual([
      text('Look: '),
      text('\n\n[web_search, run by the provider]\n{"query":"ruby"}\n[end of web_search, run by the provider]'),
      text('\n\n[result of web_search]\nA page\nhttps://a.test/1\n[end of result of web_search]\n\n'),
      text('yes'),
      text('.'),
      text('\n\nSources:\n- A page: https://a.test/1\n- facts.txt: “Ruby came in 1993.”'),
    ])
    expect(records).toEqual([
      ['server_tool_use', 'converted', AS_TEXT],
      ['web_search_tool_result', 'converted', AS_TEXT],
      ['container_upload', 'dropped', BY],
      ['citations', 'converted', IN_WORDS],
      ['citations', 'converted', IN_WORDS],
      ['container', 'dropped', BY],
    ])
  })

  test('what the content tells of a search, of code and of sources, once, whatever is kept of the same beside it', () => {
    const searched: ContentBlock = {
      type: 'hosted_tool',
      tool: 'web_search',
      name: 'web_search',
      input: { query: 'ruby' },
      status: 'completed',
      result: { sources: [{ url: 'https://a.test/1', title: 'A page' }] },
    }
    const ran: ContentBlock = {
      type: 'hosted_tool',
      tool: 'code_execution',
      name: 'bash_code_execution',
      input: {},
      status: 'failed',
      result: { error: { code: 'unavailable' } },
    }
    const unanswered: ContentBlock = { ...ran, name: 'advisor', tool: 'other', status: 'running', result: undefined }
    const cited: ContentBlock = {
      ...text('Ruby came in 1995.'),
      citations: [
        { url: 'https://a.test/1', title: 'A page', cited_text: '1995', start: 13, end: 17 },
        { url: null, title: 'facts.txt', cited_text: 'Ruby came.', document: 0 },
      ],
    }
    const call = { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'ruby' } }
    const kept = { format: 'anthropic.messages', blocks: [{ index: 0, block: call }] }
    const { content, records } = projected([searched, ran, unanswered, cited], kept)
    expect(content).toEqual([
      text(
        '[web_search, run by the provider]\n{"query":"ruby"}\nA page\nhttps://a.test/1\n[end of web_search, run by the provider]',
      ),
      text(
        '\n\n[bash_code_execution, run by the provider]\nfailed: unavailable\n[end of bash_code_execution, run by the provider]\n\n',
      ),
      text('Ruby came in 1995.'),
      text('\n\nSources:\n- A page: https://a.test/1\n- facts.txt: “Ruby came.”'),
    ])
    expect(records).toEqual([
      ['hosted_tool', 'converted', AS_TEXT],
      ['hosted_tool', 'converted', AS_TEXT],
      ['hosted_tool', 'dropped', BY],
      ['citations', 'converted', IN_WORDS],
    ])
  })

  test('Anthropic: a summary, what code printed, a page that was fetched', () => {
    const result = {
      type: 'bash_code_execution_result',
      stdout: 'F(10) is 34\n',
      stderr: '',
      return_code: 0,
      content: [],
    }
    const source = { type: 'text', media_type: 'text/plain', data: 'All films.' }
    const page = { type: 'web_fetch_result', url: 'https://a.test/', content: { type: 'document', source } }
    const { content, records } = projected([text('34'), call('tu_1')], {
      format: 'anthropic.messages',
      blocks: [
        { index: 0, block: { type: 'compaction', content: 'We spoke of numbers.' } },
        { index: 1, block: { type: 'bash_code_execution_tool_result', tool_use_id: 's', content: result } },
        { index: 2, block: { type: 'web_fetch_tool_result', tool_use_id: 's', content: page } },
      ],
    })
    expect(content).toEqual([
      text(
        '[summary of the conversation before]\nWe spoke of numbers.\n[end of summary of the conversation before]\n\n',
      ),
      text('34'),
      text('\n\n[result of bash_code_execution]\nF(10) is 34\n[end of result of bash_code_execution]'),
      text('\n\n[result of web_fetch]\nhttps://a.test/\nAll films.\n[end of result of web_fetch]'),
      call('tu_1'),
    ])
    expect(records.map(([type, action]) => [type, action])).toEqual([
      ['compaction', 'converted'],
      ['bash_code_execution_tool_result', 'converted'],
      ['web_fetch_tool_result', 'converted'],
    ])
  })

  test('Chat Completions: annotations, a file that was read, sources, sound, pictures, a custom call', () => {
    const custom = { ...call('tu_1', 'math'), raw_input: '4 + 4' }
    const { content, records } = projected([text('Eight.'), custom], {
      format: 'openai.chat',
      annotations: [
        { type: 'url_citation', url_citation: { url: 'https://a.test/', title: 'A' } },
        { type: 'file', file: { name: 'b.pdf', hash: 'x', content: [{ type: 'text', text: 'Dummy.' }] } },
      ],
      citations: ['https://a.test/', 'https://c.test/'],
      audio: { id: 'audio_1', data: 'UklGRg==', transcript: 'Eight.' },
      images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
      reasoning_details: [{ type: 'reasoning.encrypted', data: 'Z0FB' }],
      tool_calls: { 0: { custom: '4 + 4' } },
    })
    expect(content).toEqual([
      text('[a file, as the provider read it]\nb.pdf\nDummy.\n[end of a file, as the provider read it]\n\n'),
      text('Eight.'),
      text('\n\nSources:\n- A: https://a.test/\n- https://c.test/'),
      call('tu_1', 'math', { input: '4 + 4' }),
    ])
    expect(records).toEqual([
      ['file', 'converted', AS_TEXT],
      ['annotations', 'converted', IN_WORDS],
      ['citations', 'converted', IN_WORDS],
      ['audio', 'converted', 'it is sent as the words that were said'],
      ['images', 'dropped', BY],
      ['custom_tool_call', 'converted', 'a call of a custom tool is sent as one of a function'],
      ['reasoning_details', 'dropped', BY],
    ])
  })

  test('Responses: annotations, tools of the provider, a custom call, reasoning that nobody can read', () => {
    const custom = { ...call('tu_1', 'sql'), raw_input: 'SELECT 1' }
    const code = { type: 'code_interpreter_call', code: 'print(1)', container_id: 'c', outputs: [{ logs: '1' }] }
    const annotations = [{ type: 'file_citation', file_id: 'file_1', filename: 'ai.pdf', index: 3 }]
    const { content, records } = projected([text('One.'), custom], {
      format: 'openai.responses',
      blocks: [
        { index: 0, block: { type: 'reasoning', summary: [], encrypted_content: 'Z0FB' } },
        {
          index: 0,
          block: { type: 'reasoning', summary: [{ said_by: 7 }], encrypted_content: 'Z0FB' },
          thinking: true,
        },
        { index: 0, block: code },
        { index: 0, block: { type: 'mcp_list_tools', tools: [{ name: 'ask' }] } },
      ],
      fields: [
        { index: 0, item: { type: 'message', phase: 'final_answer' }, message: 1, part: { annotations } },
        { index: 1, item: { type: 'custom_tool_call' }, arguments: 'SELECT 1' },
      ],
    })
    expect(content).toEqual([
      text('[code_interpreter, run by the provider]\nprint(1)\n1\n[end of code_interpreter, run by the provider]\n\n'),
      text('One.'),
      text('\n\nSources:\n- ai.pdf'),
      call('tu_1', 'sql', { input: 'SELECT 1' }),
    ])
    expect(records).toEqual([
      ['reasoning', 'dropped', BY],
      ['code_interpreter_call', 'converted', AS_TEXT],
      ['mcp_list_tools', 'dropped', BY],
      ['annotations', 'converted', IN_WORDS],
      ['custom_tool_call', 'converted', 'a call of a custom tool is sent as one of a function'],
    ])
  })

  test('a format that is not known: its blocks are dropped, and recorded', () => {
    for (const format of [{}, { format: 'maker.next' }, { format: 7 }]) {
      const block = { type: 'hologram', text: 'cube' }
      const blocks = [{ index: 0, block }, { index: 0, block, thinking: true }, { index: 1, block: 'none' }, null]
      const { content, records } = projected([text('Hm')], { ...format, blocks })
      expect(content).toEqual([text('Hm')])
      expect(records).toEqual([['hologram', 'dropped', BY]])
    }
  })

  test('a long text is cut, the same way every time', () => {
    const block = { type: 'compaction', content: 'long '.repeat(5_000) }
    const { content, records } = projected([], { format: 'anthropic.messages', blocks: [{ index: 0, block }] })
    expect(JSON.stringify(content).length).toBeLessThan(8_300)
    expect(records).toEqual([['compaction', 'converted', `${BY}: its first 8000 characters are sent as text`]])
  })

  test('nothing that was kept: nothing is recorded, and the message is the same', () => {
    const kept = {
      format: 'openai.chat',
      model: 'model',
      asked_model: 'maker:model',
      usage: { cost: 1 },
      refusal: 'No',
    }
    expect(projected([text('No')], kept)).toEqual({ content: [text('No')], records: [] })
  })
})

test('nothing is projected for the producer, which gets all of it back', () => {
  const kept = { format: 'anthropic.messages', blocks: [{ index: 0, block: { type: 'compaction', content: 'Sum' } }] }
  const own = assistant('Hm', { provider: 'anthropic', model: 'anthropic:test-model', provider_raw: kept })
  const target = testTarget()
  expect(cleanHistory(canonicalRequest({ messages: [own] }), target).messages).toEqual([own])
  expect(target.records).toEqual([])
})

test.each([
  ['is lost', { format: 'anthropic.messages', container: { id: 'container_1' } }],
  [
    'is cut',
    { format: 'anthropic.messages', blocks: [{ index: 0, block: { type: 'compaction', content: 'x'.repeat(9_000) } }] },
  ],
  ['is unknown', { format: 'maker.next', blocks: [{ index: 0, block: { type: 'hologram' } }] }],
])('a critical message fails the request where something beside its content %s', (_case, provider_raw) => {
  const answer = assistant('Hm', { provider: 'maker', model: 'maker:model', critical: true, provider_raw })
  const request = canonicalRequest({ messages: [answer, user('Go on')] })
  const target = { ...testTarget(), project: projector(request, 'anthropic', memoryLogger()) }
  expect(() => cleanHistory(request, target)).toThrow(InvalidRequestError)
})
