import { describe, expect, test } from 'vitest'
import { OPENAI_DIALECT } from '#lib/adapters/protocols/chat-completions/dialect.ts'
import { createMachine } from '#lib/adapters/protocols/chat-completions/machine.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { answerContext } from '#test/support/cassette.ts'

function play(...chunks: JsonObject[]) {
  const machine = createMachine(answerContext(), OPENAI_DIALECT)
  const events = chunks.flatMap((chunk) => machine.push({ data: JSON.stringify(chunk) }))
  const { answer, events: last } = machine.end('complete')
  return { events: [...events, ...last], answer }
}

const delta = (fields: JsonObject, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: fields, finish_reason }],
})
const usage = (fields: JsonObject) => ({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, ...fields } })

describe('what a host did by itself', () => {
  test('wire-rule 203: Perplexity says beside each piece what it found; it is told once', () => {
    const search_results = [{ title: 'A', url: 'https://a.test/', date: '2026-02-01', snippet: 'a', source: 'web' }]
    const beside = { citations: ['https://a.test/'], search_results }
    const { events, answer } = play(
      { ...beside, ...delta({ content: 'Yes' }) },
      { ...beside, ...delta({ content: '[1].' }, 'stop') },
      usage({ num_search_queries: 2 }),
    )
    const found = {
      type: 'hosted_tool',
      tool: 'web_search',
      name: 'web_search',
      input: {},
      status: 'completed',
      result: { sources: [{ url: 'https://a.test/', title: 'A', page_age: '2026-02-01', text: 'a' }] },
    }
    expect(answer.final_content).toEqual([found, { type: 'text', text: 'Yes[1].' }])
    expect(events.map(({ type }) => type)).toEqual(['hosted_tool.update', 'text.delta', 'text.delta'])
    expect(answer.usage?.tool_uses).toEqual({ web_search: 2 })
  })

  test('wire-rule 203: Groq lists the tools that it executed', () => {
    const executed = {
      index: 0,
      type: 'search',
      arguments: '{"query":"rain"}',
      output: 'Title: A',
      search_results: { results: [{ title: 'A', url: 'https://a.test/', content: 'a', score: 1 }] },
    }
    const code = { index: 1, type: 'python', arguments: '{"code":"1+1"}', output: '2' }
    const { answer } = play(delta({ executed_tools: [executed, code] }), delta({ content: 'Yes' }, 'stop'))
    expect(answer.final_content).toMatchObject([
      { tool: 'web_search', input: { query: 'rain' }, result: { sources: [{ url: 'https://a.test/', text: 'a' }] } },
      { tool: 'code_execution', input: { code: '1+1' }, result: { text: '2' } },
      { type: 'text' },
    ])
  })

  test('wire-rule 202: OpenRouter counts searches in several places, which are not added', () => {
    const counts = { tool_calls_executed: 3, web_search_requests: 3 }
    const { answer } = play(delta({ content: 'Yes' }, 'stop'), usage({ server_tool_use_details: counts }))
    expect(answer.usage?.tool_uses).toEqual({ web_search: 3 })
  })
})

test('annotations are what the text stands on, in their places where there is one text', () => {
  const url_citation = { url: 'https://a.test/', title: 'A', start_index: 0, end_index: 3 }
  const annotations = [
    { type: 'url_citation', url_citation },
    { type: 'file', file: { name: 'b.pdf' } },
  ]
  const cited = { url: 'https://a.test/', title: 'A' }
  const { events, answer } = play(delta({ content: 'Yes' }), delta({ content: '', annotations }, 'stop'))
  expect(answer.final_content).toEqual([{ type: 'text', text: 'Yes', citations: [{ ...cited, start: 0, end: 3 }] }])
  expect(events.at(-1)).toEqual({
    type: 'text.citation',
    content_block_index: 0,
    citation: { ...cited, start: 0, end: 3 },
  })
  const apart = play(
    delta({ content: 'Yes' }),
    delta({ reasoning_content: 'hm' }),
    delta({ content: 'No', annotations }, 'stop'),
  )
  expect(apart.answer.final_content.at(-1)).toEqual({ type: 'text', text: 'No', citations: [cited] })
})
