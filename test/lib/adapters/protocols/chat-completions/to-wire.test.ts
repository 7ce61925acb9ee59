import { describe, expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { Target } from '#lib/adapters/protocol.ts'
import type { ChatDialect } from '#lib/adapters/protocols/chat-completions/dialect.ts'
import { OPENAI_DIALECT } from '#lib/adapters/protocols/chat-completions/dialect.ts'
import { chatCompletions } from '#lib/adapters/protocols/chat-completions/protocol.ts'
import { toWire } from '#lib/adapters/protocols/chat-completions/to-wire.ts'
import { wireOf } from '#lib/adapters/registry.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { Message, MessageMetadata } from '#lib/canonical/message.ts'
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
const pictureUrl = { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } }

const textPart = (words: string) => ({ type: 'text', text: words })

const openai = (fields: Partial<Target> = {}) =>
  testTarget({ provider: 'openai', format: 'openai.chat', model: 'openai:gpt-x', wire_name: 'gpt-x', ...fields })

function send(
  request: Partial<CanonicalRequest>,
  { dialect = {}, host, ...fields }: Partial<Target> & { dialect?: Partial<ChatDialect>; host?: string } = {},
) {
  const target = openai(fields)
  const body =
    host === undefined
      ? toWire(canonicalRequest(request), target, { ...OPENAI_DIALECT, ...dialect })
      : wireOf({ type: 'openai', name: host }).protocol.toWire(canonicalRequest(request), target)
  return { body, messages: body.messages as JsonObject[], records: target.records }
}
const messagesOf = (messages: Message[], options: Parameters<typeof send>[1] = {}) =>
  send({ messages }, options).messages

const callsOf = (sent: JsonObject | undefined): JsonObject[] => (sent?.tool_calls ?? []) as JsonObject[]

const OWN: MessageMetadata = { model: 'openai:gpt-x', provider: 'openai' }
const own = (content: ContentBlock[], raw: JsonObject = {}) =>
  assistant(content, { ...OWN, provider_raw: { format: 'openai.chat', ...raw } })

const add = {
  name: 'add',
  description: 'Adds',
  input_schema: { type: 'object', properties: { a: { type: 'number' } } },
  side_effects: 'none' as const,
}

describe('the system prompt', () => {
  test('wire-rule 69: the prompt and leading system messages are one message, first of all', () => {
    const { messages } = send({ system_prompt: 'Be brief.', messages: [system('Be kind.'), user('Hello')] })
    expect(messages).toEqual([
      { role: 'system', content: 'Be brief.\n\nBe kind.' },
      { role: 'user', content: 'Hello' },
    ])
  })

  test('wire-rule 65: its role is the catalog’s word, else that of the dialect', () => {
    const request = { system_prompt: 'Be brief.' }
    expect(send(request, { options: { system_role: 'developer' } }).messages[0]?.role).toBe('developer')
    expect(send(request, { dialect: { system_role: 'developer' } }).messages[0]?.role).toBe('developer')
    const marked = [{ role: 'user', content: '<system_message>\nBe brief.\n</system_message>\n\nHello' }]
    expect(send(request, { dialect: { system_role: 'user' } }).messages).toEqual(marked)
    const capabilities = { ...ALL_CAPABILITIES, supports_system_prompt: false }
    expect(send(request, { capabilities }).messages).toEqual(marked)
  })

  test('wire-rule 34: a later system message stays where it is, marked where the host takes none there', () => {
    const history = [user('Hello'), assistant('Hi'), system('Be brief.'), system(' '), user('Go on')]
    expect(messagesOf(history)[2]).toEqual({ role: 'system', content: 'Be brief.' })
    const capabilities = { ...ALL_CAPABILITIES, supports_system_messages_in_list: false }
    const { messages, records } = send({ messages: history }, { capabilities })
    expect(messages[2]).toEqual({ role: 'user', content: '<system_message>\nBe brief.\n</system_message>\n\nGo on' })
    expect(records).toMatchObject([{ block_type: 'text', action: 'converted' }])
  })
})

