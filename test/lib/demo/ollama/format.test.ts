import { describe, expect, it } from 'vitest'
import { CALCULATOR_SCHEMA, CHAT_TOOLS, PNG, postOllama, user, type Wire } from '../wire.ts'

const call = (id: string, input: unknown = { expression: '1+1' }) => ({
  id,
  function: { name: 'calculator', arguments: input },
})
const calls = (...ids: string[]) => ({ role: 'assistant', content: '', tool_calls: ids.map((id) => call(id)) })
const result = (tool_call_id: string) => ({ role: 'tool', content: '2', tool_name: 'calculator', tool_call_id })
const hello = user('hi')

async function refusal(body: object): Promise<string> {
  const response = await postOllama({ messages: [hello], ...body })
  expect(response.status).toBe(400)
  const said: Wire = await response.json()
  expect(Object.keys(said)).toEqual(['error'])
  return said.error
}
const talk = (...messages: object[]) => refusal({ messages })

async function lines(body: object): Promise<Wire[]> {
  const response = await postOllama(body)
  expect(response.headers.get('content-type')).toBe('application/x-ndjson')
  const text = await response.text()
  return text
    .trimEnd()
    .split('\n')
    .map((line): Wire => JSON.parse(line))
}

describe('the Ollama side refuses', () => {
  it('what is no such request, in the words of the server', async () => {
    expect(await refusal({ model: undefined })).toBe('model is required')
    expect(await refusal({ messages: undefined })).toBe('messages is required')
    expect(await refusal({ max_tokens: 5 })).toBe('json: unknown field "max_tokens"')
    expect(await talk({ role: 'user', content: [{ type: 'text', text: 'hi' }] })).toBe(
      'json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string',
    )
    expect(await talk(hello, { role: 'assistant', content: '', tool_calls: [call('call_1', '{}')] })).toContain(
      'json: cannot unmarshal string into Go struct field ChatRequest.messages.tool_calls.function.arguments of type map',
    )
    expect(await talk({ role: 'developer', content: 'hi' })).toContain('invalid messages.role')
  })

  it('pictures, which it has no eyes for, and what is no base64 at all', async () => {
    expect(await talk({ ...hello, images: [PNG] })).toBe('ollama does not support images')
    expect(await talk({ ...hello, images: [`data:image/png;base64,${PNG}`] })).toBe(
      'illegal base64 data at input byte 4',
    )
    const second = await refusal({
      model: 'ollama-vision',
      messages: [{ ...hello, images: [PNG, 'bm90IGEgcGljdHVyZQ=='] }],
    })
    expect(second).toBe('failed to process inputs: image: unknown format')
  })

  it('calls without results and results without calls', async () => {
    expect(await talk(hello, calls('call_1'), hello)).toContain('tool call call_1 was not answered')
    expect(await talk(hello, result('call_1'))).toContain(
      'tool message without a preceding call of calculator (call_1)',
    )
  })

  it('a conversation that is longer than its window, where it may not be cut', async () => {
    const long = user('word '.repeat(30_000))
    expect(await refusal({ messages: [long], truncate: false })).toMatch(
      /^prompt too long; exceeded max context length by/,
    )
    expect((await postOllama({ messages: [long], stream: false })).status).toBe(200)
  })
})

describe('an answer over Ollama’s own format', () => {
  it('streams lines of thought, text and whole calls, and counts in the last', async () => {
    const messages = [user('think and calculate 2*3 and 4*5')]
    const all = await lines({ think: true, tools: CHAT_TOOLS, messages })
    expect(all.every(({ model, done }, at) => model === 'ollama' && done === (at === all.length - 1))).toBe(true)
    const joined = (field: string) => all.map(({ message }) => message[field] ?? '').join('')
    expect(joined('thinking')).toContain('The question is about')
    expect(joined('content')).toContain('Let me ask the calculator')
    expect(all.flatMap(({ message }) => message.tool_calls ?? [])).toEqual([
      {
        id: expect.stringMatching(/^call_/),
        function: { index: 0, name: 'calculator', arguments: { expression: '2*3' } },
      },
      {
        id: expect.stringMatching(/^call_/),
        function: { index: 1, name: 'calculator', arguments: { expression: '4*5' } },
      },
    ])
    expect(all.at(-1)).toMatchObject({
      done_reason: 'stop',
      prompt_eval_count: expect.any(Number),
      eval_count: expect.any(Number),
    })
    const whole: Wire = await (await postOllama({ think: true, tools: CHAT_TOOLS, messages, stream: false })).json()
    expect(whole.message).toMatchObject({ content: joined('content'), thinking: joined('thinking') })
    expect(whole).toMatchObject({ done: true, eval_count: all.at(-1).eval_count })
  })

  it('follows a schema, and stops where it is told to', async () => {
    const said = await lines({ messages: [hello], format: CALCULATOR_SCHEMA })
    expect(JSON.parse(said.map(({ message }) => message.content).join(''))).toEqual({ expression: 'demo' })
    const cut = await lines({ messages: [hello], options: { num_predict: 3 } })
    expect(cut.at(-1).done_reason).toBe('length')
  })
})
