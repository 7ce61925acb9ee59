import { describe, expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { Target } from '#lib/adapters/protocol.ts'
import { toWire } from '#lib/adapters/protocols/anthropic/to-wire.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { Message } from '#lib/canonical/message.ts'
import { anthropicFaults } from '#test/support/anthropic-validator.ts'
import {
  ALL_CAPABILITIES,
  assistant,
  call,
  canonicalRequest,
  result,
  system,
  testTarget,
  text,
  toolMessage,
  user,
} from '#test/support/message-builder.ts'

const PLAIN = { ...ALL_CAPABILITIES, supports_prompt_caching: false }
const OWN = { model: 'anthropic:test-model', provider: 'anthropic' }
const THOUGHT: ContentBlock = { type: 'thinking', text: 'Let me see.', signature: 'c2ln' }
const TOOL = {
  name: 'calculator',
  description: 'Computes',
  input_schema: { type: 'object', properties: { expression: { type: 'string' } } },
  side_effects: 'none' as const,
}

interface Body extends JsonObject {
  messages: { role: string; content: JsonObject[] }[]
}

function send(fields: Partial<CanonicalRequest> = {}, to: Partial<Target> = {}) {
  const target = testTarget({ capabilities: PLAIN, ...to })
  const body = toWire(canonicalRequest(fields), target) as Body
  expect(anthropicFaults(body)).toEqual([])
  return { body, records: target.records }
}

const contents = (messages: Message[], to: Partial<Target> = {}) =>
  send({ messages }, to).body.messages.map(({ role, content }): [string, JsonObject[]] => [role, content])

describe('the body of a request', () => {
  test('is the worked example of provider-adapter-contract §9.1', () => {
    const { body } = send({
      messages: [user('Read README.md and summarize')],
      tools: [TOOL],
      system_prompt: 'You are a helpful assistant.',
      max_output_tokens: 2048,
      stream: true,
    })
    expect(body).toEqual({
      model: 'test-model',
      max_tokens: 2048,
      system: 'You are a helpful assistant.',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Read README.md and summarize' }] }],
      tools: [{ name: 'calculator', description: 'Computes', input_schema: TOOL.input_schema }],
      stream: true,
    })
  })

  test('leaves out what was not asked for', () => {
    expect(Object.keys(send().body)).toEqual(['model', 'max_tokens', 'messages', 'stream'])
  })

  test('holds stop sequences once each, and none of white space alone', () => {
    expect(send({ stop_sequences: ['END', '\n\n', 'END', '###'] }).body.stop_sequences).toEqual(['END', '###'])
    expect(send({ stop_sequences: [' '] }).body).not.toHaveProperty('stop_sequences')
  })

  test('wire-rule 46: clamps the temperature to 0 and 1', () => {
    expect(send({ temperature: 1.7 }).body.temperature).toBe(1)
    expect(send({ temperature: -0.1 }).body.temperature).toBe(0)
    expect(send({ temperature: 0.3 }).body.temperature).toBe(0.3)
    expect(send({ temperature: null }).body).not.toHaveProperty('temperature')
  })

  test('wire-rule 45: has no temperature beside thinking, nor for a model that takes none', () => {
    expect(send({ temperature: 0.3 }, { options: { sampling: false } }).body).not.toHaveProperty('temperature')
    const { body } = send({ temperature: 0.3, reasoning_effort: 'low', max_output_tokens: 4000 })
    expect(body).toMatchObject({ thinking: { type: 'enabled' } })
    expect(body).not.toHaveProperty('temperature')
  })

  test('wire-rule 1: is the same text every time, and leaves the request as it was', () => {
    const request = canonicalRequest({
      messages: [user('a'), assistant([THOUGHT, call('tu_1')], OWN), toolMessage('tu_1')],
      tools: [TOOL],
    })
    const before = structuredClone(request)
    const bodies = [1, 2].map(() => JSON.stringify(toWire(request, testTarget())))
    expect(bodies[1]).toBe(bodies[0])
    expect(request).toEqual(before)
  })
})

describe('the system prompt', () => {
  test('wire-rule 33: stands at the top, before the leading SYSTEM messages', () => {
    const { body } = send({ system_prompt: 'First.', messages: [system('Second.'), system('Third.'), user('Hi')] })
    expect(body.system).toBe('First.\n\nSecond.\n\nThird.')
    expect(body.messages.map(({ role }) => role)).toEqual(['user'])
  })

  test('wire-rule 34: a late SYSTEM message stays in its place, as marked user text', () => {
    const { body, records } = send({
      system_prompt: 'First.',
      messages: [user('Hi'), assistant('Hello'), system('Be brief now.'), user('Go')],
    })
    expect(body.system).toBe('First.')
    expect(body.messages[2]).toEqual({
      role: 'user',
      content: [
        { type: 'text', text: '<system_message>\nBe brief now.\n</system_message>' },
        { type: 'text', text: 'Go' },
      ],
    })
    expect(records).toMatchObject([{ block_type: 'text', action: 'converted' }])
  })

  test('speaks as the user to a model without one', () => {
    const { body } = send({ system_prompt: 'Be brief.' }, { capabilities: { ...PLAIN, supports_system_prompt: false } })
    expect(body).not.toHaveProperty('system')
    expect(body.messages[0]?.content).toEqual([
      { type: 'text', text: '<system_message>\nBe brief.\n</system_message>' },
      { type: 'text', text: 'Hello' },
    ])
  })
})

describe('turns', () => {
  test('wire-rule 31: neighbours of one role are one turn', () => {
    expect(contents([user('a'), user('b'), assistant('c'), assistant('d'), user('e')])).toEqual([
      ['user', [text('a'), text('b')]],
      ['assistant', [text('c'), text('d')]],
      ['user', [text('e')]],
    ])
  })

  test('wire-rule 32: the user speaks first, be it with a placeholder', () => {
    expect(contents([assistant('Welcome'), user('Hi')])[0]).toEqual(['user', [text('(empty message)')]])
    expect(contents([])).toEqual([['user', [text('(empty message)')]]])
  })

  test('wire-rules 23, 24, 25: all results of parallel calls head the one turn after them', () => {
    const turns = contents([
      user('Go'),
      assistant([text('Both.'), call('tu_1'), call('tu_2')]),
      user('And?'),
      toolMessage('tu_2', 'two'),
      toolMessage('tu_1', 'one'),
    ])
    expect(turns[2]).toEqual([
      'user',
      [
        { type: 'tool_result', tool_use_id: 'tu_2', content: [text('two')], is_error: false },
        { type: 'tool_result', tool_use_id: 'tu_1', content: [text('one')], is_error: false },
        text('And?'),
      ],
    ])
  })

  test('wire-rule 26: calls come last in each stretch between thinking blocks', () => {
    const content = [THOUGHT, call('tu_1'), text('a'), THOUGHT, call('tu_2'), text('b')]
    const [, turn] = contents([user('Go'), assistant(content, OWN), toolMessage('tu_1'), toolMessage('tu_2')])
    expect(turn?.[1].map(({ type }) => type)).toEqual(['thinking', 'text', 'tool_use', 'thinking', 'text', 'tool_use'])
  })

  test('wire-rules 27 and 126: the input of a call is an object, one that holds the text where the arguments were none', () => {
    const broken = { ...call('tu_1'), raw_input: '{"a": ' }
    const [, turn] = contents([user('Go'), assistant([broken, call('tu_2', 'calculator', { a: [1] })]), user('Well?')])
    expect(turn?.[1].map(({ input }) => input)).toEqual([{ INVALID_JSON: '{"a": ' }, { a: [1] }])
  })

  test('wire-rule 28: empty text goes nowhere, and blank text only beside other text', () => {
    expect(
      contents([user([text(''), text('a'), text(' ')]), assistant([text('\n\n'), call('tu_1')]), user(' ')]),
    ).toEqual([
      ['user', [text('a'), text(' ')]],
      ['assistant', [{ type: 'tool_use', id: 'tu_1', name: 'calculator', input: {} }]],
      ['user', [expect.objectContaining({ type: 'tool_result', is_error: true })]],
    ])
    expect(contents([user('a'), assistant('b'), user(' ')])[2]).toEqual(['user', [text('(empty message)')]])
  })

  test('wire-rule 29: a result without content says so', () => {
    const turns = contents([user('Go'), assistant([call('tu_1')]), toolMessage('tu_1', [])])
    expect(turns[2]?.[1]).toMatchObject([{ content: [text('(no output)')] }])
  })

  test('wire-rule 30: a beginning of the answer does not end in white space', () => {
    expect(contents([user('Go'), assistant('Once upon \n')])[1]).toEqual(['assistant', [text('Once upon')]])
    expect(contents([user('Go'), assistant([text('Once '), text(' \n')])])[1]).toEqual(['assistant', [text('Once')]])
  })

  test('wire-rule 132: a beginning of the answer is followed by a word of the user’s where the model takes none', () => {
    const newer = { options: { prefill: false } }
    const { body, records } = send(
      { messages: [user('Go'), assistant('Once upon \n', { status: 'cancelled' })] },
      newer,
    )
    expect(body.messages.slice(1)).toEqual([
      { role: 'assistant', content: [text('Once upon \n')] },
      { role: 'user', content: [text('Go on.')] },
    ])
    expect(records).toMatchObject([{ block_type: 'text', action: 'converted' }])
    expect(contents([user('Go'), assistant('Hi'), user('On')], newer)).toHaveLength(3)
  })

  test('wire-rule 132: nothing is said for the user while a call waits for its result, wherever it stands', () => {
    const thought = { type: 'thinking' as const, text: 'hm', signature: 'c2ln' }
    const messages = [user('Go'), assistant([call('tu_1'), thought, text('so')], OWN)]
    const { body } = send({ messages }, { options: { prefill: false, thinking: 'adaptive', thinks_unasked: true } })
    expect(body.messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant'])
  })

  test('wire-rule 132: an answer that the provider paused in a tool of its own is sent again as it is', () => {
    const paused = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } }
    const provider_raw = { format: 'anthropic.messages', blocks: [{ index: 1, block: paused }] }
    const messages = [user('Go'), assistant('Searching', { ...OWN, provider_raw })]
    const { body, records } = send({ messages }, { options: { prefill: false } })
    expect(body.messages.at(-1)).toEqual({ role: 'assistant', content: [text('Searching'), paused] })
    expect(records).toEqual([])
  })

  test('wire-rule 49: pictures stand inside the result, and is_error is always said', () => {
    const picture: ContentBlock = {
      type: 'image',
      source: { kind: 'base64', data: 'iVBORw0KGgoAAAA=' },
      media_type: 'image/png',
    }
    const failed = { ...result('tu_1', [text('see'), picture]), is_error: true }
    const turns = contents([user('Go'), assistant([call('tu_1')]), { ...toolMessage('tu_1'), content: [failed] }])
    expect(turns[2]?.[1]).toEqual([
      {
        type: 'tool_result',
        tool_use_id: 'tu_1',
        content: [
          text('see'),
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAAA=' } },
        ],
        is_error: true,
      },
    ])
  })

  test('wire-rule 55: a call of a server tool owes no result of ours', () => {
    const call = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }
    const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }
    const blocks = [call, found].map((block) => ({ index: 0, block }))
    const provider_raw = { format: 'anthropic.messages', blocks }
    const turns = contents([user('Go'), assistant('Found.', { ...OWN, provider_raw }), user('Thanks')])
    expect(turns[1]?.[1]).toEqual([call, found, text('Found.')])
    expect(turns[2]).toEqual(['user', [text('Thanks')]])
  })
})

