import { describe, expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import { createAdapter } from '#lib/adapters/registry.ts'
import { InvalidRequestError } from '#lib/canonical/error.ts'
import type { ProjectionRecord } from '#lib/canonical/projection.ts'
import { answering, drain, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { ALL_CAPABILITIES, assistant, call, system, toolMessage, user } from '#test/support/message-builder.ts'
import type { WireAuthor } from './wire/wire-author.ts'
import { DIALECTS, EVERYTHING } from './wire/wire-author.ts'

type Capability = Exclude<keyof typeof ALL_CAPABILITIES, `max_${string}` | `${string}_types` | 'image_limits'>

const ADD = {
  name: 'add',
  description: 'Adds.',
  input_schema: { type: 'object', properties: { a: { type: 'number' } } },
  side_effects: 'none' as const,
}
const SCHEMA = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] }

const SINGLE = /"parallel_tool_calls":false|"disable_parallel_tool_use":true/

/** Ollama's own format cannot say it. */
const NO_WORD_FOR_PARALLEL = new Set<WireAuthor['api']>(['ollama.chat'])

/** Pictures (`failure.test.ts`) and streams (`answer.test.ts`) have their tests beside what they stand for. */
describe.each(DIALECTS)('a model without a capability, through %s', (_name, host, author) => {
  const send = async (missing: Capability | null, fields: Partial<CanonicalRequest>) => {
    const records: ProjectionRecord[] = []
    let body = ''
    const { adapter } = testAdapter({
      ...host,
      capabilities: () => ({ ...ALL_CAPABILITIES, ...(missing ? { [missing]: false } : {}) }),
      fetch: async (url, init) => {
        body = String(init?.body)
        return await answering(author.whole({ parts: [{ text: ['ok'] }] }))(url, init)
      },
    })
    const request = requestFor(host, { ...fields, onProjection: (record) => records.push(record) })
    const { error } = await drain(adapter.stream(request))
    if (body !== '') expect(author.faultsIn(body)).toEqual([])
    return { body, error, records }
  }
  /** What the request holds only where the model has the capability. */
  const difference = async (missing: Capability, fields: Partial<CanonicalRequest>) => {
    const [having, lacking] = [await send(null, fields), await send(missing, fields)]
    return { having: having.body, lacking: lacking.body, records: lacking.records }
  }

  test('is refused tools before anything is sent, and reads earlier calls and results as text', async () => {
    const refused = await send('supports_tools', { tools: [ADD] })
    expect(refused.error).toBeInstanceOf(InvalidRequestError)
    expect(refused.body).toBe('')
    const messages = [user('go'), assistant([call('tu_1', 'add', { a: 7 })]), toolMessage('tu_1', 'seven'), user('so?')]
    const { having, lacking, records } = await difference('supports_tools', { messages })
    expect([author.callsIn(having).length, author.callsIn(lacking).length]).toEqual([1, 0])
    expect(author.resultIdsIn(lacking)).toEqual([])
    for (const words of ['[Tool call: add', '[Tool result:]', 'seven']) expect(lacking).toContain(words)
    expect(records.map(({ block_type, action }) => [block_type, action])).toEqual([
      ['tool_use', 'converted'],
      ['tool_result', 'converted'],
    ])
  })

  test('is not asked to think', async () => {
    const { lacking } = await difference('supports_thinking', { reasoning_effort: 'high', max_output_tokens: 8_000 })
    const { thinking, think, reasoning, reasoning_effort, output_config } = JSON.parse(lacking)
    const asked = { thinking, reasoning, reasoning_effort, output_config }
    expect(Object.entries(asked).filter(([, value]) => value !== undefined && value?.type !== 'disabled')).toEqual([])
    expect(think ?? false).toBe(false)
  })

  test('gets the system prompt as marked words of the user', async () => {
    const { having, lacking } = await difference('supports_system_prompt', { system_prompt: 'Be brief.' })
    expect(having).not.toContain('<system_message>')
    expect(lacking).toContain('<system_message>\\nBe brief.')
    expect(lacking).not.toMatch(/"role":"(system|developer)"|"system":|"instructions":/)
  })

  test('gets a late system message as marked words of the user, in its place', async () => {
    const messages = [user('one'), assistant('two'), system('Be brief.'), user('three')]
    const { lacking, records } = await difference('supports_system_messages_in_list', { messages })
    expect(lacking).toContain('<system_message>\\nBe brief.')
    expect(lacking).not.toMatch(/"role":"(system|developer)"/)
    expect(lacking.indexOf('two')).toBeLessThan(lacking.indexOf('Be brief.'))
    expect(lacking.indexOf('Be brief.')).toBeLessThan(lacking.indexOf('three'))
    expect(records).toMatchObject([{ block_type: 'text', action: 'converted' }])
  })

  test('is told the schema of its answer in words', async () => {
    const { having, lacking } = await difference('supports_structured_output', { output_schema: SCHEMA })
    expect(having).toMatch(/"(response_format|format)":\{/)
    expect(lacking).not.toMatch(/"(response_format|format)":\{/)
    expect(lacking).toContain(JSON.stringify(JSON.stringify(SCHEMA)).slice(1, 60))
  })

  test.skipIf(NO_WORD_FOR_PARALLEL.has(author.api))('is told to call one tool at a time', async () => {
    const { having, lacking } = await difference('supports_parallel_tool_calls', { tools: [ADD] })
    expect(having).not.toMatch(SINGLE)
    expect(lacking).toMatch(SINGLE)
  })

  test.runIf(author.wholeCalls)('of streaming calls says so, and gives the input of each in one piece', async () => {
    expect(createAdapter(host).capabilities(requestFor(host).model)).toMatchObject({
      supports_streaming_tool_calls: false,
    })
    const { adapter } = testAdapter({ ...host, fetch: answering(author.stream(EVERYTHING).join('')) })
    const { events } = await drain(adapter.stream(requestFor(host)))
    const pieces = events.filter((event) => event.type === 'tool.use_input_delta')
    expect(pieces.map(({ tool_use_id }) => tool_use_id)).toEqual([
      ...new Set(pieces.map(({ tool_use_id }) => tool_use_id)),
    ])
    expect(pieces).toHaveLength(2)
  })

  test('is sent no marks for a cache', async () => {
    const { lacking } = await difference('supports_prompt_caching', { system_prompt: 'Be brief.', tools: [ADD] })
    expect(lacking).not.toContain('cache_control')
  })
})
