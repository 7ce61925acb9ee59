import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import { MAX_ID, MAX_NAME, MAX_WORDS } from '#lib/adapters/exchange/limit.ts'
import { answering, drain, requestFor, testAdapter } from '#test/support/adapter-harness.ts'

const KEY = 'a-Key/of+mine-0123456789'
const BASE64 = Buffer.from(`x${KEY}`).toString('base64')
const LONG = 'n'.repeat(100_000)

const line = (value: object) => `data: ${JSON.stringify(value)}\n\n`
const event = (type: string, fields: object) => `event: ${type}\n${line({ type, ...fields })}`

/** An answer that calls a tool, with `said` wherever a host may put a text of its own. */
const ANSWERS: Record<AdapterType, (said: string) => string> = {
  openai: (said) =>
    line({ model: said, choices: [{ index: 0, delta: { tool_calls: [callOf(said)] } }], citations: [said] }) +
    line({ choices: [{ index: 0, delta: {}, finish_reason: said }] }) +
    'data: [DONE]\n\n',
  openrouter: (said) =>
    line({ model: said, provider: said, choices: [{ index: 0, delta: { tool_calls: [callOf(said)] } }] }) +
    line({ choices: [{ index: 0, delta: {}, finish_reason: said }] }) +
    'data: [DONE]\n\n',
  anthropic: (said) =>
    event('message_start', { message: { model: said, content: [], usage: { input_tokens: 3, output_tokens: 1 } } }) +
    event(said, {}) +
    event('content_block_start', { index: 0, content_block: { type: 'tool_use', id: said, name: said, input: {} } }) +
    event('content_block_stop', { index: 0 }) +
    event('content_block_start', { index: 1, content_block: { type: said, note: said } }) +
    event('content_block_stop', { index: 1 }) +
    event('message_delta', { delta: { stop_reason: said }, usage: { output_tokens: 2 } }) +
    event('message_stop', {}),
  'openai-responses': (said) => {
    const item = { type: 'function_call', id: said, call_id: said, name: said, arguments: '{}', status: 'completed' }
    return (
      event('response.created', { response: { model: said } }) +
      event('response.output_item.added', { output_index: 0, item }) +
      event('response.output_item.done', { output_index: 0, item }) +
      event(said, {}) +
      event('response.completed', { response: { model: said, status: 'completed', output: [item] } })
    )
  },
  ollama: (said) =>
    `${JSON.stringify({ model: said, message: { tool_calls: [callOf(said)] }, done: false })}\n` +
    `${JSON.stringify({ model: said, message: { content: '' }, done: true, done_reason: said })}\n`,
}

const callOf = (said: string) => ({ index: 0, id: said, function: { name: said, arguments: '{}' } })

const TYPES = Object.keys(ANSWERS) as AdapterType[]

async function answerOf(type: AdapterType, said: string) {
  const { adapter, log } = testAdapter({ type, api_key: KEY, fetch: answering(ANSWERS[type](said)) })
  const outcome = await drain(adapter.stream(requestFor(type)))
  expect(outcome.error).toBeUndefined()
  return { ...outcome, log }
}

describe.each(TYPES)('what %s says beside its answer', (type) => {
  test.each([
    ['as it is', KEY],
    ['as a part', `model-${KEY}-x`],
    ['in base64', BASE64],
    ['with escapes', encodeURIComponent(KEY)],
  ])('holds no key, given back %s: not in what is shown, stored or logged', async (_, said) => {
    const { events, log } = await answerOf(type, said)
    const kept = inspect([events, log.entries], { depth: 20, maxStringLength: null })
    expect(kept).toContain('[redacted]')
    for (const form of [KEY, said, encodeURIComponent(KEY), BASE64.slice(4, -4)]) expect(kept).not.toContain(form)
  })

  test('is cut where it has no end, and shows that', async () => {
    const { events, complete, log } = await answerOf(type, LONG)
    expect(complete?.model).toMatch(/^\w+:n+…$/)
    expect(complete?.model).toHaveLength(MAX_NAME)
    const block = complete?.final_content.find(({ type: kind }) => kind === 'tool_use')
    const name = `${'n'.repeat(MAX_NAME - 1)}…`
    expect(block).toMatchObject({ name })
    const start = events.find((each) => each.type === 'tool.use_start')
    expect(start).toMatchObject({ tool_name: name, provider_id: null })
    expect(inspect(log.entries, { depth: 20, maxStringLength: null })).not.toContain('n'.repeat(MAX_NAME))
  })
})

test('an id as long as hosts make them is kept', async () => {
  const id = `call_1__thought__${'s'.repeat(MAX_ID - 20)}`
  const call = { index: 0, id, function: { name: 'f', arguments: '{}' } }
  const stream = line({ choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: 'tool_calls' }] })
  const { adapter } = testAdapter({ type: 'openai', fetch: answering(stream) })
  const { events } = await drain(adapter.stream(requestFor('openai')))
  expect(events.find((each) => each.type === 'tool.use_start')).toMatchObject({ provider_id: id })
})

test.each([
  ['a refusal', answering(JSON.stringify({ error: { message: `no ${LONG}` } }), { status: 400 })],
  ['an error inside the answer', answering(line({ error: { message: `no ${LONG.repeat(50)}` } }))],
])('%s is cut where it has no end, with all that is kept of it', async (_, fetch) => {
  const { adapter } = testAdapter({ type: 'openai', max_retries: 0, fetch })
  const { error } = await drain(adapter.stream(requestFor('openai')))
  expect((error as { provider_message: string }).provider_message).toMatch(/^(no |\{).*…$/s)
  expect((error as { provider_message: string }).provider_message.length).toBeLessThanOrEqual(MAX_WORDS)
  expect(inspect(error, { depth: 20, maxStringLength: null }).length).toBeLessThan(10 * MAX_WORDS)
})

test('what its own tools did is told without the key, while it runs and at the end', async () => {
  const call = { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: `see ${KEY}` } }
  const cited = { type: 'web_search_result_location', url: 'https://a.test/', title: KEY, cited_text: KEY }
  const body =
    event('message_start', { message: { model: 'm', content: [], usage: { input_tokens: 3, output_tokens: 1 } } }) +
    event('content_block_start', { index: 0, content_block: call }) +
    event('content_block_stop', { index: 0 }) +
    event('content_block_start', { index: 1, content_block: { type: 'text', text: 'Yes.', citations: [cited] } }) +
    event('content_block_stop', { index: 1 }) +
    event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }) +
    event('message_stop', {})
  const { adapter } = testAdapter({ type: 'anthropic', api_key: KEY, fetch: answering(body) })
  const { events, complete } = await drain(adapter.stream(requestFor('anthropic')))
  expect(complete?.final_content).toMatchObject([{ type: 'hosted_tool' }, { citations: [{ url: 'https://a.test/' }] }])
  expect(JSON.stringify([events, complete])).not.toContain(KEY)
})