describe('pictures', () => {
  const picture = (source: { kind: 'base64' | 'url' | 'file_ref'; data: string }): ContentBlock => ({
    type: 'image',
    source,
    media_type: 'image/png',
  })

  test('go as bytes, as a URL, or as the bytes of an upload', () => {
    const png = Buffer.from('iVBORw0KGgoAAAA=', 'base64')
    const { body } = send({
      messages: [
        user([
          picture({ kind: 'base64', data: 'iVBORw0KGgoAAAA=' }),
          picture({ kind: 'url', data: 'https://example.test/a.png' }),
          picture({ kind: 'file_ref', data: 'attachments/1' }),
        ]),
      ],
      files: new Map([['attachments/1', png]]),
    })
    const bytes = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAAA=' }
    expect(body.messages[0]?.content.map(({ source }) => source)).toEqual([
      bytes,
      { type: 'url', url: 'https://example.test/a.png' },
      bytes,
    ])
  })

  test('wire-rule 48: are declared as what their bytes are', () => {
    const { body } = send({ messages: [user([picture({ kind: 'base64', data: '/9j/4AAQSkZJRg==' })])] })
    expect(body.messages[0]?.content[0]).toMatchObject({ source: { media_type: 'image/jpeg' } })
  })

  test('of an answer are named, not sent: an answer cannot hold one', () => {
    const drawn = [text('Here:'), picture({ kind: 'url', data: 'https://example.test/a.png' })]
    const { body, records } = send({ messages: [user('Draw'), assistant(drawn), user('Thanks')] })
    expect(body.messages[1]?.content).toEqual([text('Here:'), text('[image omitted: it was part of an answer]')])
    expect(records).toMatchObject([{ block_type: 'image', action: 'converted' }])
    const critical = send({ messages: [user('Draw'), assistant(drawn, { critical: true }), user('Thanks')] })
    expect(critical.records).toMatchObject([{ block_type: 'image', action: 'dropped' }])
  })
})