describe('what the user says', () => {
  test('text alone is a plain string', () => {
    expect(messagesOf([user([text('One'), text('Two')])])).toEqual([{ role: 'user', content: 'One\n\nTwo' }])
  })

  test('pictures are parts, as bytes or by URL', () => {
    expect(messagesOf([user([text('Look'), picture, linked])])).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          pictureUrl,
          { type: 'image_url', image_url: { url: 'https://example.test/a.png' } },
        ],
      },
    ])
  })

  test('a file is sent by its bytes', () => {
    const file: ContentBlock = {
      type: 'image',
      source: { kind: 'file_ref', data: 'attachments/a' },
      media_type: 'image/png',
    }
    const files = new Map([['attachments/a', new Uint8Array(Buffer.from(PNG, 'base64'))]])
    expect(send({ messages: [user([file])], files }).messages).toEqual([{ role: 'user', content: [pictureUrl] }])
  })

  test('a host that takes no URLs gets words for them, and that is recorded', () => {
    const options = { dialect: { image_urls: false } }
    const { messages, records } = send({ messages: [user([linked])] }, options)
    expect(messages).toEqual([{ role: 'user', content: '[image omitted: the host takes no picture by its URL]' }])
    expect(records).toMatchObject([{ block_type: 'image', action: 'converted' }])
    const critical = send({ messages: [message('user', [linked], { critical: true })] }, options)
    expect(critical.records).toMatchObject([{ block_type: 'image', action: 'dropped' }])
  })

  test('wire-rule 2: two questions side by side are one message, as answers that said nothing leave them', () => {
    const failed = assistant([], { ...OWN, status: 'error' })
    expect(messagesOf([user('First'), failed, user('Again')])).toEqual([{ role: 'user', content: 'First\n\nAgain' }])
    expect(messagesOf([user('First'), failed, user([picture]), failed, user('And?')])).toEqual([
      { role: 'user', content: [textPart('First'), pictureUrl, textPart('And?')] },
    ])
  })

  test('a history with nothing in it still is a request', () => {
    expect(messagesOf([user('')])).toEqual([{ role: 'user', content: '(empty message)' }])
  })
})

