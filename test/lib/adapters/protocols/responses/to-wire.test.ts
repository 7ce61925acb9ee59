import { describe, expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { Target } from '#lib/adapters/protocol.ts'
import { toWire } from '#lib/adapters/protocols/responses/to-wire.ts'
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
import { responsesFaults } from '#test/support/responses-validator.ts'

const PNG = 'iVBORw0KGgoAAAA='
const picture: ContentBlock = { type: 'image', source: { kind: 'base64', data: PNG }, media_type: 'image/png' }
const picturePart = { type: 'input_image', image_url: `data:image/png;base64,${PNG}`, detail: 'auto' }

function send(request: Partial<CanonicalRequest>, fields: Partial<Target> = {}) {
  const target = testTarget({
    provider: 'openai',
    format: 'openai.responses',
    model: 'openai:gpt-x',
    wire_name: 'gpt-x',
    ...fields,
  })
  const body = toWire(canonicalRequest(request), target)
  expect(responsesFaults(body)).toEqual([])
  return { body, input: body.input as JsonObject[], records: target.records }
}
const inputOf = (messages: Message[], fields: Partial<Target> = {}) => send({ messages }, fields).input

const without = (missing: Partial<typeof ALL_CAPABILITIES>) => ({
  capabilities: { ...ALL_CAPABILITIES, ...missing },
})

const said = (role: string, words: string) => ({
  type: 'message',
  role,
  content: [{ type: 'input_text', text: words }],
})
const answered = (words: string) => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', annotations: [], text: words }],
})

const REASONING = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'Z0FBQUFB' }
const own = (raw: JsonObject = {}, more: MessageMetadata = {}): MessageMetadata => ({
  model: 'openai:gpt-x',
  provider: 'openai',
  status: 'complete',
  provider_raw: { format: 'openai.responses', model: 'gpt-x', ...raw },
  ...more,
})