describe('tools', () => {
  test('wire-rule 22: are an empty list where only the history has some', () => {
    expect(send({ messages: [user('Go'), assistant([call('tu_1')]), toolMessage('tu_1')] }).body.tools).toEqual([])
    expect(send().body).not.toHaveProperty('tools')
  })

  test('are chosen in this wire’s words', () => {
    const choices = (['auto', 'none', 'required', { name: 'calculator' }] as const).map(
      (tool_choice) => send({ tools: [TOOL], tool_choice }).body.tool_choice,
    )
    expect(choices).toEqual([{ type: 'auto' }, { type: 'none' }, { type: 'any' }, { type: 'tool', name: 'calculator' }])
    expect(send({ tool_choice: 'required' }).body).not.toHaveProperty('tool_choice')
  })

  const FORCED: Partial<CanonicalRequest> = {
    tools: [TOOL],
    tool_choice: 'required',
    reasoning_effort: 'high',
    max_output_tokens: 4000,
  }

  test('wire-rules 47, 128: a forced tool turns a thinking budget off, and adaptive thinking stays as it is', () => {
    expect(send(FORCED).body).not.toHaveProperty('thinking')
    const { body } = send(FORCED, { options: { thinking: 'adaptive' } })
    expect(body).toMatchObject({ tool_choice: { type: 'any' }, thinking: { type: 'adaptive', display: 'summarized' } })
  })

  test('wire-rule 129: a tool is not forced on a model that refuses it, and that is recorded', () => {
    const { body, records } = send(FORCED, { options: { thinking: 'adaptive', forced_tool_choice: false } })
    expect(body).toMatchObject({ tool_choice: { type: 'auto' }, thinking: { type: 'adaptive' } })
    expect(records).toMatchObject([{ block_type: 'tool_choice', action: 'converted' }])
    const one = send({ ...FORCED, tool_choice: { name: 'calculator' } }, { options: { forced_tool_choice: false } })
    expect(one.body.tool_choice).toEqual({ type: 'auto' })
  })

  test('of the provider’s own stand beside ours, with the container they left', () => {
    const server_tools = [{ type: 'code_execution_20250825', name: 'code_execution' }]
    const raw = { format: 'anthropic.messages', container: { id: 'container_1', expires_at: 'x' } }
    const messages = [user('Go'), assistant('Done', { ...OWN, provider_raw: raw }), user('More')]
    const { body } = send({ messages, tools: [TOOL] }, { options: { server_tools } })
    expect(body.tools).toEqual([expect.objectContaining({ name: 'calculator' }), ...server_tools])
    expect(body.container).toBe('container_1')
    expect(send({ messages }).body).not.toHaveProperty('container')
    expect(send({}, { options: { server_tools } }).body).not.toHaveProperty('container')
    const filtering = [{ type: 'web_search_20260209', name: 'web_search' }]
    expect(send({ messages }, { options: { server_tools: filtering } }).body.container).toBe('container_1')
    const plain = [{ type: 'web_search_20250305', name: 'web_search' }]
    expect(send({ messages }, { options: { server_tools: plain } }).body).not.toHaveProperty('container')
  })

  test('wire-rules 11, 12, 17: ids and names that the API refuses are replaced, the same in call and result', () => {
    const long = `call_${'x'.repeat(80)}`
    const messages = [
      user('Go'),
      assistant([call('functions.Bash:0', 'ns.add'), call(long, ''), call('tu_fine')]),
      toolMessage('functions.Bash:0'),
      toolMessage(long),
      toolMessage('tu_fine'),
    ]
    const { body, records } = send({ messages })
    const calls = body.messages[1]?.content ?? []
    expect(calls.map(({ name }) => name)).toEqual(['ns_add', 'unnamed_tool', 'calculator'])
    const ids = calls.map(({ id }) => id)
    expect(ids[0]).toMatch(/^toolu_[0-9a-f]{32}$/)
    expect(new Set(ids).size).toBe(3)
    expect(ids[2]).toBe('tu_fine')
    expect(body.messages[2]?.content.map(({ tool_use_id }) => tool_use_id)).toEqual(ids)
    expect(records.map(({ action }) => action)).toEqual(['repaired', 'repaired'])
  })

  test('wire-rule 18: the provider gets its own ids back, and canonical ones for the rest', () => {
    const messages = [user('Go'), assistant([call('tu_1'), call('tu_2')]), toolMessage('tu_1'), toolMessage('tu_2')]
    const tool_ids = new Map([
      ['tu_1', { provider: 'anthropic', provider_id: 'toolu_own' }],
      ['tu_2', { provider: 'openai', provider_id: 'call_other' }],
    ])
    const { body } = send({ messages, tool_ids })
    expect(body.messages[1]?.content.map(({ id }) => id)).toEqual(['toolu_own', 'tu_2'])
    expect(body.messages[2]?.content.map(({ tool_use_id }) => tool_use_id)).toEqual(['toolu_own', 'tu_2'])
  })
})