describe('what the assistant said', () => {
  test('wire-rule 61: text is a plain string, and blocks that follow each other read on', () => {
    expect(messagesOf([assistant([text('It is '), text('42.')])])).toEqual([
      { role: 'assistant', content: 'It is 42.' },
    ])
  })

  test('wire-rule 60: content is null beside calls only, and a message with neither is left out', () => {
    const foreign = assistant([{ type: 'thinking', text: 'Hm' }], { model: 'a:b', provider: 'a' })
    expect(messagesOf([user('Hello'), foreign, assistant([call('tu_1')]), toolMessage('tu_1')])).toEqual([
      { role: 'user', content: 'Hello' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'tu_1', type: 'function', function: { name: 'calculator', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'tu_1', content: 'done' },
    ])
  })

  test('wire-rule 2: an answer that went on after a pause is one message', () => {
    const annotated = (words: string) => own([text(words)], { annotations: [words] })
    const paused = [annotated('Wait.'), annotated('There:'), assistant([call('tu_1')]), toolMessage('tu_1')]
    expect(messagesOf([user('Hello'), ...paused]).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    expect(messagesOf(paused)[0]).toMatchObject({
      content: 'Wait.\n\nThere:',
      annotations: ['Wait.', 'There:'],
      tool_calls: [{ id: 'tu_1' }],
    })
  })

  test('text that calls interrupted reads on after a blank line, but for its own model as it came', () => {
    const content = [text('One.'), call('tu_1'), text('Two.')]
    expect(messagesOf([assistant(content), toolMessage('tu_1')])[0]?.content).toBe('One.\n\nTwo.')
    expect(messagesOf([own(content), toolMessage('tu_1')])[0]?.content).toBe('One.Two.')
  })

  test('wire-rule 68: a picture in it follows in a user message', () => {
    const { messages, records } = send({ messages: [assistant([text('Here:'), picture]), user('Thanks')] })
    expect(messages).toEqual([
      { role: 'assistant', content: 'Here:' },
      { role: 'user', content: [textPart('[Picture from the messages above]'), pictureUrl, textPart('Thanks')] },
    ])
    expect(records).toMatchObject([{ block_type: 'image', action: 'converted' }])
  })

  test('thinking is dropped and recorded, where the host has no place for it', () => {
    const content: ContentBlock[] = [
      { type: 'thinking', text: 'Hm' },
      { type: 'redacted_thinking', data: 'eA==' },
      text('Yes'),
    ]
    const { messages, records } = send({ messages: [own(content)] })
    expect(messages).toEqual([{ role: 'assistant', content: 'Yes' }])
    expect(records.map(({ block_type, action }) => [block_type, action])).toEqual([
      ['redacted_thinking', 'dropped'],
      ['thinking', 'dropped'],
    ])
  })

  test('wire-rule 73: a host that wants its reasoning back gets it on turns with calls', () => {
    const thought: ContentBlock = { type: 'thinking', text: 'Hm' }
    const { messages, records } = send(
      { messages: [own([thought, call('tu_1')]), toolMessage('tu_1'), own([thought, text('Yes')])] },
      { host: 'deepseek' },
    )
    expect(messages[0]).toMatchObject({ reasoning_content: 'Hm' })
    expect(messages[2]).toEqual({ role: 'assistant', content: 'Yes' })
    expect(records).toMatchObject([{ block_type: 'thinking', action: 'dropped' }])
  })

  test('wire-rule 73: such a host gets the field also where there is no reasoning: of another maker, or cut off', () => {
    const thought: ContentBlock = { type: 'thinking', text: 'Hm' }
    const foreign = assistant([thought, call('tu_1')], { model: 'a:b', provider: 'a' })
    const moonshot = { model: 'moonshot:kimi', provider: 'moonshot' }
    const stopped = assistant([thought, call('tu_2')], { ...moonshot, status: 'cancelled', provider_raw: {} })
    const { messages, records } = send(
      { messages: [foreign, toolMessage('tu_1'), stopped, toolMessage('tu_2'), assistant('Yes', moonshot)] },
      { host: 'moonshot', ...moonshot },
    )
    expect(messages.map(({ reasoning_content }) => reasoning_content)).toEqual([
      ' ',
      undefined,
      ' ',
      undefined,
      undefined,
    ])
    expect(records.filter(({ action }) => action === 'dropped')).toHaveLength(2)
    expect(messagesOf([foreign, toolMessage('tu_1')])[0]).not.toHaveProperty('reasoning_content')
  })

  test('a redacted block of thinking is not taken for one that was carried', () => {
    const raw = { reasoning_details: [{ type: 'reasoning.encrypted', data: 'eA==' }] }
    const { messages, records } = send({ messages: [own([{ type: 'thinking', text: 'Hm' }], raw)] })
    expect(messages).toEqual([{ role: 'user', content: '(empty message)' }])
    expect(records).toMatchObject([{ block_type: 'thinking', action: 'dropped' }])
  })

  test('a refusal goes back in its own field, text before it as content', () => {
    expect(messagesOf([own([text('No.')], { refusal: 'No.' })])).toEqual([
      { role: 'assistant', content: '', refusal: 'No.' },
    ])
    expect(messagesOf([own([text('Well, '), text('no.')], { refusal: 'no.' })])).toEqual([
      { role: 'assistant', content: 'Well, ', refusal: 'no.' },
    ])
    expect(messagesOf([assistant([text('No.')], { model: 'other:x', provider: 'other' })])).toEqual([
      { role: 'assistant', content: 'No.' },
    ])
  })

  test('annotations go back to the model that made them', () => {
    const annotations = [{ type: 'url_citation' }]
    expect(messagesOf([own([text('See.')], { annotations })])[0]).toEqual({
      role: 'assistant',
      content: 'See.',
      annotations,
    })
  })

  test('content that came in parts goes back so, while the blocks still say the same', () => {
    const parts = [
      { type: 'text', text: 'Paris' },
      { type: 'reference', reference_ids: [1] },
    ]
    expect(messagesOf([own([text('Paris')], { content: parts })])[0]?.content).toEqual(parts)
    expect(messagesOf([own([text('Rome')], { content: parts })])[0]?.content).toEqual([{ type: 'text', text: 'Rome' }])
    const thought: ContentBlock = { type: 'thinking', text: 'Hm' }
    const { messages, records } = send({ messages: [own([thought, text('Paris')], { content: 'parts' })] })
    expect(messages[0]?.content).toEqual([
      { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }], closed: true },
      { type: 'text', text: 'Paris' },
    ])
    expect(records).toEqual([])
  })
})

