import { describe, expect, test } from 'vitest'
import { fromWire } from '#lib/adapters/protocols/anthropic/from-wire.ts'
import { createMachine } from '#lib/adapters/protocols/anthropic/machine.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { answerContext } from '#test/support/cassette.ts'

const context = () => answerContext({ provider: 'anthropic', model: 'anthropic:asked' })

function answerOf(content: JsonObject[], usage: JsonObject = {}) {
  const body = { type: 'message', role: 'assistant', model: 'asked', stop_reason: 'end_turn', content }
  return fromWire({ ...body, usage: { input_tokens: 1, output_tokens: 1, ...usage } }, context())
}

const use = (id: string, name: string, input: JsonObject = {}) => ({ type: 'server_tool_use', id, name, input })
const searched = (content: JsonObject | JsonObject[]) => ({
  type: 'web_search_tool_result',
  tool_use_id: 's1',
  content,
})
const hit = (url: string, title = 'A page') => ({
  type: 'web_search_result',
  url,
  title,
  encrypted_content: 'EqED',
  page_age: null,
})

describe('a tool that Anthropic ran', () => {
  test('wire-rule 190: is one block with what it was asked and what it found, and the wire blocks stay beside it', () => {
    const call = use('s1', 'web_search', { query: 'ruby' })
    const found = searched([{ ...hit('https://a.test/1'), page_age: '2 days ago' }, hit('https://b.test/')])
    const answer = answerOf([call, found, { type: 'text', text: 'Yes.' }])
    expect(answer.final_content).toEqual([
      {
        type: 'hosted_tool',
        tool: 'web_search',
        name: 'web_search',
        input: { query: 'ruby' },
        status: 'completed',
        result: {
          sources: [
            { url: 'https://a.test/1', title: 'A page', page_age: '2 days ago' },
            { url: 'https://b.test/', title: 'A page' },
          ],
        },
      },
      { type: 'text', text: 'Yes.' },
    ])
    expect(answer.provider_raw?.blocks).toEqual([
      { index: 0, block: call },
      { index: 1, block: found },
    ])
    expect(answer.stop_reason).toBe('end_turn')
  })

  test.each([
    ['bash_code_execution', 'code_execution'],
    ['text_editor_code_execution', 'code_execution'],
    ['code_execution', 'code_execution'],
    ['web_fetch', 'web_fetch'],
    ['tool_search_tool_bm25', 'other'],
    ['advisor', 'other'],
  ])('wire-rule 190: %s is %s', (name, tool) => {
    expect(answerOf([use('s1', name)]).final_content).toMatchObject([{ tool, name, status: 'running' }])
  })

  test('prints, and leaves files', () => {
    const result = { type: 'bash_code_execution_result', stdout: '55\n', stderr: 'hm', return_code: 1 }
    const files = [{ type: 'bash_code_execution_output', file_id: 'file_1' }]
    const block = { type: 'bash_code_execution_tool_result', tool_use_id: 's1', content: { ...result, content: files } }
    expect(answerOf([use('s1', 'bash_code_execution'), block]).final_content).toMatchObject([
      { result: { output: { stdout: '55\n', stderr: 'hm', return_code: 1, files: ['file_1'] } } },
    ])
  })

  test('wire-rule 142: reads a page, whose document goes back as it came', () => {
    const source = { type: 'text', media_type: 'text/plain', data: 'All films.' }
    const document = { type: 'document', source, title: 'Films', citations: null }
    const content = { type: 'web_fetch_result', url: 'https://a.test/', content: document }
    const block = { type: 'web_fetch_tool_result', tool_use_id: 's1', content }
    const answer = answerOf([use('s1', 'web_fetch', { url: 'https://a.test/' }), block])
    expect(answer.final_content).toMatchObject([
      { result: { sources: [{ url: 'https://a.test/', title: 'Films', text: 'All films.' }] } },
    ])
    expect(answer.provider_raw?.blocks).toMatchObject([{}, { block }])
  })

  test.each([
    ['web_search', 'max_uses_exceeded'],
    ['web_fetch', 'url_not_in_prior_context'],
    ['code_execution', 'execution_time_exceeded'],
  ])('wire-rule 192: fails inside of its result: %s, %s', (name, error_code) => {
    const content = { type: `${name}_tool_result_error`, error_code }
    const answer = answerOf([use('s1', name), { type: `${name}_tool_result`, tool_use_id: 's1', content }])
    expect(answer.final_content).toMatchObject([{ status: 'failed', result: { error: { code: error_code } } }])
    expect(answer.usage?.tool_uses).toBeUndefined()
  })

  test('wire-rule 193: is named with the server that has it', () => {
    const call = { type: 'mcp_tool_use', id: 'm1', name: 'ask', server_name: 'wiki', input: { q: 'x' } }
    const result = {
      type: 'mcp_tool_result',
      tool_use_id: 'm1',
      is_error: true,
      content: [{ type: 'text', text: 'No.' }],
    }
    expect(answerOf([call, result]).final_content).toEqual([
      {
        type: 'hosted_tool',
        tool: 'other',
        name: 'wiki: ask',
        input: { q: 'x' },
        status: 'failed',
        result: { error: { code: 'failed', message: 'No.' } },
      },
    ])
  })

  test('wire-rule 191: gets its result in the next answer, where the one before paused', () => {
    expect(answerOf([searched([hit('https://a.test/')])]).final_content).toMatchObject([
      { tool: 'web_search', name: 'web_search', input: {}, status: 'completed' },
    ])
  })

  test('wire-rule 194: is counted as the API counts it, else as the answer shows it', () => {
    const code = { type: 'code_execution_tool_result', tool_use_id: 's2', content: { stdout: '', return_code: 0 } }
    const content = [use('s1', 'web_search'), searched([]), use('s2', 'code_execution'), code]
    const counted = { server_tool_use: { web_search_requests: 3, web_fetch_requests: 0 } }
    expect(answerOf(content, counted).usage?.tool_uses).toEqual({ web_search: 3, code_execution: 1 })
    expect(answerOf(content).usage?.tool_uses).toEqual({ web_search: 1, code_execution: 1 })
  })

  test('beside others: each result is told of its own call, also when the next has begun', () => {
    const machine = createMachine(context())
    const start = (index: number, block: JsonObject) =>
      machine.push({ data: JSON.stringify({ type: 'content_block_start', index, content_block: block }) })
    start(0, use('s1', 'web_search'))
    start(1, use('s2', 'web_search'))
    const found = start(2, searched([hit('https://a.test/')]))
    expect(found).toMatchObject([
      { type: 'hosted_tool.update', content_block_index: 0, block: { status: 'completed' } },
    ])
    expect(machine.end('complete').answer.final_content).toMatchObject([{ status: 'completed' }, { status: 'running' }])
  })
})

