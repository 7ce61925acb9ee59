import { expect, test } from 'vitest'
import type { AdapterType, CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { drain, MODELS, testAdapter } from '#test/support/adapter-harness.ts'
import { BindingService } from '#test/support/binding-service.ts'
import { ALL_CAPABILITIES, assistant, canonicalRequest, user } from '#test/support/message-builder.ts'
import { openrouterFaults } from '#test/support/openai-hosted-tools.ts'
import { responsesFaults } from '#test/support/responses-validator.ts'

/** A service that refuses what its provider is known to refuse, and takes what it gave back as it gave it. */
interface Service {
  type: AdapterType
  fetch: typeof fetch
  bodies: JsonObject[]
  /** What the second request has of the first answer, beside its words. */
  kept: unknown
}

const framesOf = (events: readonly JsonObject[]) =>
  events.map((event) => `event: ${event.type ?? 'message'}\ndata: ${JSON.stringify(event)}\n\n`).join('')
const streaming = (events: readonly JsonObject[]) =>
  new Response(framesOf(events), { headers: { 'content-type': 'text/event-stream' } })
const refusal = (faults: readonly string[]) =>
  Response.json({ error: { type: 'invalid_request_error', message: faults.join('; ') } }, { status: 400 })

const page = { type: 'web_search_result', url: 'https://a.test/1', title: 'A page', encrypted_content: 'EqED' }

function anthropic(): Service {
  const service = new BindingService()
  service.answerNext({
    content: [
      { runs: 'web_search', input: { query: 'ruby' }, result: { type: 'web_search_tool_result', content: [page] } },
      { text: 'In 1995.' },
    ],
  })
  return {
    type: 'anthropic',
    bodies: service.bodies,
    kept: [
      { type: 'server_tool_use', input: { query: 'ruby' } },
      { type: 'web_search_tool_result', content: [page] },
    ],
    fetch: async (url, init) => {
      const answer = await service.fetch(url, init)
      if (!answer.ok || service.bodies.at(-1)?.stream !== true) return answer
      return streaming(messageEvents(await answer.json()))
    },
  }
}

function messageEvents({ content, stop_reason, usage, ...message }: JsonObject): JsonObject[] {
  const blocks = (content as JsonObject[]).flatMap((block, index): JsonObject[] => {
    const start = { type: 'content_block_start', index }
    const delta = (each: JsonObject) => ({ type: 'content_block_delta', index, delta: each })
    const stop = { type: 'content_block_stop', index }
    const { text, input, thinking, signature, ...rest } = block
    if (block.type === 'text') {
      return [{ ...start, content_block: { ...rest, text: '' } }, delta({ type: 'text_delta', text: text ?? '' }), stop]
    }
    if (block.type === 'server_tool_use') {
      const partial_json = JSON.stringify(input)
      return [
        { ...start, content_block: { ...block, input: {} } },
        delta({ type: 'input_json_delta', partial_json }),
        stop,
      ]
    }
    if (block.type !== 'thinking') return [{ ...start, content_block: block }, stop]
    return [
      { ...start, content_block: { ...rest, thinking: '', signature: '' } },
      delta({ type: 'thinking_delta', thinking: thinking ?? '' }),
      delta({ type: 'signature_delta', signature: signature ?? '' }),
      stop,
    ]
  })
  return [
    { type: 'message_start', message: { ...message, content: [], usage: usage ?? {} } },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason: stop_reason ?? null }, usage: usage ?? {} },
    { type: 'message_stop' },
  ]
}