describe('tool calls', () => {
  const argumentsSent = (block: ContentBlock, raw: JsonObject = {}) => {
    const [sent] = messagesOf([own([block], raw), toolMessage('tu_1')])
    return callsOf(sent)[0]
  }

  test('wire-rule 62: arguments are a JSON string, in the order in which they are stored', () => {
    expect(argumentsSent(call('tu_1', 'add', { b: [1, { c: null }], a: 'é"' }))).toEqual({
      id: 'tu_1',
      type: 'function',
      function: { name: 'add', arguments: '{"b":[1,{"c":null}],"a":"é\\""}' },
    })
  })

  test('wire-rules 62 and 126: what was no JSON object goes inside one, which is recorded, but as it came to a host that takes it', () => {
    const cut: ContentBlock = { type: 'tool_use', id: 'tu_1', name: 'add', input: {}, raw_input: '{"a": 1' }
    const request = { messages: [user('Hi'), assistant([cut]), toolMessage('tu_1'), user('Again')] }
    const { messages, records } = send(request)
    expect(messages[1]?.tool_calls).toMatchObject([{ function: { arguments: '{"INVALID_JSON":"{\\"a\\": 1"}' } }])
    expect(records).toMatchObject([{ block_type: 'tool_use', action: 'repaired' }])
    const known = send(request, { options: { invalid_arguments: 'verbatim' } })
    expect(known.messages[1]?.tool_calls).toMatchObject([{ function: { arguments: '{"a": 1' } }])
    expect(known.records).toEqual([])
  })

  test('arguments go back letter by letter to the model that wrote them, unless the block says another thing by now', () => {
    const exact = { tool_calls: { 0: { arguments: '{ "a": 1 }' } } }
    expect(argumentsSent(call('tu_1', 'add', { a: 1 }), exact)).toMatchObject({ function: { arguments: '{ "a": 1 }' } })
    expect(argumentsSent(call('tu_1', 'add', { a: 2 }), exact)).toMatchObject({ function: { arguments: '{"a":2}' } })
  })

  test('neither sound nor pictures of an answer go back to the model that made them, and that is recorded', () => {
    const media = { audio: { data: 'UklG', transcript: 'Hi' }, images: [{ type: 'image_url' }] }
    const { messages, records } = send({ messages: [user('Hi'), own([text('Hi')], media), user('Again')] })
    expect(messages[1]).toEqual({ role: 'assistant', content: 'Hi' })
    expect(records.map(({ block_type, action }) => [block_type, action])).toEqual([
      ['audio', 'converted'],
      ['images', 'dropped'],
    ])
    const silent = send({ messages: [user('Hi'), own([], { audio: { data: 'UklG' } }), user('Again')] })
    expect(silent.records).toMatchObject([{ block_type: 'audio', action: 'dropped' }])
  })

  test('a custom call goes back as one', () => {
    const custom: ContentBlock = { type: 'tool_use', id: 'tu_1', name: 'math', input: {}, raw_input: '4 + 4' }
    expect(argumentsSent(custom, { tool_calls: { 0: { custom: '4 + 4' } } })).toEqual({
      id: 'tu_1',
      type: 'custom',
      custom: { name: 'math', input: '4 + 4' },
    })
  })

  test('wire-rule 103: the thought signature of a call goes back with it, and that of an answer with the answer', () => {
    const extra_content = { google: { thought_signature: 'c2ln' } }
    expect(argumentsSent(call('tu_1'), { tool_calls: { 0: { extra_content } } })).toMatchObject({ extra_content })
    expect(messagesOf([own([text('Hi')], { extra_content })])).toEqual([
      { role: 'assistant', content: 'Hi', extra_content },
    ])
    const foreign = assistant([call('tu_1')], {
      model: 'a:b',
      provider: 'a',
      provider_raw: { tool_calls: { 0: { extra_content } } },
    })
    expect(JSON.stringify(messagesOf([foreign, toolMessage('tu_1')]))).not.toContain('c2ln')
  })

  test('an empty content beside calls stays empty for its own model', () => {
    const [sent] = messagesOf([own([call('tu_1')], { content: '' }), toolMessage('tu_1')])
    expect(sent?.content).toBe('')
  })

  test('a provider gets its own id back, another one the canonical id', () => {
    const tool_ids = new Map([['tu_1', { provider: 'openai', provider_id: 'call_abc' }]])
    const messages = [own([call('tu_1')]), toolMessage('tu_1')]
    expect(send({ messages, tool_ids }).messages).toMatchObject([
      { tool_calls: [{ id: 'call_abc' }] },
      { tool_call_id: 'call_abc' },
    ])
    expect(send({ messages, tool_ids }, { provider: 'other' }).messages[1]).toMatchObject({ tool_call_id: 'tu_1' })
  })

  test('wire-rules 13 and 17: an id over 40 characters is hashed, the same in call and result', () => {
    const long = 'x'.repeat(41)
    const tool_ids = new Map([
      ['tu_1', { provider: 'openai', provider_id: `${long}1` }],
      ['tu_2', { provider: 'openai', provider_id: `${long}2` }],
    ])
    const { messages } = send({
      messages: [own([call('tu_1'), call('tu_2')]), toolMessage('tu_1'), toolMessage('tu_2')],
      tool_ids,
    })
    const [first, second] = callsOf(messages[0]).map(({ id }) => String(id))
    expect(first).toMatch(/^call_[0-9a-f]{32}$/)
    expect(second).not.toBe(first)
    expect(messages.slice(1).map((each) => each.tool_call_id)).toEqual([first, second])
  })

  test('wire-rules 16 and 74: Mistral gets nine alphanumerics and the tool’s name, and hears the assistant before the user', () => {
    const history = [own([call('tu_01JZ', 'add')]), toolMessage('tu_01JZ'), user('And now?')]
    const messages = messagesOf(history, { host: 'mistral' })
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant', 'user'])
    expect(messages[1]).toMatchObject({ tool_call_id: expect.stringMatching(/^[a-zA-Z0-9]{9}$/), name: 'add' })
  })

  test('wire-rule 21: a name that hosts refuse is made one that they take, and two of them stay two', () => {
    const names = ['functions.add', 'functions:add', 'x'.repeat(70), ''].map((name) => {
      const [sent] = messagesOf([own([call('tu_1', name)]), toolMessage('tu_1')])
      return callsOf(sent)
        .map((wire) => (wire.function as JsonObject).name)
        .join()
    })
    expect(new Set(names).size).toBe(4)
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
  })
})

