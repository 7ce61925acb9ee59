import { describe, expect, it } from 'vitest'
import { parseJson } from '#lib/demo/json.ts'
import {
  ANTHROPIC_TOOLS,
  assistant,
  CALCULATOR_SCHEMA,
  CHAT_TOOLS,
  PNG,
  postAnthropic,
  postChat,
  sayAnthropic,
  sayChat,
  THINKING,
  user,
  type Wire,
} from '../wire.ts'

const words = (text: string) => text.match(/\S+/g)?.length ?? 0
const anthropic = async (body: object): Promise<Wire> => (await postAnthropic(body)).json()
const chat = async (body: object): Promise<Wire> => ((await (await postChat(body)).json()) as Wire).choices[0].message

const toolUse = (id: string, expression: string) => ({
  type: 'tool_use',
  id,
  name: 'calculator',
  input: { expression },
})
const toolResult = (id: string, content: string, is_error = false) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  is_error,
})
const toolCall = (id: string, expression: string) => ({
  id,
  type: 'function',
  function: { name: 'calculator', arguments: JSON.stringify({ expression }) },
})

describe('whatever one says, the demo', () => {
  it.each(['hello', 'Wer bist du?', '', '{{}}', '`', 'what is love'].filter(Boolean))(
    'says that it is a script, and what to try: %s',
    async (said) => {
      for (const answer of [await sayAnthropic(said), await sayChat(said)]) {
        expect(answer).toContain('scripted demo model')
        expect(answer).toContain('not a language model')
        expect(answer).toMatch(/- `calculate .*\n- `think/)
      }
      expect(await sayAnthropic(said)).toContain('**Anthropic Messages**')
      expect(await sayChat(said)).toContain('**Chat Completions**')
    },
  )

  it('answers with the one word that is asked for', async () => {
    expect(await sayAnthropic('This is a test. Answer with one word: ready')).toBe('ready')
    expect(await sayChat('Say whether you are there. answer with one word: yes')).toBe('yes')
  })

  it('answers the same words in the same way every time', async () => {
    expect(await sayAnthropic('hello')).toBe(await sayAnthropic('hello'))
  })

  it('echoes whatever model name it was called by', async () => {
    expect((await anthropic({ model: 'some/model:free', messages: [user('hi')] })).model).toBe('some/model:free')
  })

  it('notices pictures and the length of the conversation', async () => {
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }
    const { content } = await anthropic({
      messages: [user([picture]), assistant('Nice.'), user([picture, { type: 'text', text: 'hi' }])],
    })
    expect(content[0].text).toContain('with 3 messages')
    expect(content[0].text).toContain('2 pictures came with the conversation')
    const one: Wire = await anthropic({ messages: [user([picture])] })
    expect(one.content[0].text).toContain('One picture came')
    expect(one.usage.input_tokens).toBeGreaterThan(1_000)
    expect(one.usage.input_tokens).toBeLessThan(1_100)
  })

  it('lists everything under help, and the faults under fault', async () => {
    const help = await sayChat('help')
    for (const word of ['very long', 'unicode', 'unsafe', 'think secretly', 'ids', 'fault rate limit'])
      expect(help).toContain(`\`${word}\``)
    expect(await sayAnthropic('which faults are there?')).toContain('- `fault stall`: ')
  })
})

