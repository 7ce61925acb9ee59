import { describe, expect, test } from 'vitest'
import { fromWire } from '#lib/adapters/protocols/responses/from-wire.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { answerContext } from '#test/support/cassette.ts'

function answerOf(output: JsonObject[], fields: JsonObject = {}) {
  const usage = { input_tokens: 1, output_tokens: 1, ...(fields.usage as JsonObject) }
  return fromWire({ status: 'completed', output, ...fields, usage }, answerContext())
}

const said = (text: string, annotations: JsonObject[]) => ({
  type: 'message',
  content: [{ type: 'output_text', text, annotations }],
})

describe('a tool that ran at the provider', () => {
  test.each<[string, JsonObject, JsonObject]>([
    [
      'a search, with the addresses that it was asked for',
      {
        type: 'web_search_call',
        action: { type: 'search', query: 'rain', sources: [{ type: 'url', url: 'https://a.test/' }] },
      },
      {
        tool: 'web_search',
        name: 'web_search',
        input: { query: 'rain' },
        result: { sources: [{ url: 'https://a.test/', title: null }] },
      },
    ],
    [
      'a search of files',
      { type: 'file_search_call', queries: ['rain'], results: [{ filename: 'a.pdf', text: 'It rains.', score: 1 }] },
      {
        tool: 'file_search',
        name: 'file_search',
        input: { queries: ['rain'] },
        result: { sources: [{ url: null, title: 'a.pdf', text: 'It rains.' }] },
      },
    ],
    [
      'code',
      { type: 'code_interpreter_call', container_id: 'c', code: '1+1', outputs: [{ type: 'logs', logs: '2\n' }] },
      {
        tool: 'code_execution',
        name: 'code_interpreter',
        input: { code: '1+1' },
        result: { output: { stdout: '2\n', stderr: '', return_code: null } },
      },
    ],
    [
      'a picture, whose bytes only its maker gets',
      { type: 'image_generation_call', result: 'iVBORw0KGgo=', revised_prompt: 'A cat' },
      { tool: 'image_generation', name: 'image_generation', input: { prompt: 'A cat' }, result: {} },
    ],
    [
      'a tool of an MCP server',
      { type: 'mcp_call', server_label: 'wiki', name: 'ask', arguments: '{"q":"x"}', output: 'Yes.', error: null },
      { tool: 'other', name: 'wiki: ask', input: { q: 'x' }, result: { text: 'Yes.' } },
    ],
  ])('wire-rule 195: is one block: %s', (_what, item, block) => {
    const wire = { id: 'x_1', status: 'completed', ...item }
    const answer = answerOf([wire])
    expect(answer.final_content).toEqual([{ type: 'hosted_tool', status: 'completed', ...block }])
    expect(answer.provider_raw?.blocks).toEqual([{ index: 0, block: wire }])
  })

  test('wire-rule 199: is known also where its host gives no result', () => {
    const call = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'x' } }
    expect(answerOf([call]).final_content).toMatchObject([{ status: 'completed', input: { query: 'x' }, result: {} }])
  })

  test.each<[string, JsonObject, string]>([
    ['by its status', { type: 'web_search_call', status: 'failed' }, 'failed'],
    ['by its error', { type: 'mcp_call', name: 'ask', status: 'completed', error: { message: 'No.' } }, 'failed'],
    ['before its end', { type: 'code_interpreter_call', status: 'incomplete' }, 'incomplete'],
  ])('fails %s', (_how, item, code) => {
    expect(answerOf([item]).final_content).toMatchObject([{ status: 'failed', result: { error: { code } } }])
  })

  test('a call that waits for us is none', () => {
    const item = { type: 'local_shell_call', id: 'sh_1', call_id: 'call_1', action: { command: ['ls'] } }
    expect(answerOf([item]).final_content).toEqual([])
  })

  test.each<[string, JsonObject, JsonObject]>([
    ['OpenAI, beside the usage', { tool_usage: { web_search: { num_requests: 3 } } }, { web_search: 3 }],
    ['xAI, inside of it', { usage: { server_side_tool_usage_details: { web_search_calls: 2 } } }, { web_search: 2 }],
    ['nobody: as the answer shows it', {}, { web_search: 1 }],
  ])('wire-rules 198 and 200: is counted by %s', (_who, fields, uses) => {
    expect(answerOf([{ type: 'web_search_call', status: 'completed' }], fields).usage?.tool_uses).toEqual(uses)
  })
})

describe('what a text stands on', () => {
  test('wire-rule 196: has positions in characters of its part, which are made those of JavaScript', () => {
    const text = '😀😀 Ruby is new.'
    const url = { type: 'url_citation', url: 'https://a.test/', title: 'Ruby', start_index: 3, end_index: 7 }
    const file = { type: 'file_citation', file_id: 'f', filename: 'a.pdf', index: 15 }
    const [block] = answerOf([said(text, [url, file])]).final_content
    expect(block).toEqual({
      type: 'text',
      text,
      citations: [
        { url: 'https://a.test/', title: 'Ruby', start: 5, end: 9 },
        { title: 'a.pdf', start: 17, end: 17 },
      ],
    })
    expect(text.slice(5, 9)).toBe('Ruby')
  })

  test('has none where the host names places that are not there, and no name that is only a number', () => {
    const wrong = { type: 'url_citation', url: 'https://a.test/', title: '1', start_index: 2, end_index: 900 }
    expect(answerOf([said('Yes.', [wrong])]).final_content).toEqual([
      { type: 'text', text: 'Yes.', citations: [{ url: 'https://a.test/' }] },
    ])
  })
})