describe('a request', () => {
  test('stores nothing at the provider and asks for encrypted reasoning instead', () => {
    expect(send({ system_prompt: 'Be brief.', stream: true }).body).toEqual({
      model: 'gpt-x',
      instructions: 'Be brief.',
      input: [said('user', 'Hello')],
      max_output_tokens: 1024,
      include: ['reasoning.encrypted_content'],
      store: false,
      stream: true,
    })
    expect(send({}, { options: { encrypted_reasoning: false } }).body).not.toHaveProperty('include')
  })

  test('wire-rule 83: brings the whole conversation, never the id of an earlier response', () => {
    const history = [user('one'), assistant('two', own({ id: 'resp_1' })), user('three')]
    const { body, input } = send({ messages: history })
    expect(body).not.toHaveProperty('previous_response_id')
    expect(JSON.stringify(body)).not.toContain('resp_1')
    expect(input).toEqual([said('user', 'one'), answered('two'), said('user', 'three')])
  })

  test('wire-rule 82: is never empty', () => {
    expect(inputOf([])).toEqual([said('user', '(empty message)')])
    expect(inputOf([system('Only this.')])).toEqual([said('user', '(empty message)')])
  })

  test('wire-rule 34: leading system messages are the instructions, a later one stays where it is', () => {
    const messages = [system('first'), user('Hello'), system('later'), user('go on')]
    const { body, input } = send({ system_prompt: 'zeroth', messages })
    expect(body.instructions).toBe('zeroth\n\nfirst')
    expect(input[1]).toEqual(said('developer', 'later'))
    expect(inputOf(messages, { options: { system_role: 'system' } })[1]).toEqual(said('system', 'later'))
    const { input: marked, records } = send({ messages }, without({ supports_system_messages_in_list: false }))
    expect(marked[1]).toEqual(said('user', '<system_message>\nlater\n</system_message>'))
    expect(records).toMatchObject([{ action: 'converted', block_type: 'text' }])
  })

  test('a blank late system message says nothing', () => {
    expect(inputOf([user('Hello'), system(' \n')])).toEqual([said('user', 'Hello')])
  })

  test('a model without a system prompt reads it as marked user text', () => {
    const { body, input } = send({ system_prompt: 'Be brief.' }, without({ supports_system_prompt: false }))
    expect(body).not.toHaveProperty('instructions')
    expect(input[0]).toEqual(said('user', '<system_message>\nBe brief.\n</system_message>'))
  })

  test('asks for at least as many tokens as the API takes', () => {
    const { body, records } = send({ max_output_tokens: 1 })
    expect(body.max_output_tokens).toBe(16)
    const reason = 'the Responses API takes no limit below 16: it is sent instead of 1'
    expect(records).toEqual([{ message_id: '', block_type: 'max_output_tokens', action: 'converted', reason }])
    const enough = send({ max_output_tokens: 16 })
    expect([enough.body.max_output_tokens, enough.records]).toEqual([16, []])
  })

  test('wire-rule 65: carries a temperature only where the model takes one, within its range', () => {
    expect(send({ temperature: 3 }).body.temperature).toBe(2)
    expect(send({ temperature: 0 }).body.temperature).toBe(0)
    expect(send({ temperature: 1 }, { options: { sampling: false } }).body).not.toHaveProperty('temperature')
  })

  test('says that stop sequences cannot be sent', () => {
    const { body, records } = send({ stop_sequences: ['END'] })
    expect(JSON.stringify(body)).not.toContain('END')
    expect(records).toMatchObject([{ action: 'dropped', block_type: 'stop_sequences' }])
    expect(send({ stop_sequences: [''] }).records).toEqual([])
  })

  test('asks for effort in a word that the model knows, and for summaries where the installation wants them', () => {
    const efforts = { reasoning_efforts: ['minimal', 'low'] }
    expect(send({ reasoning_effort: 'high' }, { options: efforts }).body.reasoning).toEqual({ effort: 'low' })
    expect(send({ reasoning_effort: 'none' }, { options: efforts }).body.reasoning).toEqual({ effort: 'minimal' })
    expect(send({ reasoning_effort: 'low' }, { options: { reasoning_efforts: [] } }).body).not.toHaveProperty(
      'reasoning',
    )
    const summary = { reasoning_summary: 'auto' }
    expect(send({ reasoning_effort: 'low' }, { options: summary }).body.reasoning).toEqual({
      effort: 'low',
      summary: 'auto',
    })
    expect(send({}, { options: { ...summary, encrypted_reasoning: false } }).body).not.toHaveProperty('reasoning')
  })

  test('asks for JSON by its schema, or in words where the model cannot be held to one', () => {
    const schema = { type: 'object', properties: {}, required: [], additionalProperties: false }
    expect(send({ output_schema: schema, schema_name: 'my answer' }).body.text).toEqual({
      format: { type: 'json_schema', name: expect.stringMatching(/^my_answer_/), schema, strict: true },
    })
    expect(send({ output_schema: { type: 'object' } }).body.text).toMatchObject({
      format: { name: 'answer', strict: false },
    })
    const hinted = send({ output_schema: schema }, without({ supports_structured_output: false })).body
    expect(hinted).not.toHaveProperty('text')
    expect(hinted.instructions).toContain(JSON.stringify(schema))
  })
})

describe('tools', () => {
  const tool = (properties: JsonObject) => ({
    name: 'add',
    description: 'Adds',
    input_schema: { type: 'object', properties, required: [], additionalProperties: false },
    side_effects: 'none' as const,
  })

  test('wire-rule 70: say of each whether it is strict, which is assumed where nothing is said', () => {
    const [strict, loose] = [tool({}), { ...tool({ a: { type: 'string' } }), name: 'sub' }]
    expect(send({ tools: [strict, loose] }).body.tools).toMatchObject([
      { type: 'function', name: 'add', description: 'Adds', strict: true },
      { type: 'function', name: 'sub', strict: false },
    ])
  })

  test('wire-rule 71: a tool is forced by its name alone', () => {
    const tools = [tool({})]
    expect(send({ tools, tool_choice: { name: 'add' } }).body.tool_choice).toEqual({ type: 'function', name: 'add' })
    expect(send({ tools, tool_choice: 'required' }).body.tool_choice).toBe('required')
    expect(send({ tool_choice: 'required' }).body).not.toHaveProperty('tool_choice')
  })

  test('one at a time is asked for where the model has no parallel calls', () => {
    const { body } = send({ tools: [tool({})] }, without({ supports_parallel_tool_calls: false }))
    expect(body.parallel_tool_calls).toBe(false)
    expect(send({}, without({ supports_parallel_tool_calls: false })).body).not.toHaveProperty('parallel_tool_calls')
  })

  test("the provider's own come from the options; a model without tools gets none", () => {
    const options = { server_tools: [{ type: 'web_search' }, 'nonsense'] }
    expect(send({}, { options }).body.tools).toEqual([{ type: 'web_search' }])
    expect(send({}, { options, ...without({ supports_tools: false }) }).body).not.toHaveProperty('tools')
  })
})