describe('thinking in history', () => {
  test('wire-rules 35, 40: goes back to its maker unchanged, an omitted text included', () => {
    const omitted: ContentBlock = { type: 'thinking', text: '', signature: 'b25seQ==' }
    const redacted: ContentBlock = { type: 'redacted_thinking', data: 'cmVk' }
    const turns = contents([user('Go'), assistant([THOUGHT, omitted, redacted, text('Hi')], OWN), user('On')])
    expect(turns[1]?.[1]).toEqual([
      { type: 'thinking', thinking: 'Let me see.', signature: 'c2ln' },
      { type: 'thinking', thinking: '', signature: 'b25seQ==' },
      redacted,
      text('Hi'),
    ])
  })

  test('wire-rule 36: goes to no other model', () => {
    const other = { model: 'anthropic:another-model', provider: 'anthropic' }
    const { body, records } = send({ messages: [user('Go'), assistant([THOUGHT, text('Hi')], other), user('On')] })
    expect(body.messages[1]?.content).toEqual([text('Hi')])
    expect(records).toMatchObject([{ block_type: 'thinking', action: 'dropped' }])
  })

  test('wire-rule 39: is never sent unsigned', () => {
    const unsigned: ContentBlock = { type: 'thinking', text: 'half' }
    const { body, records } = send({ messages: [user('Go'), assistant([unsigned, text('Hi')], OWN), user('On')] })
    expect(body.messages[1]?.content).toEqual([text('Hi')])
    expect(records).toMatchObject([{ block_type: 'thinking', action: 'dropped' }])
  })

  test('wire-rule 41: does not become the neighbour of other thinking because blank text between them is left out', () => {
    const answer = assistant([THOUGHT, text(' '), THOUGHT, call('tu_1')], OWN)
    const { body, records } = send({ messages: [user('Go'), answer, toolMessage('tu_1')] })
    expect(body.messages[1]?.content).toMatchObject([
      { type: 'thinking' },
      text('…'),
      { type: 'thinking' },
      { type: 'tool_use' },
    ])
    expect(records).toMatchObject([{ block_type: 'text', action: 'repaired' }])
  })

  test('wire-rule 41: does not end an answer', () => {
    const { body, records } = send({ messages: [user('Go'), assistant([text('a'), THOUGHT], OWN), user('On')] })
    expect(body.messages[1]?.content).toEqual([text('a')])
    expect(records).toMatchObject([{ block_type: 'thinking', action: 'dropped' }])
  })

  test('wire-rule 38: is not part of a beginning of the answer while thinking is off', () => {
    const messages = [user('Go'), assistant([THOUGHT, text('Once')], OWN)]
    const { body, records } = send({ messages })
    expect(body.messages[1]?.content).toEqual([text('Once')])
    expect(records).toMatchObject([{ block_type: 'thinking', action: 'dropped' }])
    const on = send({ messages, reasoning_effort: 'low', max_output_tokens: 4000 })
    expect(on.body.messages[1]?.content).toHaveLength(2)
    const unasked = { options: { thinking: 'adaptive', thinks_unasked: true } }
    expect(send({ messages }, unasked).body.messages[1]?.content).toHaveLength(2)
  })

  test('a beginning that is nothing but thinking is none', () => {
    const paused = assistant([THOUGHT, text('a'), THOUGHT, text(' ')], OWN)
    const adaptive = { options: { thinking: 'adaptive', thinks_unasked: true } }
    expect(send({ messages: [user('Go'), paused] }, adaptive).body.messages[1]?.content).toEqual([
      { type: 'thinking', thinking: 'Let me see.', signature: 'c2ln' },
      text('a'),
    ])
    for (const content of [[THOUGHT], [THOUGHT, text(' '), THOUGHT]]) {
      expect(contents([user('Go'), assistant(content, OWN)])).toEqual([['user', [text('Go')]]])
    }
  })
})

