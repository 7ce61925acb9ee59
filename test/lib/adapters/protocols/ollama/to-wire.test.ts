import { describe, expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { Target } from '#lib/adapters/protocol.ts'
import { toWire } from '#lib/adapters/protocols/ollama/to-wire.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { Message } from '#lib/canonical/message.ts'
import {
  ALL_CAPABILITIES,
  assistant,
  call,
  canonicalRequest,
  message,
  result,
  system,
  testTarget,
  text,
  toolMessage,
  user,
} from '#test/support/message-builder.ts'

const PNG = 'iVBORw0KGgoAAAA='
const picture: ContentBlock = { type: 'image', source: { kind: 'base64', data: PNG }, media_type: 'image/png' }
const linked: ContentBlock = {
  type: 'image',
  source: { kind: 'url', data: 'https://example.test/a.png' },
  media_type: 'image/png',
}
const thought: ContentBlock = { type: 'thinking', text: 'Hm' }
const OWN = { model: 'ollama:qwen3', provider: 'ollama', status: 'complete' as const }
const own = (content: ContentBlock[]) => assistant(content, OWN)
const add = { name: 'add', description: 'Adds', input_schema: { type: 'object' }, side_effects: 'none' as const }
const sub = { ...add, name: 'sub' }

function send(request: Partial<CanonicalRequest>, fields: Partial<Target> = {}) {
  const target = testTarget({
    provider: 'ollama',
    format: 'ollama.chat',
    model: 'ollama:qwen3',
    wire_name: 'qwen3',
    ...fields,
  })
  const body = toWire(canonicalRequest(request), target)
  return { body, messages: body.messages as JsonObject[], records: target.records }
}

const messagesOf = (messages: Message[], fields: Partial<Target> = {}) => send({ messages }, fields).messages

describe('the conversation', () => {
  test('system prompt first, text as strings, late system messages in their place', () => {
    const messages = [system('A'), user([text('one'), text('two')]), own([text('Yes')]), system('B'), system(' ')]
    expect(send({ messages, system_prompt: 'P' }).messages).toEqual([
      { role: 'system', content: 'P\n\nA' },
      { role: 'user', content: 'one\n\ntwo' },
      { role: 'assistant', content: 'Yes' },
      { role: 'system', content: 'B' },
    ])
  })

  test('a model without system messages gets them as marked user text', () => {
    const capabilities = {
      ...ALL_CAPABILITIES,
      supports_system_prompt: false,
      supports_system_messages_in_list: false,
    }
    const { messages, records } = send({ messages: [user('Hi'), system('B')], system_prompt: 'P' }, { capabilities })
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', '<system_message>\nP\n</system_message>'],
      ['user', 'Hi'],
      ['user', '<system_message>\nB\n</system_message>'],
    ])
    expect(records).toMatchObject([{ block_type: 'text', action: 'converted' }])
  })

  test('an empty history says so: the server would only load the model', () => {
    expect(messagesOf([])).toEqual([{ role: 'user', content: '(empty message)' }])
  })

  test('wire-rule 84: arguments are an object; text that is none goes inside one', () => {
    const broken = { ...call('tu_2', 'sub'), raw_input: '{"a": 1' }
    const { messages, records } = send({ messages: [user('Hi'), own([call('tu_1', 'add', { a: 1 }), broken])] })
    expect(messages[1]?.tool_calls).toEqual([
      { id: 'tu_1', function: { name: 'add', arguments: { a: 1 } } },
      { id: 'tu_2', function: { name: 'sub', arguments: { INVALID_JSON: '{"a": 1' } } },
    ])
    expect(records).toMatchObject([{ block_type: 'tool_use', action: 'repaired' }])
  })

  test('wire-rule 85: a result names its tool and its call, and results stand in the order of the calls', () => {
    const history = [user('Hi'), own([call('tu_1', 'add'), call('tu_2', 'sub')]), toolMessage('tu_2', 'two')]
    const tool_ids = new Map([['tu_1', { provider: 'ollama', provider_id: 'call_x' }]])
    const { messages } = send({ messages: [...history, toolMessage('tu_1', 'one')], tool_ids })
    expect(messages.slice(2)).toEqual([
      { role: 'tool', content: 'one', tool_name: 'add', tool_call_id: 'call_x' },
      { role: 'tool', content: 'two', tool_name: 'sub', tool_call_id: 'tu_2' },
    ])
    expect(messages[1]?.tool_calls).toMatchObject([{ id: 'call_x' }, { id: 'tu_2' }])
  })

  test('wire-rule 86: two calls of one tool keep apart by their ids', () => {
    const history = [user('Hi'), own([call('tu_1', 'add'), call('tu_2', 'add')])]
    const messages = messagesOf([...history, toolMessage('tu_1', 'one'), toolMessage('tu_2', 'two')])
    expect(messages.slice(2)).toMatchObject([
      { content: 'one', tool_name: 'add', tool_call_id: 'tu_1' },
      { content: 'two', tool_name: 'add', tool_call_id: 'tu_2' },
    ])
  })

  test('wire-rule 87: a picture is bare base64 beside the text; a URL is named in words and recorded', () => {
    const { messages, records } = send({ messages: [user([text('Look'), picture, linked])] })
    expect(messages).toEqual([
      {
        role: 'user',
        content: 'Look\n\n[image omitted: the server takes no picture by its URL]',
        images: [PNG],
      },
    ])
    expect(records).toMatchObject([{ block_type: 'image', action: 'converted' }])
  })

  test('a critical message does not lose a picture: it is reported as dropped', () => {
    const { records } = send({ messages: [user([linked], { critical: true })] })
    expect(records).toMatchObject([{ block_type: 'image', action: 'dropped' }])
  })

  test('pictures of results and answers follow in one user message after all results', () => {
    const history = [user('Hi'), own([call('tu_1'), call('tu_2')])]
    const results = [toolMessage('tu_1', [text('a'), picture]), toolMessage('tu_2', [picture])]
    const { messages, records } = send({ messages: [...history, ...results, own([picture]), user('So?')] })
    expect(messages.slice(2).map(({ role, content, images }) => [role, content, images])).toEqual([
      ['tool', 'a\n[picture 1: in the message after the tool results]', undefined],
      ['tool', '[picture 2: in the message after the tool results]', undefined],
      ['user', '[Pictures 1 to 2 from the messages above]', [PNG, PNG]],
      ['user', '[Picture from the messages above]', [PNG]],
      ['user', 'So?', undefined],
    ])
    expect(records.map(({ action }) => action)).toEqual(['converted', 'converted', 'converted'])
  })

  test('an error result says that it is one', () => {
    const failed = message('tool', [{ ...result('tu_1', 'no such file'), is_error: true }])
    expect(messagesOf([user('Hi'), own([call('tu_1')]), failed])[2]).toMatchObject({ content: 'Error: no such file' })
  })

  test('wire-rule 88: thinking goes back to its own model, and to no other', () => {
    const history = [user('Hi'), own([thought, text('Yes')])]
    expect(messagesOf(history)[1]).toEqual({ role: 'assistant', content: 'Yes', thinking: 'Hm' })
    const other = send({ messages: history }, { model: 'ollama:other' })
    expect(other.messages[1]).toEqual({ role: 'assistant', content: 'Yes' })
    expect(other.records).toMatchObject([{ block_type: 'thinking', action: 'dropped' }])
  })

  test('redacted thinking has no place and is recorded; an answer with nothing else is left out', () => {
    const redacted: ContentBlock = { type: 'redacted_thinking', data: 'x' }
    const { messages, records } = send({ messages: [user('Hi'), own([redacted])] })
    expect(messages).toEqual([{ role: 'user', content: 'Hi' }])
    expect(records).toMatchObject([{ block_type: 'redacted_thinking', action: 'dropped' }])
  })
})