describe('what the user and the tools say', () => {
  test('text and pictures are parts in their order', () => {
    const linked: ContentBlock = {
      type: 'image',
      source: { kind: 'url', data: 'https://example.test/a.png' },
      media_type: 'image/png',
    }
    expect(inputOf([user([text('see'), picture, linked])])[0]).toEqual({
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: 'see' },
        picturePart,
        { type: 'input_image', image_url: 'https://example.test/a.png', detail: 'auto' },
      ],
    })
  })

  test('wire-rule 81: a result is a string, or typed parts where it holds a picture', () => {
    const outputs = inputOf([
      user('go'),
      assistant([call('tu_1'), call('tu_2')]),
      toolMessage('tu_1', [text('a'), text('b')]),
      toolMessage('tu_2', [text('see'), picture]),
    ]).filter(({ type }) => type === 'function_call_output')
    expect(outputs).toEqual([
      { type: 'function_call_output', call_id: 'tu_1', output: 'a\nb' },
      { type: 'function_call_output', call_id: 'tu_2', output: [{ type: 'input_text', text: 'see' }, picturePart] },
    ])
  })

  test.each<[string, ContentBlock[], unknown]>([
    ['text', [text('no such file')], 'Error: no such file'],
    ['nothing', [], 'Error: the tool failed and said nothing.'],
    ['text and a picture', [text('odd'), picture], [{ type: 'input_text', text: 'Error: odd' }, picturePart]],
    ['a picture', [picture], [{ type: 'input_text', text: 'Error: the tool failed and said nothing.' }, picturePart]],
  ])('an error result of %s says that it is one', (_case, content, output) => {
    const failed = message('tool', [{ ...result('tu_1', content), is_error: true }], { parent_tool_use_id: 'tu_1' })
    expect(inputOf([user('go'), assistant([call('tu_1')]), failed]).at(-1)).toMatchObject({ output })
  })

  test('wire-rule 14: an over-long call id is hashed, the same in call and result', () => {
    const long = `call_${'x'.repeat(80)}`
    const tool_ids = new Map([['tu_1', { provider: 'openai', provider_id: long }]])
    const messages = [user('go'), assistant([call('tu_1')], own()), toolMessage('tu_1')]
    const [, sent, output] = send({ messages, tool_ids }).input
    expect(sent?.call_id).toMatch(/^call_[0-9a-f]{32}$/)
    expect(output?.call_id).toBe(sent?.call_id)
  })
})