describe('a reasoning effort', () => {
  const ask = (fields: Partial<CanonicalRequest>, options: Record<string, unknown> = {}) =>
    send({ reasoning_effort: 'medium', max_output_tokens: 32_000, ...fields }, { options }).body

  test('wire-rule 44: is a token budget below the limit of the answer', () => {
    expect(ask({}).thinking).toEqual({ type: 'enabled', budget_tokens: 8192 })
    expect(ask({ reasoning_effort: 'low' }).thinking).toEqual({ type: 'enabled', budget_tokens: 2048 })
    expect(ask({ reasoning_effort: 'high' }).thinking).toEqual({ type: 'enabled', budget_tokens: 24_576 })
    expect(ask({ max_output_tokens: 4000 }).thinking).toEqual({ type: 'enabled', budget_tokens: 3200 })
    expect(ask({ max_output_tokens: 1100 }).thinking).toEqual({ type: 'enabled', budget_tokens: 1024 })
    expect(ask({ max_output_tokens: 1024 })).not.toHaveProperty('thinking')
  })

  test('is the adaptive mode with an effort, where the model has that', () => {
    const body = ask({}, { thinking: 'adaptive' })
    expect(body.thinking).toEqual({ type: 'adaptive', display: 'summarized' })
    expect(body.output_config).toEqual({ effort: 'medium' })
    expect(ask({}, { thinking: 'adaptive', effort: false })).not.toHaveProperty('output_config')
    expect(ask({}, { thinking: 'budget', effort: true }).output_config).toEqual({ effort: 'medium' })
  })

  test('may leave out the text of the thoughts, where the installation wants that', () => {
    for (const thinking of ['adaptive', 'budget']) {
      const body = ask({}, { thinking, thinking_display: 'omitted' })
      expect(body.thinking).toMatchObject({ display: 'omitted' })
    }
  })

  test('wire-rule 160: of none turns thinking off where it may be, and is as low as it goes where it may not', () => {
    const none = (options: Record<string, unknown>) => {
      const { thinking, output_config } = ask({ reasoning_effort: 'none' }, options)
      return { thinking, output_config }
    }
    const adaptive = { thinking: 'adaptive', thinks_unasked: true }
    expect(none({})).toEqual({})
    // It does not think unless it is asked to.
    expect(none({ thinking: 'adaptive' })).toEqual({})
    expect(none(adaptive)).toEqual({ thinking: { type: 'disabled' } })
    const shown = { type: 'adaptive', display: 'summarized' }
    const always = { ...adaptive, thinking_always: true }
    expect(none(always)).toEqual({ thinking: shown, output_config: { effort: 'low' } })
    expect(none({ ...always, effort: false })).toEqual({ thinking: shown })
  })

  test('wire-rule 161: of none is the mode that is the least of it, where the model has one', () => {
    const options = { thinking: 'adaptive', thinking_always: true, thinking_least: 'between_tools' }
    const body = ask({ reasoning_effort: 'none' }, options)
    expect(body.thinking).toEqual({ type: 'between_tools' })
    expect(body).not.toHaveProperty('output_config')
  })

  test('wire-rules 158, 159: of nobody’s wish still shows what a model thinks that thinks unasked', () => {
    const unasked = send({}, { options: { thinking: 'adaptive', thinks_unasked: true } }).body
    expect(unasked.thinking).toEqual({ type: 'adaptive', display: 'summarized' })
    expect(unasked).not.toHaveProperty('output_config')
    const hidden = { thinking: 'adaptive', thinks_unasked: true, thinking_display: 'omitted' }
    expect(send({}, { options: hidden }).body.thinking).toEqual({ type: 'adaptive', display: 'omitted' })
    // To speak of it would be to ask for it.
    expect(send({}, { options: { thinking: 'adaptive' } }).body).not.toHaveProperty('thinking')
    expect(send({}, { options: { thinking: 'budget' } }).body).not.toHaveProperty('thinking')
  })

  test('means nothing to a model that does not think', () => {
    expect(ask({}, { thinking: 'none' })).not.toHaveProperty('thinking')
    const capabilities = { ...PLAIN, supports_thinking: false }
    expect(send({ reasoning_effort: 'high', max_output_tokens: 9000 }, { capabilities }).body).not.toHaveProperty(
      'thinking',
    )
  })

  test('wire-rule 37: rests while a tool loop goes on that did not begin with thinking', () => {
    const loop = (content: ContentBlock[]) => [user('Go'), assistant(content, OWN), toolMessage('tu_1')]
    expect(ask({ messages: loop([call('tu_1')]) })).not.toHaveProperty('thinking')
    expect(ask({ messages: loop([THOUGHT, call('tu_1')]) })).toHaveProperty('thinking')
    expect(ask({ messages: [...loop([call('tu_1')]), assistant('Done'), user('Next')] })).toHaveProperty('thinking')
    expect(ask({ messages: loop([call('tu_1')]) }, { thinking: 'adaptive' })).toHaveProperty('thinking')
  })
})

