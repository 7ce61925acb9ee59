import { describe, expect, it } from 'vitest'
import { CALCULATOR_SCHEMA, eventsOf, instantDemo, postResponses, type Wire } from '../wire.ts'

const TOOLS = [{ type: 'function', name: 'calculator', parameters: CALCULATOR_SCHEMA, strict: true }]
const ASKED = { reasoning: { summary: 'auto' }, include: ['reasoning.encrypted_content'] }

async function events(body: object): Promise<Wire[]> {
  const sent = await eventsOf(await postResponses({ stream: true, ...body }))
  return sent.map(({ event, data }) => {
    const json: Wire = JSON.parse(data)
    if (json.type !== event) throw new Error(`event ${event} carries ${json.type}`)
    return json
  })
}

/** Without repetition, and without what all have in common. */
const types = (all: Wire[]) =>
  all.map(({ type }) => type.replace('response.', '')).filter((type, at, list) => type !== list[at - 1])

describe('an answer over Responses', () => {
  it('streams the events of the provider in order, numbered, with each item whole at its end', async () => {
    const all = await events({ ...ASKED, tools: TOOLS, input: 'think and calculate 2*3' })
    expect(types(all)).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'completed',
    ])
    expect(all.map(({ sequence_number: number }) => number)).toEqual(all.map((_, at) => at))
    const { response } = all.at(-1)
    expect(response.output).toEqual(
      all.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item),
    )
    expect(response.output).toMatchObject([
      { type: 'reasoning', id: expect.stringMatching(/^rs_demo_/), encrypted_content: expect.any(String) },
      { type: 'message', id: expect.stringMatching(/^msg_demo_/), status: 'completed', role: 'assistant' },
      { type: 'function_call', id: expect.stringMatching(/^fc_/), call_id: expect.stringMatching(/^call_demo_/) },
    ])
    expect(all[0].response).toMatchObject({ status: 'in_progress', output: [], usage: null })
  })

  it('hides its reasoning, or seals nothing, where that is not asked for', async () => {
    const first = async (body: object) =>
      ((await (await postResponses({ input: 'think', ...body })).json()) as Wire).output[0]
    expect(await first({ include: ASKED.include })).toMatchObject({
      summary: [],
      encrypted_content: expect.any(String),
    })
    expect(await first({ reasoning: ASKED.reasoning })).not.toHaveProperty('encrypted_content')
    expect((await first({ reasoning: ASKED.reasoning })).summary).toHaveLength(1)
  })

  it('searches where that is offered, and cites what it found at its place', async () => {
    const all = await events({ tools: [{ type: 'web_search' }], input: 'search the web for tides' })
    expect(types(all)).toEqual(
      expect.arrayContaining(['web_search_call.searching', 'output_text.annotation.added', 'completed']),
    )
    const { output, tool_usage } = all.at(-1).response
    expect(output[0]).toMatchObject({ type: 'web_search_call', status: 'completed', action: { query: 'tides' } })
    const [part] = output[2].content
    const [annotation] = part.annotations
    expect(annotation).toMatchObject({ type: 'url_citation', url: 'https://example.com/tides', start_index: 0 })
    expect(annotation.end_index).toBe(part.text.length)
    expect(tool_usage).toEqual({ web_search: { num_requests: 1 } })
  })

  it('is incomplete where its tokens run out', async () => {
    const all = await events({ max_output_tokens: 16, input: 'essay' })
    expect(all.at(-1)).toMatchObject({
      type: 'response.incomplete',
      response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
    })
  })

  it('reads from its cache what it was sent before', async () => {
    const demo = instantDemo()
    const usage = async (input: object[]) =>
      ((await (await postResponses({ input }, { demo })).json()) as Wire).usage.input_tokens_details
    const hello = { type: 'message', role: 'user', content: 'hello' }
    const once = await usage([hello])
    expect(once.cached_tokens).toBe(0)
    const more = [hello, { type: 'message', role: 'assistant', content: 'Hi.' }, { ...hello, content: 'more' }]
    expect((await usage(more)).cached_tokens).toBe(once.cache_write_tokens)
  })
})