describe('what a text of Anthropic stands on', () => {
  const cited = (...citations: JsonObject[]) => answerOf([{ type: 'text', text: 'Yes.', citations }]).final_content

  test('wire-rule 141: a page of the web, a page of a document, a passage, a search result', () => {
    const web = { type: 'web_search_result_location', url: 'https://a.test/', title: 'A', cited_text: 'a' }
    const page = { type: 'page_location', document_index: 1, document_title: 'b.pdf', start_page_number: 4 }
    const char = { type: 'char_location', document_index: 0, cited_text: 'c', start_char_index: 0, end_char_index: 1 }
    const found = { type: 'search_result_location', source: 'https://d.test/', title: 'D', search_result_index: 0 }
    expect(cited({ ...web, encrypted_index: 'EpAB' }, { ...page, end_page_number: 5 }, char, found)).toEqual([
      {
        type: 'text',
        text: 'Yes.',
        citations: [
          { url: 'https://a.test/', title: 'A', cited_text: 'a' },
          { title: 'b.pdf', document: 1, page: 4 },
          { cited_text: 'c', document: 0 },
          { url: 'https://d.test/', title: 'D' },
        ],
      },
    ])
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//a.test',
    'https://good.test@evil.test/',
  ])('never becomes a link to %s', (url) => {
    const [text] = cited({ type: 'web_search_result_location', url, title: 'A\u202e\n\u0007b', cited_text: '' })
    expect(text).toMatchObject({ citations: [{ title: 'A b' }] })
    expect(JSON.stringify(text)).not.toContain('url')
  })

  test('has an end: no more sources than anybody reads, and none longer', () => {
    const many = Array.from({ length: 500 }, () => ({ url: 'https://a.test/', title: 'x'.repeat(5_000) }))
    const [text] = cited(...many)
    expect(text).toMatchObject({ citations: { length: 200 } })
    expect(JSON.stringify(text).length).toBeLessThan(100_000)
    const [block] = answerOf([
      use('s1', 'web_search'),
      searched(many.map(({ url, title }) => hit(url, title))),
    ]).final_content
    expect(block).toMatchObject({ result: { sources: { length: 50 } } })
  })
})