describe('structured output', () => {
  const output_schema = { type: 'object', properties: { a: { type: 'number' } } }

  test('wire-rules 206 and 213: is a format of the output, beside an effort, and no tool that must be called', () => {
    const { body } = send(
      { output_schema, reasoning_effort: 'low', max_output_tokens: 4000 },
      { options: { thinking: 'adaptive' } },
    )
    expect(body.output_config).toEqual({ format: { type: 'json_schema', schema: output_schema }, effort: 'low' })
    expect(body).not.toHaveProperty('output_format')
    expect(body).not.toHaveProperty('tool_choice')
  })

  test('is asked for in words where the host has no such thing', () => {
    for (const to of [
      { options: { structured_output: 'hint' } },
      { capabilities: { ...PLAIN, supports_structured_output: false } },
    ]) {
      const { body } = send({ output_schema, system_prompt: 'Be brief.' }, to)
      expect(body).not.toHaveProperty('output_config')
      expect(body.system).toMatch(/^Be brief\.\n\nAnswer with one JSON value .*\n\{"type":"object"/)
    }
  })
})

describe('cache marks', () => {
  const mark = { cache_control: { type: 'ephemeral' } }

  test('wire-rule 43: stand after the system prompt, which covers the tools, and after what was said to the model', () => {
    const { body } = send(
      {
        system_prompt: 'Be brief.',
        tools: [TOOL, { ...TOOL, name: 'other' }],
        messages: [user('a'), assistant([THOUGHT, call('tu_1')], OWN), toolMessage('tu_1')],
      },
      { capabilities: ALL_CAPABILITIES },
    )
    expect(body.system).toEqual([{ type: 'text', text: 'Be brief.', ...mark }])
    expect(JSON.stringify(body.tools)).not.toContain('cache_control')
    expect(JSON.stringify(body).match(/cache_control/g)).toHaveLength(3)
    expect(body.messages[0]?.content[0]).toEqual({ type: 'text', text: 'a', ...mark })
    expect(body.messages[2]?.content[0]).toMatchObject({ type: 'tool_result', ...mark })
  })

  test('are left out where the model or the installation has no prompt caching', () => {
    expect(JSON.stringify(send().body)).not.toContain('cache_control')
    const off = send({}, { capabilities: ALL_CAPABILITIES, options: { prompt_caching: false } })
    expect(JSON.stringify(off.body)).not.toContain('cache_control')
  })
})