describe('asked what it received, the demo', () => {
  it('lists the facts of an Anthropic request one a line, ids verbatim', async () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }
    const first = await anthropic({ thinking: THINKING, messages: [user('think')] })
    const { content } = await anthropic({
      system: 'Be brief.',
      tools: ANTHROPIC_TOOLS,
      messages: [
        user([{ type: 'text', text: 'hi' }, image]),
        assistant([...first.content, toolUse('toolu_A', '1/0'), toolUse('tu_B', '2+2')]),
        user([
          toolResult('toolu_A', 'division by zero', true),
          { ...toolResult('tu_B', ''), content: [{ type: 'text', text: '4' }, image] },
        ]),
        assistant('So.'),
        user('what did you receive?'),
      ],
    })
    expect(content[0].text.split('\n')).toEqual([
      'This reached me over Anthropic Messages:',
      '',
      '- model: `anthropic`',
      '- messages: 5',
      '- user messages: 3',
      '- assistant messages: 2',
      '- pictures: 2',
      '- picture 1: image/png',
      '- picture 2: image/png',
      '- thinking blocks: 1',
      '- tool calls: 2',
      '- tool call `toolu_A`: calculator',
      '- tool call `tu_B`: calculator',
      '- tool results: 2',
      '- tool result `toolu_A`: error',
      '- tool result `tu_B`: ok',
      '- system prompt: 9 characters',
      '- tools: 1',
      '- tool: calculator',
    ])
  })

  it('lists the facts of a Chat Completions request one a line, ids verbatim', async () => {
    const message = await chat({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'developer', content: 'Briefer.' },
        user([
          { type: 'text', text: 'hi' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
        ]),
        assistant('Hm.', {
          reasoning_content: 'Well.',
          tool_calls: [toolCall('call_A', '1/0'), toolCall('call_B', '2+2')],
        }),
        { role: 'tool', tool_call_id: 'call_A', content: 'Error: division by zero' },
        { role: 'tool', tool_call_id: 'call_B', content: [{ type: 'text', text: '4' }] },
        user([
          { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
          { type: 'text', text: 'how many messages?' },
        ]),
      ],
    })
    expect(message.content.split('\n').slice(2)).toEqual([
      '- model: `openai`',
      '- messages: 7',
      '- system messages: 1',
      '- developer messages: 1',
      '- user messages: 2',
      '- assistant messages: 1',
      '- tool messages: 2',
      '- pictures: 2',
      '- picture 1: image/png',
      '- picture 2: url',
      '- thinking blocks: 1',
      '- tool calls: 2',
      '- tool call `call_A`: calculator',
      '- tool call `call_B`: calculator',
      '- tool results: 2',
      '- tool result `call_A`: error',
      '- tool result `call_B`: ok',
      '- system prompt: 19 characters',
      '- tools: 0',
    ])
  })

  it.each(['what do you see?', 'IDs', 'What reached you'])('understands: %s', async (said) => {
    expect(await sayChat(said)).toContain('- system prompt: none')
  })
})

describe('asked to compute, the demo', () => {
  it('says so when there is no calculator, or when calls are forbidden', async () => {
    expect(await sayAnthropic('calculate 2*3')).toContain('no `calculator` tool came with this request')
    expect(await sayChat('calculate 2*3 and 4*5')).toContain('`2*3` and `4*5`')
    expect(await sayAnthropic('calculate 2*3', { tools: ANTHROPIC_TOOLS, tool_choice: { type: 'none' } })).toContain(
      'forbids me to call tools',
    )
    expect(await sayChat('calculate 2*3', { tools: CHAT_TOOLS, tool_choice: 'none' })).toContain(
      'forbids me to call tools',
    )
  })

  it('reports results and failures as the tool gave them', async () => {
    const anthropicAnswer = await anthropic({
      tools: ANTHROPIC_TOOLS,
      messages: [
        user('calculate 2*3 and 1/0'),
        assistant([toolUse('toolu_1', '2*3'), toolUse('toolu_2', '1/0')]),
        user([toolResult('toolu_1', '6'), toolResult('toolu_2', 'division by zero', true)]),
      ],
    })
    expect(anthropicAnswer.stop_reason).toBe('end_turn')
    expect(anthropicAnswer.content[0].text).toBe(
      'The calculator says `2*3` = **6**.\n\nThe calculator could not work out `1/0`. It said: division by zero',
    )
    const chatAnswer = await chat({
      tools: CHAT_TOOLS,
      messages: [
        user('calculate 2*3'),
        assistant(null, { tool_calls: [toolCall('call_1', '2*3')] }),
        { role: 'tool', tool_call_id: 'call_1', content: '6' },
      ],
    })
    expect(chatAnswer.content).toBe('The calculator says `2*3` = **6**.')
  })

  it('goes on with the next round after "then", and gives all results at the end', async () => {
    const asked = user('calculate 2*3 then 4*5')
    const firstRound = [asked, assistant([toolUse('toolu_1', '2*3')]), user([toolResult('toolu_1', '6')])]
    const second = await anthropic({ tools: ANTHROPIC_TOOLS, messages: firstRound })
    expect(second.content[1]).toMatchObject({ type: 'tool_use', input: { expression: '4*5' } })
    const { id } = second.content[1]
    const last = await anthropic({
      tools: ANTHROPIC_TOOLS,
      messages: [...firstRound, assistant(second.content), user([toolResult(id, '20')])],
    })
    expect(last.content).toEqual([
      { type: 'text', text: 'The calculator says `2*3` = **6**.\n\nThe calculator says `4*5` = **20**.' },
    ])
  })

  it('does not go on after a failure', async () => {
    const { content } = await anthropic({
      tools: ANTHROPIC_TOOLS,
      messages: [
        user('calculate 1/0 then 4*5'),
        assistant([toolUse('toolu_1', '1/0')]),
        user([toolResult('toolu_1', 'no', true)]),
      ],
    })
    expect(content).toEqual([{ type: 'text', text: 'The calculator could not work out `1/0`. It said: no' }])
  })

  it('makes one call at a time where calls may not be parallel', async () => {
    const one = await chat({ tools: CHAT_TOOLS, parallel_tool_calls: false, messages: [user('calculate 2*3 and 4*5')] })
    expect(one.tool_calls).toHaveLength(1)
    const other = await anthropic({
      tools: ANTHROPIC_TOOLS,
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      messages: [
        user('calculate 2*3 and 4*5'),
        assistant([toolUse('toolu_1', '2*3')]),
        user([toolResult('toolu_1', '6')]),
      ],
    })
    expect(other.content[1].input).toEqual({ expression: '4*5' })
  })

  it('follows new words that come with the results', async () => {
    const answer = await sayAnthropic('x', {
      messages: [
        user('calculate 2*3'),
        assistant([toolUse('toolu_1', '2*3')]),
        user([toolResult('toolu_1', 'cancelled', true), { type: 'text', text: 'never mind, hello' }]),
      ],
    })
    expect(answer).toContain('scripted demo model')
  })
})