describe('tool results', () => {
  test('wire-rules 57 and 58: pictures of results follow in one user message after all results of the batch', () => {
    const results = [
      message('tool', [result('tu_1', [text('A chart'), picture])]),
      message('tool', [result('tu_2', [linked])]),
    ]
    const { messages, records } = send({
      messages: [assistant([call('tu_1'), call('tu_2')]), ...results, user('Well?')],
    })
    expect(messages.slice(1)).toEqual([
      {
        role: 'tool',
        tool_call_id: 'tu_1',
        content: 'A chart\n[picture 1: in the message after the tool results]',
      },
      { role: 'tool', tool_call_id: 'tu_2', content: '[picture 2: in the message after the tool results]' },
      {
        role: 'user',
        content: [
          { type: 'text', text: '[Pictures 1 to 2 from the messages above]' },
          pictureUrl,
          { type: 'image_url', image_url: { url: 'https://example.test/a.png' } },
          textPart('Well?'),
        ],
      },
    ])
    expect(records.map(({ block_type, action }) => [block_type, action])).toEqual([
      ['image', 'converted'],
      ['image', 'converted'],
    ])
  })

  test('that a tool failed is said in words, once', () => {
    const failed = (content: string) => {
      const block = { ...result('tu_1', content === '' ? [] : content), is_error: true }
      return messagesOf([assistant([call('tu_1')]), message('tool', [block])])[1]?.content
    }
    expect(failed('No such file')).toBe('Error: No such file')
    expect(failed('error 17')).toBe('error 17')
    expect(failed('')).toBe('Error: the tool failed and said nothing.')
  })

  test('wire-rule 59: several texts are one, and none is an empty string', () => {
    const said = (content: ContentBlock[]) =>
      messagesOf([assistant([call('tu_1')]), message('tool', [result('tu_1', content)])])[1]?.content
    expect(said([text('One'), text('Two')])).toBe('One\nTwo')
    expect(said([])).toBe('')
  })
})