describe('the request', () => {
  test('wire-rule 89: nothing is cut silently, and the model gets its real context', () => {
    const { body } = send({ stop_sequences: ['END', '', 'END'], temperature: 0 }, { options: { num_ctx: 40_960 } })
    expect(body).toMatchObject({
      model: 'qwen3',
      stream: false,
      truncate: false,
      shift: false,
      options: { num_ctx: 40_960, num_predict: 1024, temperature: 0, stop: ['END'] },
    })
    expect(send({}).body.options).toEqual({ num_predict: 1024 })
    expect(send({ temperature: 1 }, { options: { sampling: false } }).body.options).toEqual({ num_predict: 1024 })
  })

  test('streaming is said either way: the server streams unless it is told not to', () => {
    expect(send({ stream: true }).body.stream).toBe(true)
    expect(send({}).body.stream).toBe(false)
  })

  test('tools go out as functions; a named one alone, none for none and for a model without tools', () => {
    const tools = [add, sub]
    const names = (request: Partial<CanonicalRequest>, fields?: Partial<Target>) =>
      (send({ tools, ...request }, fields).body.tools as { function: JsonObject }[] | undefined)?.map(
        (each) => each.function.name,
      )
    expect(send({ tools: [add] }).body.tools).toEqual([
      { type: 'function', function: { name: 'add', description: 'Adds', parameters: { type: 'object' } } },
    ])
    expect(names({})).toEqual(['add', 'sub'])
    expect(names({ tool_choice: 'required' })).toEqual(['add', 'sub'])
    expect(names({ tool_choice: { name: 'sub' } })).toEqual(['sub'])
    expect(names({ tool_choice: 'none' })).toBeUndefined()
    expect(names({}, { capabilities: { ...ALL_CAPABILITIES, supports_tools: false } })).toBeUndefined()
  })

  test('what the wire has no way to ask of tools is said', () => {
    const said = (request: Partial<CanonicalRequest>, fields?: Partial<Target>) =>
      send({ tools: [add, sub], ...request }, fields).records.map(({ block_type, action }) => [block_type, action])
    expect(said({})).toEqual([])
    expect(said({ tool_choice: 'auto' })).toEqual([])
    expect(said({ tool_choice: 'none' })).toEqual([])
    expect(said({ tool_choice: 'required' })).toEqual([['tool_choice', 'dropped']])
    expect(said({ tool_choice: { name: 'sub' } })).toEqual([['tool_choice', 'converted']])
    expect(said({ tool_choice: { name: 'mul' } })).toEqual([['tool_choice', 'dropped']])
    expect(send({ tools: [add], tool_choice: { name: 'mul' } }).body.tools).toHaveLength(1)
    const without = { capabilities: { ...ALL_CAPABILITIES, supports_tools: false } }
    expect(said({}, without)).toEqual([['tools', 'dropped']])
    expect(said({ tools: [] }, without)).toEqual([])
  })

  test.each<[NonNullable<CanonicalRequest['reasoning_effort']>, Record<string, unknown>, unknown]>([
    ['none', {}, false],
    ['high', {}, true],
    ['high', { thinks: false }, undefined],
    ['none', { thinks: false }, false],
    ['low', { think_levels: ['low', 'medium', 'high'] }, 'low'],
    ['none', { think_levels: ['low', 'medium', 'high'] }, 'low'],
    ['high', { think_levels: ['low', 'medium'] }, 'medium'],
  ])('wire-rule 88: effort %s with %j is think: %s', (reasoning_effort, options, think) => {
    expect(send({ reasoning_effort }, { options }).body.think).toBe(think)
  })

  test('wire-rule 88: who does not ask leaves thinking to the model', () => {
    expect(send({}).body).not.toHaveProperty('think')
  })

  test('wire-rule 92: the schema goes out as format, and in words as well where it is not enforced', () => {
    const output_schema = { type: 'object' }
    const words = expect.stringContaining('{"type":"object"}')
    const local = send({ output_schema })
    expect(local.body.format).toEqual(output_schema)
    expect(JSON.stringify(local.messages)).not.toContain('JSON Schema')
    for (const cloud of [{ wire_name: 'gpt-oss:120b-cloud' }, { options: { is_remote: true } }]) {
      const { body, messages } = send({ output_schema }, cloud)
      expect(body.format).toEqual(output_schema)
      expect(messages[0]).toEqual({ role: 'system', content: words })
    }
    const capabilities = { ...ALL_CAPABILITIES, supports_structured_output: false }
    const without = send({ output_schema }, { capabilities })
    expect(without.body).not.toHaveProperty('format')
    expect(without.messages[0]).toEqual({ role: 'system', content: words })
  })

  test('how long the model stays loaded is the installation’s to say', () => {
    expect(send({}, { options: { keep_alive: '1h' } }).body.keep_alive).toBe('1h')
    expect(send({}, { options: { keep_alive: {} } }).body).not.toHaveProperty('keep_alive')
  })
})