describe('an answer of another model', () => {
  test('wire-rule 79: goes out as plain items, without the ids of its own', () => {
    const raw = {
      blocks: [{ index: 0, block: REASONING }],
      fields: [
        { index: 0, item: { type: 'message', id: 'msg_1', phase: 'commentary' }, message: 1, part: {} },
        { index: 1, item: { type: 'function_call', id: 'fc_1' } },
      ],
    }
    const other = assistant([text('so'), call('tu_1')], { ...own(raw), model: 'openai:gpt-y' })
    const { input, records } = send({ messages: [user('go'), other, toolMessage('tu_1')] })
    expect(input.slice(1, 3)).toEqual([
      answered('so'),
      { type: 'function_call', call_id: 'tu_1', name: 'calculator', arguments: '{}' },
    ])
    expect(records).toEqual([
      {
        message_id: other.id,
        block_type: 'reasoning',
        action: 'dropped',
        reason: 'only openai:gpt-y understands it',
      },
    ])
  })

  test('keeps text and calls in their order, texts side by side in one message', () => {
    const mixed = assistant([text('a'), text('b'), call('tu_1'), text('c')], {
      model: 'anthropic:x',
      provider: 'anthropic',
    })
    const input = inputOf([user('go'), mixed, toolMessage('tu_1')])
    expect(input.map(({ type, content }) => [type, Array.isArray(content) ? content.length : 0])).toEqual([
      ['message', 1],
      ['message', 2],
      ['function_call', 0],
      ['message', 1],
      ['function_call_output', 0],
    ])
  })

  test('wire-rule 21: a name that the API would refuse is mended, and that is recorded', () => {
    const { input, records } = send({
      messages: [user('go'), assistant([call('tu_1', 'ns.tool')]), toolMessage('tu_1')],
    })
    expect(input[1]?.name).toMatch(/^ns_tool_[0-9a-f]{8}$/)
    expect(records).toMatchObject([{ action: 'repaired', block_type: 'tool_use' }])
  })

  test('wire-rules 62 and 126: arguments that are no JSON go inside an object, or as they came to a host that takes them', () => {
    const cut = { ...call('tu_1'), raw_input: '{"a' }
    const messages = [user('go'), assistant([cut]), toolMessage('tu_1')]
    expect(inputOf(messages)[1]?.arguments).toBe('{"INVALID_JSON":"{\\"a"}')
    const options = { invalid_arguments: 'verbatim' }
    expect(inputOf(messages, { options })[1]?.arguments).toBe('{"a')
  })

  test('pictures of an answer follow in a user message, after the results of its calls', () => {
    const { input, records } = send({
      messages: [user('go'), assistant([picture, call('tu_1'), picture]), toolMessage('tu_1'), user('and?')],
    })
    expect(input.slice(3)).toEqual([
      {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: '[Pictures from the answer above]' }, picturePart, picturePart],
      },
      said('user', 'and?'),
    ])
    expect(records).toMatchObject([{ action: 'converted' }, { action: 'converted' }])
    expect(inputOf([user('go'), assistant([text('see'), picture])]).at(-1)).toMatchObject({ role: 'user' })
    const asked = [user('go'), assistant([picture, call('tu_1')])]
    expect(inputOf(asked).at(-1)).toMatchObject({ type: 'function_call' })
    expect(inputOf([...asked, toolMessage('tu_1')]).at(-1)).toMatchObject({ role: 'user' })
  })
})