describe('what is asked for', () => {
  test('a plain request says no more than it must', () => {
    expect(send({}).body).toEqual({
      model: 'gpt-x',
      messages: [{ role: 'user', content: 'Hello' }],
      max_completion_tokens: 1024,
    })
  })

  test('wire-rule 64: the field that bounds the answer is the catalog’s word, else that of the dialect', () => {
    expect(send({}, { options: { max_tokens_field: 'max_tokens' } }).body).toMatchObject({ max_tokens: 1024 })
    expect(send({}, { dialect: { max_tokens_field: 'max_tokens' } }).body).toMatchObject({ max_tokens: 1024 })
    expect(send({}, { options: { max_tokens_field: 7 } }).body).toMatchObject({ max_completion_tokens: 1024 })
  })

  test('wire-rule 66: a stream asks for usage, where the host takes the question', () => {
    expect(send({ stream: true }).body).toMatchObject({ stream: true, stream_options: { include_usage: true } })
    expect(send({ stream: true }, { host: 'mistral' }).body.stream_options).toBeUndefined()
    expect(send({ stream: false }).body.stream_options).toBeUndefined()
  })

  test('tools are functions', () => {
    const { body } = send({ tools: [add], tool_choice: 'auto' })
    expect(body).toMatchObject({
      tools: [{ type: 'function', function: { name: 'add', description: 'Adds', parameters: add.input_schema } }],
      tool_choice: 'auto',
    })
    expect(JSON.stringify(body)).not.toContain('strict')
  })

  test('wire-rule 71: a tool is chosen by name, and "required" is the host’s word', () => {
    const choice = (tool_choice: NonNullable<CanonicalRequest['tool_choice']>, host = 'openai') =>
      send({ tools: [add], tool_choice }, { host }).body.tool_choice
    expect(choice({ name: 'add' })).toEqual({ type: 'function', function: { name: 'add' } })
    expect(choice('required')).toBe('required')
    expect(choice('required', 'mistral')).toBe('any')
    expect(send({ tool_choice: 'none' }).body.tool_choice).toBeUndefined()
  })

  test('calls one at a time are asked for where the model cannot do more', () => {
    const capabilities = { ...ALL_CAPABILITIES, supports_parallel_tool_calls: false }
    expect(send({ tools: [add] }, { capabilities }).body.parallel_tool_calls).toBe(false)
    expect(send({}, { capabilities }).body.parallel_tool_calls).toBeUndefined()
  })

  const schema = { type: 'object', properties: {}, additionalProperties: false }

  test('wire-rule 70: an answer by a schema is asked for by the schema, strictly where the schema allows it', () => {
    expect(send({ output_schema: schema, schema_name: 'plan' }).body.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'plan', schema, strict: true },
    })
    const loose = send({ output_schema: { type: 'object' } }).body.response_format
    expect(loose).toMatchObject({ json_schema: { name: 'answer', strict: false } })
  })

  test('wire-rule 209: a host that cannot be held to a schema is told of it', () => {
    const told = { role: 'system', content: expect.stringContaining(JSON.stringify(schema)) }
    const json = send({ output_schema: schema }, { host: 'deepseek' })
    expect(json.body.response_format).toEqual({ type: 'json_object' })
    expect(json.messages[0]).toEqual(told)
    const capabilities = { ...ALL_CAPABILITIES, supports_structured_output: false }
    const without = send({ output_schema: schema }, { capabilities })
    expect(without.body.response_format).toBeUndefined()
    expect(without.messages[0]).toEqual(told)
  })

  test('at most four stop sequences, none empty or twice', () => {
    const five = send({ stop_sequences: ['a', '', 'b', 'a', 'c', 'd', 'e'] })
    expect(five.body.stop).toEqual(['a', 'b', 'c', 'd'])
    expect(five.records).toMatchObject([{ block_type: 'stop_sequences', action: 'dropped' }])
    expect(send({ stop_sequences: ['a', 'b', 'c', 'd'] }).records).toEqual([])
    expect(send({ stop_sequences: [''] }).body.stop).toBeUndefined()
  })

  test('wire-rule 168: no stop sequences for a model that refuses them, and that is recorded', () => {
    const { body, records } = send({ stop_sequences: ['a'] }, { options: { stop_sequences: false } })
    expect(body).not.toHaveProperty('stop')
    expect(records).toMatchObject([{ block_type: 'stop_sequences', action: 'dropped' }])
    expect(send({ stop_sequences: [''] }, { options: { stop_sequences: false } }).records).toEqual([])
  })

  test('wire-rule 65: the temperature is bounded, and kept from models that refuse it', () => {
    expect(send({ temperature: 3 }).body.temperature).toBe(2)
    expect(send({ temperature: 0 }).body.temperature).toBe(0)
    expect(send({ temperature: null }).body).not.toHaveProperty('temperature')
    expect(send({ temperature: 1 }, { options: { sampling: false } }).body).not.toHaveProperty('temperature')
  })

  test('a reasoning effort is asked for in the words that the model knows', () => {
    const effort = (reasoning_effort: 'none' | 'low' | 'medium' | 'high', efforts?: string[]) =>
      send({ reasoning_effort }, { options: efforts ? { reasoning_efforts: efforts } : {} }).body.reasoning_effort
    expect(effort('low')).toBe('low')
    expect(effort('none', ['minimal', 'low'])).toBe('minimal')
    expect(effort('high', ['low', 'medium'])).toBe('medium')
    expect(effort('low', ['none', 'low'])).toBe('low')
    expect(effort('low', [])).toBeUndefined()
    expect(send({}).body).not.toHaveProperty('reasoning_effort')
  })

  test('wire-rule 166: beside tools the effort is none, said aloud, where the model takes tools in no other way', () => {
    const options = { reasoning_efforts: ['none', 'low', 'high'], tools_beside_reasoning: false }
    const silent = send({ tools: [add] }, { options })
    expect(silent.body.reasoning_effort).toBe('none')
    expect(silent.records).toEqual([])
    const asked = send({ tools: [add], reasoning_effort: 'high' }, { options })
    expect(asked.body.reasoning_effort).toBe('none')
    expect(asked.records).toMatchObject([{ block_type: 'reasoning_effort', action: 'dropped' }])
    expect(send({ reasoning_effort: 'high' }, { options }).body.reasoning_effort).toBe('high')
    expect(send({}, { options }).body).not.toHaveProperty('reasoning_effort')
    const without = { ...ALL_CAPABILITIES, supports_tools: false }
    expect(send({ tools: [add] }, { options, capabilities: without }).body).not.toHaveProperty('reasoning_effort')
    // A model that takes them together, and one that has no none.
    expect(send({ tools: [add] }, { options: { reasoning_efforts: ['none', 'low'] } }).body).not.toHaveProperty(
      'reasoning_effort',
    )
    expect(
      send({ tools: [add] }, { options: { ...options, reasoning_efforts: ['low', 'high'] } }).body,
    ).not.toHaveProperty('reasoning_effort')
  })

  test('what an installation adds to the body is added', () => {
    expect(send({}, { dialect: { extra_body: { safe_prompt: true } } }).body.safe_prompt).toBe(true)
  })
})

describe('the protocol', () => {
  test('a key goes into the authorization header, organisation and project into theirs', () => {
    const { headers } = chatCompletions()
    expect(headers({ api_key: null, options: {} })).toEqual({})
    expect(headers({ api_key: 'sk-x', options: { organization: 'org', project: 'p' } })).toEqual({
      authorization: 'Bearer sk-x',
      'openai-organization': 'org',
      'openai-project': 'p',
    })
  })

  test('a host that we know nothing of speaks as OpenAI does', () => {
    const { protocol: ordinary } = wireOf({ type: 'openai' })
    for (const name of ['nobody', 'constructor']) expect(wireOf({ type: 'openai', name }).protocol).toBe(ordinary)
    const protocol = chatCompletions({ max_tokens_field: 'max_tokens' })
    expect(protocol.toWire(canonicalRequest(), openai())).toMatchObject({ max_tokens: 1024 })
  })
})