function openai(): Service {
  const bodies: JsonObject[] = []
  const searched = {
    type: 'web_search_call',
    id: 'ws_1',
    status: 'completed',
    action: { type: 'search', query: 'ruby', sources: [{ type: 'url', url: 'https://a.test/1' }] },
  }
  const annotations = [{ type: 'url_citation', start_index: 0, end_index: 8, url: 'https://a.test/1', title: 'A page' }]
  const said = {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'In 1995.', annotations }],
  }
  return {
    type: 'openai-responses',
    bodies,
    kept: [searched, said],
    fetch: async (_url, init) => {
      const body: JsonObject = JSON.parse(String(init?.body))
      bodies.push(body)
      const faults = responsesFaults(body)
      if (faults.length > 0) return refusal(faults)
      const output = bodies.length === 1 ? [searched, said] : [{ ...said, id: 'msg_2' }]
      const usage = { input_tokens: 1, output_tokens: 1 }
      const response = { id: `resp_${bodies.length}`, model: 'test-model', status: 'completed', output, usage }
      if (body.stream !== true) return Response.json(response)
      return streaming([
        { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
        ...output.flatMap((item, output_index) => [
          { type: 'response.output_item.added', output_index, item: { ...item, content: [] } },
          { type: 'response.output_item.done', output_index, item },
        ]),
        { type: 'response.completed', response },
      ])
    },
  }
}

function openrouter(): Service {
  const bodies: JsonObject[] = []
  const annotations = [
    { type: 'url_citation', url_citation: { url: 'https://a.test/1', title: 'A page', start_index: 0, end_index: 8 } },
  ]
  return {
    type: 'openrouter',
    bodies,
    kept: [],
    fetch: async (_url, init) => {
      const body: JsonObject = JSON.parse(String(init?.body))
      bodies.push(body)
      const faults = openrouterFaults(body)
      if (faults.length > 0) return refusal(faults)
      const message = { role: 'assistant', content: 'In 1995.', annotations }
      const usage = { prompt_tokens: 1, completion_tokens: 1, server_tool_use_details: { web_search_requests: 1 } }
      const head = { id: `gen-${bodies.length}`, model: 'maker/test-model' }
      if (body.stream !== true) {
        return Response.json({ ...head, choices: [{ index: 0, message, finish_reason: 'stop' }], usage })
      }
      return streaming([
        { ...head, choices: [{ index: 0, delta: message, finish_reason: null }] },
        { ...head, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage },
      ])
    },
  }
}

const hosted_tools: CanonicalRequest['hosted_tools'] = [
  { tool: 'web_search', allowed_domains: ['a.test'], user_location: { country: 'AT' } },
]

test.each([
  ['Anthropic', 'a stream', anthropic],
  ['Anthropic', 'a whole answer', anthropic],
  ['OpenAI', 'a stream', openai],
  ['OpenAI', 'a whole answer', openai],
  ['OpenRouter', 'a stream', openrouter],
  ['OpenRouter', 'a whole answer', openrouter],
])(
  'wire-rules 188 to 191, 195, 197 and 201: a search of %s goes through without a refusal in %s, and what came of it goes back unchanged',
  async (_name, way, open) => {
    const { type, fetch, bodies, kept } = open()
    const { adapter } = testAdapter({
      type,
      fetch,
      max_retries: 0,
      options: { prompt_caching: false, hosted_tool_types: { web_search: 'web_search_20250305' } },
      capabilities: () => ({ ...ALL_CAPABILITIES, supports_prompt_caching: false, hosted_tools: ['web_search'] }),
    })
    const path = [user('When?')]
    const ask = async () => {
      const request = canonicalRequest({ model: MODELS[type], messages: path, hosted_tools })
      if (way === 'a whole answer') return adapter.complete(request)
      const { complete, error } = await drain(adapter.stream(request))
      if (!complete) throw error
      return { ...complete, content: complete.final_content }
    }
    const { content, model, provider, provider_raw } = await ask()
    expect(content).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'text', text: 'In 1995.' })]))
    path.push(assistant(content, { model, provider, provider_raw, status: 'complete' }), user('Sure?'))
    await ask()
    expect(bodies).toHaveLength(2)
    expect(bodies[1]?.tools).toEqual(bodies[0]?.tools)
    const sent = (bodies[1]?.input ?? bodies[1]?.messages) as JsonObject[]
    const back = type === 'anthropic' ? (sent[1]?.content as JsonObject[]) : sent
    expect(back).toEqual(expect.arrayContaining((kept as JsonObject[]).map((each) => expect.objectContaining(each))))
  },
)