describe('an answer of the model itself', () => {
  const sent = (content: ContentBlock[], raw: JsonObject, more: MessageMetadata = {}, tail: Message[] = []) => {
    const { input, records } = send({
      messages: [user('go'), assistant(content, own(raw, more)), ...tail, user('and?')],
    })
    return { items: input.slice(1, -1), records }
  }

  test('wire-rule 78: keeps its order of reasoning, message and call, each under its own id', () => {
    const { items, records } = sent(
      [text('so'), call('tu_1')],
      {
        blocks: [{ index: 0, block: REASONING }],
        fields: [
          {
            index: 0,
            item: { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', phase: 'commentary' },
            message: 1,
            part: { type: 'output_text', annotations: [], logprobs: [] },
          },
          { index: 1, item: { type: 'function_call', id: 'fc_1', status: 'completed' }, arguments: '{ }' },
        ],
      },
      {},
      [toolMessage('tu_1')],
    )
    expect(items.slice(0, 3)).toEqual([
      REASONING,
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        phase: 'commentary',
        content: [{ type: 'output_text', annotations: [], logprobs: [], text: 'so' }],
      },
      {
        type: 'function_call',
        id: 'fc_1',
        status: 'completed',
        call_id: 'tu_1',
        name: 'calculator',
        arguments: '{ }',
      },
    ])
    expect(records).toEqual([])
  })

  test('wire-rule 80: the id of an item and the id of a call are two things', () => {
    const tool_ids = new Map([['tu_1', { provider: 'openai', provider_id: 'call_9' }]])
    const raw = { fields: [{ index: 0, item: { type: 'function_call', id: 'fc_1' } }] }
    const messages = [user('go'), assistant([call('tu_1')], own(raw)), toolMessage('tu_1')]
    const [, item, output] = send({ messages, tool_ids }).input
    expect([item?.id, item?.call_id, output?.call_id]).toEqual(['fc_1', 'call_9', 'call_9'])
  })

  test.each(['call_1', 'fc_', `fc_${'x'.repeat(64)}`, 'fc|1'])(
    'wire-rule 15: a call goes without an item id such as %s, which the API refuses',
    (id) => {
      const raw = { fields: [{ index: 0, item: { type: 'function_call', id } }] }
      const { items } = sent([call('tu_1')], raw, {}, [toolMessage('tu_1')])
      expect(items[0]).not.toHaveProperty('id')
    },
  )

  test('wire-rule 77: reasoning that was not encrypted stays behind, and with it the ids of what it led to', () => {
    const raw = {
      blocks: [
        {
          index: 0,
          block: { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', said_by: 0 }] },
          thinking: true,
        },
      ],
      fields: [{ index: 1, item: { type: 'message', id: 'msg_1', role: 'assistant' }, message: 1, part: {} }],
    }
    const { items, records } = sent([{ type: 'thinking', text: 'hm' }, text('so')], raw)
    expect(items).toMatchObject([{ type: 'message', content: [{ type: 'output_text', text: 'so' }] }])
    expect(items[0]).not.toHaveProperty('id')
    expect(records).toMatchObject([{ block_type: 'thinking', action: 'dropped' }])
  })

  test('wire-rule 78: reasoning that nothing followed stays behind', () => {
    const { items, records } = sent([text('so')], { blocks: [{ index: 1, block: REASONING }] })
    expect(items).toEqual([answered('so')])
    expect(records).toMatchObject([{ block_type: 'reasoning', reason: 'nothing followed the reasoning' }])
  })

  test('thinking that no item says is dropped, and recorded', () => {
    const { records } = sent(
      [{ type: 'thinking', text: 'hm' }, { type: 'redacted_thinking', data: 'x' }, text('so')],
      {},
    )
    expect(records.map(({ block_type }) => block_type)).toEqual(['thinking', 'redacted_thinking'])
  })

  test('a summary is put together from the thinking that says it', () => {
    const raw = {
      blocks: [
        {
          index: 0,
          block: {
            ...REASONING,
            summary: [
              { type: 'summary_text', said_by: 0 },
              { type: 'summary_text', said_by: 7 },
            ],
          },
          thinking: true,
        },
      ],
    }
    const { items, records } = sent([{ type: 'thinking', text: 'hm' }, text('so')], raw)
    expect(items[0]).toEqual({ ...REASONING, summary: [{ type: 'summary_text', text: 'hm' }] })
    expect(records).toEqual([])
  })

  test('of one that was interrupted only text and calls go back', () => {
    const raw = {
      blocks: [{ index: 0, block: REASONING }],
      fields: [
        {
          index: 0,
          item: { type: 'message', id: 'msg_1' },
          message: 1,
          part: { type: 'output_text', annotations: [] },
        },
      ],
    }
    const { items, records } = sent([text('so')], raw, { status: 'cancelled' })
    expect(items).toEqual([answered('so')])
    expect(records).toMatchObject([{ block_type: 'reasoning', reason: 'the answer was interrupted' }])
  })

  test('wire-rule 125: a search that xAI ran goes back to it as it came, and to nobody else', () => {
    const search = { type: 'custom_tool_call', id: 'ctc_1', call_id: 'xs_call_1', name: 'x_search', input: '{}' }
    const messages = [user('go'), assistant([text('so')], own({ blocks: [{ index: 0, block: search }] })), user('and?')]
    const request = canonicalRequest({ messages })
    const target = testTarget({ provider: 'openai', format: 'openai.responses', model: 'openai:gpt-x' })
    expect(toWire(request, target).input).toMatchObject([{}, search, {}, {}])
    expect(target.records).toEqual([])
    const other = testTarget({ provider: 'openai', format: 'openai.responses', model: 'openai:gpt-y' })
    expect(JSON.stringify(toWire(request, other).input)).not.toMatch(/custom_tool_call|xs_call/)
    expect(other.records).toMatchObject([{ block_type: 'custom_tool_call', action: 'converted' }])
  })

  test('a call of a tool that would have had to run here, and did not, stays behind', () => {
    const computer = { type: 'computer_call', id: 'cu_1', call_id: 'call_c', action: {} }
    const shell = { type: 'shell_call', id: 'sh_1', call_id: 'call_s' }
    const output = { type: 'shell_call_output', id: 'sho_1', call_id: 'call_s', output: [] }
    const blocks = [computer, shell, output].map((block) => ({ index: 0, block }))
    const target = testTarget({ provider: 'openai', format: 'openai.responses', model: 'openai:gpt-x' })
    const messages = [user('go'), assistant([text('so')], own({ blocks })), user('and?')]
    expect(toWire(canonicalRequest({ messages }), target).input).toMatchObject([{}, shell, output, {}, {}])
    expect(target.records).toMatchObject([{ block_type: 'computer_call', action: 'dropped' }])
  })

  test('a custom call goes back as free text, and its result as that of a custom call', () => {
    const raw = { fields: [{ index: 0, item: { type: 'custom_tool_call', id: 'ctc_1' }, arguments: 'SELECT 1' }] }
    const block: ContentBlock = { ...call('tu_1', 'sql'), raw_input: 'SELECT 1' }
    const { items } = sent([block], raw, {}, [toolMessage('tu_1')])
    expect(items).toEqual([
      { type: 'custom_tool_call', id: 'ctc_1', call_id: 'tu_1', name: 'sql', input: 'SELECT 1' },
      { type: 'custom_tool_call_output', call_id: 'tu_1', output: 'done' },
    ])
  })

  test('parts that only the API knows stand in their message', () => {
    const raw = {
      blocks: [
        { index: 1, block: { type: 'output_audio', data: 'x' }, message: 1 },
        { index: 1, block: { type: 'output_audio', data: 'y' }, message: 2 },
      ],
      fields: [{ index: 0, item: { type: 'message', id: 'msg_1' }, message: 1, part: { type: 'refusal' } }],
    }
    const target = testTarget({ provider: 'openai', format: 'openai.responses', model: 'openai:gpt-x' })
    const messages = [user('go'), assistant([text('no')], own(raw))]
    expect(toWire(canonicalRequest({ messages }), target).input).toMatchObject([
      {},
      {
        id: 'msg_1',
        content: [
          { type: 'refusal', refusal: 'no' },
          { type: 'output_audio', data: 'x' },
        ],
      },
      { role: 'assistant', content: [{ type: 'output_audio', data: 'y' }] },
    ])
  })

  test('an id that an earlier answer had is not said again', () => {
    const raw = {
      blocks: [{ index: 0, block: REASONING }],
      fields: [{ index: 0, item: { type: 'message', id: 'msg_1' }, message: 1, part: {} }],
    }
    const { input } = send({
      messages: [user('a'), assistant([text('b')], own(raw)), user('c'), assistant([text('d')], own(raw)), user('e')],
    })
    expect(input.map(({ id }) => id)).toEqual([undefined, 'rs_1', 'msg_1', undefined, undefined, undefined, undefined])
  })

  test('stored data that is malformed is left out', () => {
    const raw = { blocks: [7, { index: 'x', block: {} }, { index: 0, block: 'x' }], fields: [null, { index: 0 }] }
    expect(sent([text('so')], raw).items).toEqual([answered('so')])
    expect(sent([text('so')], { blocks: 'none', fields: {} }).items).toEqual([answered('so')])
  })

  test('a lone surrogate in an item of its own is replaced (wire-rule 9)', () => {
    const search = { type: 'web_search_call', id: 'ws_1', action: { query: 'x\ud800' } }
    const { items } = sent([text('so')], { blocks: [{ index: 0, block: search }] })
    expect(items[0]).toEqual({ ...search, action: { query: 'x\ufffd' } })
  })
})