describe('with other tools, the demo', () => {
  const schema = {
    type: 'object',
    properties: { path: { type: 'string' }, lines: { type: 'integer' } },
    required: ['path'],
  }
  const readFile = { name: 'read_file', input_schema: schema }

  it('calls the one that is named, with the arguments that are given', async () => {
    const call = async (said: string) => (await anthropic({ tools: [readFile], messages: [user(said)] })).content[1]
    expect(await call('please use the tool read_file')).toMatchObject({ name: 'read_file', input: { path: 'demo' } })
    expect(await call('call `read_file` with {"path": "a.txt", "lines": 3}')).toMatchObject({
      input: { path: 'a.txt', lines: 3 },
    })
  })

  it('does not call one that is not offered, or any if it must not', async () => {
    expect(await sayAnthropic('use the tool write_file', { tools: [readFile] })).toContain('scripted demo model')
    expect(
      await sayAnthropic('use the tool read_file', { tools: [readFile], tool_choice: { type: 'none' } }),
    ).toContain('scripted demo model')
  })

  it('quotes what they answer', async () => {
    const use = { type: 'tool_use', id: 'toolu_1', name: 'read_file', input: { path: 'a' } }
    const answerAfter = (is_error: boolean) =>
      sayAnthropic('', {
        messages: [
          user('use the tool read_file'),
          assistant([use]),
          user([toolResult('toolu_1', 'one\ntwo', is_error)]),
        ],
      })
    expect(await answerAfter(false)).toBe('The tool `read_file` answered:\n\n> one\n> two')
    expect(await answerAfter(true)).toBe('The tool `read_file` failed and said:\n\n> one\n> two')
  })

  it('calls what the request insists on, once', async () => {
    const forced = async (tool_choice: object, said: string) =>
      (await anthropic({ tools: [readFile, ...ANTHROPIC_TOOLS], tool_choice, messages: [user(said)] })).content.at(-1)
    expect(await forced({ type: 'tool', name: 'read_file' }, 'hi')).toMatchObject({
      name: 'read_file',
      input: { path: 'demo' },
    })
    expect(await forced({ type: 'any' }, 'hi')).toMatchObject({ name: 'calculator', input: { expression: 'demo' } })
    expect(await forced({ type: 'tool', name: 'calculator' }, 'what is 3*3')).toMatchObject({
      input: { expression: '3*3' },
    })
    const only = { type: 'function', function: { name: 'anything' } }
    expect(
      (await chat({ tools: [only], tool_choice: 'required', messages: [user('hi')] })).tool_calls[0].function,
    ).toEqual({
      name: 'anything',
      arguments: '{}',
    })
    const after = await anthropic({
      tools: ANTHROPIC_TOOLS,
      tool_choice: { type: 'any' },
      messages: [user('calculate 2*3'), assistant([toolUse('toolu_1', '2*3')]), user([toolResult('toolu_1', '6')])],
    })
    expect(after.stop_reason).toBe('end_turn')
  })
})

