import { describe, expect, it } from 'vitest'
import {
  assistant,
  CALCULATOR_SCHEMA,
  CHAT_TOOLS,
  CHAT_URL,
  errorOf,
  instantDemo,
  PNG,
  postChat,
  user,
} from '../wire.ts'

const call = (id: string) => ({
  id,
  type: 'function',
  function: { name: 'calculator', arguments: '{"expression":"1+1"}' },
})
const calls = (...ids: string[]) => assistant(null, { tool_calls: ids.map(call) })
const result = (tool_call_id: string, content: unknown = '2') => ({ role: 'tool', tool_call_id, content })
const picture = (url: string) => ({ type: 'image_url', image_url: { url } })
const hello = user('hi')

async function refusal(body: object): Promise<object> {
  const { status, error, body: whole } = await errorOf(postChat({ messages: [hello], ...body }))
  expect({ status, type: error.type, keys: Object.keys(whole) }).toEqual({
    status: 400,
    type: 'invalid_request_error',
    keys: ['error'],
  })
  return error
}

const talk = (...messages: object[]) => refusal({ messages })

describe('the Chat Completions side refuses', () => {
  it.each([
    ['gpt-5', { temperature: 0.2 }, 'temperature'],
    ['o3', { stop: ['x'] }, 'stop'],
    ['gpt-5-mini-2025-08-07', { max_tokens: 100 }, 'max_tokens'],
    ['gpt-4.1', { reasoning_effort: 'low' }, 'reasoning_effort'],
    ['gpt-5', { reasoning_effort: 'none' }, 'reasoning_effort'],
    ['gpt-5.4', { reasoning_effort: 'low', tools: CHAT_TOOLS }, 'reasoning_effort'],
    // It reasons where nothing is said of it.
    ['gpt-6-luna', { tools: CHAT_TOOLS }, 'reasoning_effort'],
    ['gpt-6.1-sol', { tools: CHAT_TOOLS }, 'reasoning_effort'],
  ])('wire-rules 166 to 168: of %s %j', async (model, asked, param) => {
    expect(await refusal({ model, ...asked })).toMatchObject({ param })
  })

  it('nothing of that for a model that takes it', async () => {
    const taken: [string, object][] = [
      ['gpt-6-sol', { reasoning_effort: 'none', temperature: 0.2, tools: CHAT_TOOLS }],
      ['gpt-6-luna', { reasoning_effort: 'max' }],
      ['gpt-4o', { temperature: 0.2, stop: ['x'], max_tokens: 100 }],
      ['somebody-elses', { temperature: 0.2, stop: ['x'], max_tokens: 100, reasoning_effort: 'low' }],
    ]
    for (const [model, asked] of taken)
      expect((await postChat({ messages: [hello], model, ...asked })).status, model).toBe(200)
  })

  it('wire-rule 209: an object where nobody speaks of JSON', async () => {
    expect(await refusal({ response_format: { type: 'json_object' } })).toMatchObject({
      message: expect.stringContaining("must contain the word 'json'"),
    })
  })

  it.each([
    [{ type: 'object', properties: { a: { oneOf: [{ type: 'string' }] } } }, "'oneOf' is not permitted"],
    [{ type: 'object', properties: { a: { description: 'anything' } } }, "schema must have a 'type' key"],
    [{ type: 'object', properties: { a: { type: 'string', format: 'uri' } } }, "'uri' is not a valid format"],
    [{ type: 'object', properties: { a: { anyOf: [{ type: 'object', properties: {} }] } } }, 'additionalProperties'],
  ])('wire-rule 70: the strict schema %j', async (schema, problem) => {
    const parameters = { ...schema, required: ['a'], additionalProperties: false }
    const tool = { type: 'function', function: { name: 'a', parameters, strict: true } }
    expect(await refusal({ tools: [tool] })).toMatchObject({ message: expect.stringContaining(problem) })
  })

  it('what is not JSON', async () => {
    const { status, error } = await errorOf(instantDemo()(CHAT_URL, { method: 'POST', body: 'hi' }))
    expect(status).toBe(400)
    expect(error).toEqual({
      message: expect.stringContaining('We could not parse the JSON body of your request.'),
      type: 'invalid_request_error',
      param: null,
      code: null,
    })
  })

  it('missing, mistyped, unknown and out-of-range parameters', async () => {
    expect(await refusal({ messages: undefined })).toMatchObject({
      message: "Missing required parameter: 'messages'.",
      param: 'messages',
      code: 'missing_required_parameter',
    })
    expect(await refusal({ messages: [] })).toMatchObject({ param: 'messages', code: 'empty_array' })
    expect(await refusal({ colour: 1 })).toMatchObject({
      message: "Unknown parameter: 'colour'.",
      code: 'unknown_parameter',
    })
    expect(await refusal({ stream: 'yes' })).toMatchObject({
      message: "Invalid type for 'stream': expected boolean, but got a string instead.",
      code: 'invalid_type',
    })
    expect(await refusal({ temperature: 3 })).toMatchObject({ code: 'decimal_above_max_value' })
    expect(await refusal({ max_completion_tokens: 0 })).toMatchObject({
      param: 'max_completion_tokens',
      code: expect.stringContaining('below_min'),
    })
    expect(await refusal({ stop: ['a', 'b', 'c', 'd', 'e'] })).toMatchObject({
      param: 'stop',
      code: 'array_above_max_length',
    })
    expect(await talk({ role: 'user', content: null })).toMatchObject({
      param: 'messages[0].content',
      code: 'invalid_type',
    })
    expect(await talk({ role: 'robot', content: 'x' })).toMatchObject({
      param: 'messages[0].role',
      code: 'invalid_value',
    })
    expect(await talk(user([{ type: 'text', text: 'x', cache_control: {} }]))).toMatchObject({
      message: "Unknown parameter: 'messages[0].content[0].cache_control'.",
    })
    expect(await refusal({ reasoning_effort: 'huge' })).toMatchObject({
      message:
        "Invalid value: 'huge'. Supported values are: 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'.",
    })
  })

  it('calls without results, and results without calls', async () => {
    expect(await talk(hello, calls('call_1', 'call_2'), result('call_1'), hello)).toMatchObject({
      message:
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_2",
      param: 'messages.[1].role',
    })
    expect(await talk(hello, calls('call_1'))).toMatchObject({
      message: expect.stringContaining('did not have response messages: call_1'),
    })
    const orphan = {
      message: expect.stringContaining(
        "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'",
      ),
    }
    expect(await talk(hello, result('call_1'))).toMatchObject(orphan)
    expect(await talk(hello, calls('call_1'), result('call_1'), result('call_1'))).toMatchObject(orphan)
    expect(await talk(hello, calls('call_1', 'call_1'), result('call_1'))).toMatchObject({
      message: expect.stringContaining('Duplicate value'),
    })
  })

  it('tool ids that are too long, and arguments that are not text', async () => {
    expect(await talk(hello, calls('c'.repeat(41)), result('c'.repeat(41)))).toMatchObject({
      message:
        "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 41 instead.",
      code: 'string_above_max_length',
    })
    const bare = { id: 'call_1', type: 'function', function: { name: 'calculator', arguments: { expression: '1' } } }
    expect(await talk(hello, assistant(null, { tool_calls: [bare] }), result('call_1'))).toMatchObject({
      message:
        "Invalid type for 'messages[1].tool_calls[0].function.arguments': expected string, but got a object instead.",
    })
    const odd = { id: 'call_1', type: 'function', function: { name: 'a b', arguments: '{}' } }
    expect(await talk(hello, assistant(null, { tool_calls: [odd] }), result('call_1'))).toMatchObject({
      message: expect.stringContaining(
        "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'",
      ),
    })
  })

  it('an answer with neither words nor calls', async () => {
    expect(await talk(hello, assistant(null), hello)).toMatchObject({
      message: "Invalid value for 'content': expected a string, got null.",
    })
    expect(await talk(hello, assistant(''), hello)).toMatchObject({
      message: expect.stringContaining('an empty string'),
    })
  })

  it('pictures outside a user message, and those it does not take', async () => {
    const png = picture(`data:image/png;base64,${PNG}`)
    expect(await talk(hello, calls('call_1'), result('call_1', [png]))).toMatchObject({
      message: expect.stringContaining("Supported values are: 'text'"),
    })
    expect(await talk(hello, assistant([png]), hello)).toMatchObject({ param: 'messages[1].content[0].type' })
    const unsupported = { message: expect.stringContaining('You uploaded an unsupported image.') }
    expect(await talk(user([picture(`data:image/bmp;base64,${PNG}`)]))).toMatchObject(unsupported)
    expect(await talk(user([picture('data:image/png;base64,AAAA')]))).toMatchObject(unsupported)
    expect(await talk(user([picture('attachments/abc')]))).toMatchObject({ code: 'invalid_image_url' })
  })

  it('parameters that do not fit together', async () => {
    expect(await refusal({ max_tokens: 1, max_completion_tokens: 1 })).toMatchObject({
      code: 'invalid_parameter_combination',
    })
    expect(await refusal({ stream_options: { include_usage: true } })).toMatchObject({ param: 'stream_options' })
    expect(await refusal({ tools: [] })).toMatchObject({ param: 'tools', code: 'empty_array' })
    expect(await refusal({ tool_choice: 'auto' })).toMatchObject({ param: 'tool_choice' })
    expect(await refusal({ parallel_tool_calls: true })).toMatchObject({ param: 'parallel_tool_calls' })
    expect(
      await refusal({ tools: CHAT_TOOLS, tool_choice: { type: 'function', function: { name: 'x' } } }),
    ).toMatchObject({ param: 'tool_choice' })
  })

  it('strict schemas that leave an object open or a property optional', async () => {
    const strict = (schema: object) => ({
      response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
    })
    expect(await refusal(strict({ type: 'object', properties: {} }))).toMatchObject({
      message:
        "Invalid schema for response_format 'answer': In context=(), 'additionalProperties' is required to be supplied and to be false.",
      param: 'response_format',
    })
    const inner = { type: 'object', properties: { a: { type: 'string' } }, required: [], additionalProperties: false }
    const outer = {
      type: 'object',
      properties: { list: { type: 'array', items: inner } },
      required: ['list'],
      additionalProperties: false,
    }
    expect(await refusal(strict(outer))).toMatchObject({
      message: expect.stringMatching(
        /In context=\('properties', 'list', 'items'\), 'required' is required .* Missing 'a'/,
      ),
    })
    const tool = {
      type: 'function',
      function: { name: 'f', strict: true, parameters: { ...CALCULATOR_SCHEMA, required: [] } },
    }
    expect(await refusal({ tools: [tool] })).toMatchObject({
      message: expect.stringContaining("Invalid schema for function 'f'"),
      param: 'tools',
    })
  })

  it('nothing of a full, well-formed tool loop', async () => {
    const response = await postChat({
      stream: true,
      stream_options: { include_usage: true },
      max_completion_tokens: 1_000,
      tools: CHAT_TOOLS,
      tool_choice: 'auto',
      parallel_tool_calls: false,
      reasoning_effort: 'low',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'developer', content: [{ type: 'text', text: 'Briefer.' }] },
        user([
          { type: 'text', text: 'hi' },
          picture(`data:image/png;base64,${PNG}`),
          picture('https://example.com/a.png'),
        ]),
        assistant('Calling.', { tool_calls: [call('call_1'), call('tu_01ABC')], reasoning_content: 'Hm.' }),
        result('tu_01ABC', [{ type: 'text', text: '2' }]),
        result('call_1', ''),
        user(''),
        user('go on'),
      ],
    })
    expect(response.status).toBe(200)
  })
})