describe('asked to think, the demo', () => {
  it('thinks about what it was told to, unless the request forbids it', async () => {
    const { content } = await anthropic({ thinking: THINKING, messages: [user('Think about tides, please.')] })
    expect(content.map((block: Wire) => block.type)).toEqual(['thinking', 'text'])
    expect(content[0].thinking).toContain('about tides, please')
    for (const off of [{}, { thinking: { type: 'disabled' } }]) {
      const none = await anthropic({ ...off, messages: [user('think')] })
      expect(none.content).toEqual([{ type: 'text', text: expect.stringContaining('does not ask for thinking') }])
    }
    const unthinking = await chat({ reasoning_effort: 'none', messages: [user('think')] })
    expect(unthinking.reasoning_content).toBeUndefined()
    expect(unthinking.content).toContain('does not ask for thinking')
  })

  it('thinks in secret only where the format has a place for that', async () => {
    const { content } = await anthropic({ thinking: THINKING, messages: [user('think secretly about tides')] })
    expect(content.map((block: Wire) => block.type)).toEqual(['redacted_thinking', 'text'])
    expect(content[1].text).toContain('about tides')
    expect((await chat({ messages: [user('think secretly')] })).content).toContain('no way to send a hidden thought')
  })
})

describe('asked for text of a kind, the demo', () => {
  it('writes a long answer with every sort of Markdown in it', async () => {
    const text = await sayAnthropic('write an essay')
    expect(words(text)).toBeGreaterThan(1_300)
    expect(words(text)).toBeLessThan(1_900)
    for (const pattern of [
      /^# /m,
      /^### /m,
      /^- /m,
      /^1\. /m,
      /^\| --|^\|---/m,
      /^```ts$/m,
      /^```python$/m,
      /^> /m,
      /\]\(https:/,
      /`\w+`/,
    ]) {
      expect(text).toMatch(pattern)
    }
    expect(text.match(/^```/gm)?.length).toBe(6)
  })

  it('writes a very long one', async () => {
    const text = await sayChat('something very long')
    expect(words(text)).toBeGreaterThan(4_500)
    expect(words(text)).toBeLessThan(5_800)
    expect((text.match(/^```/gm)?.length ?? 0) % 2).toBe(0)
  })

  it('writes HTML that must not run, and text in many scripts', async () => {
    const unsafe = await sayChat('html')
    for (const danger of ['<script>', 'onerror=', 'javascript:', '<iframe', '![']) expect(unsafe).toContain(danger)
    expect(await sayChat('formulas')).toContain('\\sqrt{\\frac{2h}{g}}')
    const text = await sayAnthropic('unicode please')
    expect(text).toMatch(/\p{Script=Han}.*\p{Script=Arabic}.*👨‍👩‍👧‍👦.*𝒳/su)
  })
})

describe('asked for structure, the demo', () => {
  it('answers with an instance of the schema', async () => {
    const text = await sayChat('go', {
      response_format: { type: 'json_schema', json_schema: { name: 'a', schema: CALCULATOR_SCHEMA } },
    })
    expect(parseJson(text)).toEqual({ expression: 'demo' })
    expect(await sayChat('go, in JSON', { response_format: { type: 'json_object' } })).toBe('{}')
    expect(await sayChat('go', { response_format: { type: 'text' } })).toContain('scripted')
    const format = { type: 'json_schema', schema: CALCULATOR_SCHEMA }
    expect(parseJson(await sayAnthropic('go', { output_config: { format } }))).toEqual({ expression: 'demo' })
  })
})
