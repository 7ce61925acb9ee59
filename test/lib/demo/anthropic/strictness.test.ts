import { describe, expect, it } from 'vitest'
import {
  ANTHROPIC_TOOLS,
  ANTHROPIC_URL,
  assistant,
  errorOf,
  GIF,
  instantDemo,
  PNG,
  postAnthropic,
  THINKING,
  user,
  type Wire,
} from '../wire.ts'

const call = (id: string, input: unknown = { expression: '1+1' }) => ({
  type: 'tool_use',
  id,
  name: 'calculator',
  input,
})
const result = (id: string, extra: object = {}) => ({ type: 'tool_result', tool_use_id: id, content: '2', ...extra })
const text = (words: string, extra: object = {}) => ({ type: 'text', text: words, ...extra })
const picture = (media_type: string, data: string) => ({ type: 'image', source: { type: 'base64', media_type, data } })
const hello = user('hi')

async function refusal(body: object): Promise<string> {
  const { status, error, body: whole } = await errorOf(postAnthropic({ messages: [hello], ...body }))
  expect({ status, type: error.type, outer: whole.type }).toEqual({
    status: 400,
    type: 'invalid_request_error',
    outer: 'error',
  })
  expect(whole.request_id).toMatch(/^req_demo_/)
  return error.message
}

const talk = (...messages: object[]) => refusal({ messages })
const loop = (results: object[], calls: object[] = [call('toolu_1')]) => talk(hello, assistant(calls), user(results))

describe('the Anthropic side refuses', () => {
  it('wire-rule 48: more pictures than a model takes, those in results of tools among them', async () => {
    const pictures = (count: number) => Array.from({ length: count }, () => picture('image/png', PNG))
    const asked = (model: string, count: number) => {
      const answered = user([result('toolu_1', { content: pictures(1) }), ...pictures(count - 1)])
      return { model, messages: [hello, assistant([call('toolu_1')]), answered] }
    }
    expect(await refusal(asked('claude-haiku-4-5', 101))).toContain('101 images > 100')
    expect(await refusal(asked('claude-opus-5', 601))).toContain('601 images > 600')
    for (const [model, most] of [
      ['claude-haiku-4-5', 100],
      ['claude-opus-5', 600],
    ] as const)
      expect((await postAnthropic(asked(model, most))).status).toBe(200)
  })

  it('wire-rule 218: a mark that holds longer than one before it', async () => {
    const mark = (ttl: string) => ({ cache_control: { type: 'ephemeral', ttl } })
    const marked = (first: string, second: string) => ({
      system: [text('Be brief.', mark(first))],
      messages: [user([text('hi', mark(second))])],
    })
    expect(await refusal(marked('5m', '1h'))).toContain("a ttl='1h' cache_control block must not come after")
    expect((await postAnthropic(marked('1h', '5m'))).status).toBe(200)
  })

  it('wire-rule 38: a thought in an answer that goes on while thinking is off', async () => {
    const thought = { type: 'redacted_thinking', data: 'x' }
    const { error } = await errorOf(postAnthropic({ messages: [hello, assistant([thought, text('And')])] }))
    expect(error.message).toMatch(/in the final position cannot contain `thinking`/)
  })

  it('wire-rules 45, 141, 189: what does not go together', async () => {
    const thinking = { type: 'enabled', budget_tokens: 1_024 }
    expect(await refusal({ thinking, top_k: 5 })).toContain('`top_k` must be unset')
    expect(await refusal({ thinking, top_p: 0.5 })).toContain('`top_p` must be greater')
    const search = {
      type: 'web_search_20250305',
      name: 'web_search',
      allowed_domains: ['a.org'],
      blocked_domains: ['b.org'],
    }
    expect(await refusal({ tools: [search] })).toContain('Only one of')
    const source = { type: 'text', media_type: 'text/plain', data: 'Said.' }
    const cited = user([{ type: 'document', source, citations: { enabled: true } }, text('hi')])
    const format = { type: 'json_schema', schema: { type: 'object' } }
    expect(await refusal({ messages: [cited], output_config: { format } })).toContain('Citations cannot be used')
  })

  it('a request without the version header, or one that is not JSON', async () => {
    const demo = instantDemo()
    const bare = await errorOf(demo(ANTHROPIC_URL, { method: 'POST', body: '{}' }))
    expect(bare).toMatchObject({ status: 400, error: { message: 'anthropic-version: header is required' } })
    const broken = await errorOf(
      demo(ANTHROPIC_URL, { method: 'POST', body: '{"a', headers: { 'anthropic-version': '2023-06-01' } }),
    )
    expect(broken).toMatchObject({ status: 400, error: { message: 'The request body is not valid JSON' } })
  })

  it('missing, mistyped, unknown and out-of-range fields, with their path', async () => {
    expect(await refusal({ max_tokens: undefined })).toBe('max_tokens: Field required')
    expect(await refusal({ max_tokens: '5' })).toBe('max_tokens: Input should be a valid number')
    expect(await refusal({ max_tokens: 0 })).toBe('max_tokens: Input should be greater than or equal to 1')
    expect(await refusal({ temperature: 1.5 })).toBe('temperature: Input should be less than or equal to 1')
    expect(await refusal({ provider_hint: 1 })).toBe('provider_hint: Extra inputs are not permitted')
    expect(await refusal({ messages: undefined })).toBe('messages: Field required')
    expect(await refusal({ messages: 'hi' })).toBe('messages: Input should be a valid list')
    expect(await refusal({ messages: [] })).toBe('messages: at least one message is required')
    expect(await talk({ role: 'tool', content: 'x' })).toBe("messages.0.role: Input should be 'user' or 'assistant'")
    expect(await talk({ role: 'system', content: 'x' })).toContain('Unexpected role "system"')
    expect(await talk(user([{ type: 'text' }]))).toBe('messages.0.content.0.text.text: Field required')
    expect(await talk(user([text('x', { raw: 1 })]))).toBe(
      'messages.0.content.0.text.raw: Extra inputs are not permitted',
    )
    expect(await talk(user([{ type: 'mystery' }]))).toBe(
      'messages.0.content.0.type: Input tag does not match any of the expected tags',
    )
  })

  it('an empty text block anywhere, and one that is only white space', async () => {
    expect(await talk(user(''))).toBe('messages: text content blocks must be non-empty')
    expect(await talk(user([text('a'), text('')]))).toBe('messages: text content blocks must be non-empty')
    expect(await talk(user(' \n '))).toBe('messages: text content blocks must contain non-whitespace text')
    expect(await refusal({ system: [text('')] })).toBe('system: text content blocks must be non-empty')
    expect(await loop([result('toolu_1', { content: [text('')] })])).toBe(
      'messages: text content blocks must be non-empty',
    )
    expect(await loop([result('toolu_1', { content: [] })])).toBe(
      'messages.2.content.0.tool_result.content: List should have at least 1 item',
    )
    expect(await talk(user([]))).toContain('all messages must have non-empty content')
  })

  it('roles that do not alternate or begin with the model, and a beginning that ends in white space', async () => {
    expect(await talk(hello, hello)).toContain('roles must alternate')
    expect(await talk(assistant('hi'), hello)).toBe('messages: first message must use the "user" role')
    expect(await talk(hello, assistant('hi '))).toBe(
      'messages: final assistant content cannot end with trailing whitespace',
    )
  })

  it('calls without results, results without calls, and results twice', async () => {
    expect(await talk(hello, assistant([call('toolu_1'), call('toolu_2')]), user([result('toolu_2')]))).toBe(
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    )
    expect(await talk(user([result('toolu_9')]))).toContain(
      'messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_9',
    )
    expect(await loop([result('toolu_1'), result('toolu_1')])).toContain('each tool_use must have a single result')
    expect(await loop([result('toolu_1')], [call('toolu_1'), call('toolu_1')])).toBe(
      'messages: `tool_use` ids must be unique',
    )
    expect(await loop([text('so:'), result('toolu_1')])).toContain(
      'messages.2.content.1: `tool_result` blocks must come first',
    )
  })

  it('blocks in the wrong role', async () => {
    expect(await talk(user([call('toolu_1')]))).toContain('`tool_use` blocks can only be in `assistant` messages')
    expect(await talk(hello, assistant([result('toolu_1')]), hello)).toContain(
      '`tool_result` blocks can only be in `user` messages',
    )
    expect(await talk(user([{ type: 'thinking', thinking: 'x', signature: 'x' }]))).toContain(
      'may only be in `assistant` messages',
    )
  })

  it('tool ids with foreign characters and inputs that are no object', async () => {
    expect(await loop([result('call.1')], [call('call.1')])).toBe(
      "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    )
    expect(await loop([result('toolu_1')], [call('toolu_1', 'x')])).toBe(
      'messages.1.content.0.tool_use.input: Input should be a valid dictionary',
    )
  })

  it('pictures of a kind it does not take, or that are not what they are called', async () => {
    expect(await talk(user([picture('image/svg+xml', PNG)]))).toBe(
      "messages.0.content.0.image.source.base64.media_type: Input should be 'image/png', 'image/jpeg', 'image/gif' or 'image/webp'",
    )
    expect(await talk(user([picture('image/png', GIF)]))).toContain(
      'using the image/png media type, but the image appears to be a image/gif image',
    )
    expect(await talk(user([picture('image/png', 'AAAA')]))).toBe('Could not process image')
    expect(await talk(user([picture('image/png', PNG.slice(0, 16).padEnd(8 * 1024 * 1024, 'A'))]))).toContain(
      'image exceeds 5 MB maximum',
    )
    expect(await talk(user([picture('image/png', '%%%')]))).toBe(
      'messages.0.content.0.image.source.base64.data: Invalid base64 data',
    )
    expect(await loop([result('toolu_1', { content: [picture('image/jpeg', PNG)] })])).toContain(
      'messages.2.content.0.tool_result.content.0.image',
    )
  })

  it('thoughts that were changed, or that another model had', async () => {
    const first: Wire = await (await postAnthropic({ thinking: THINKING, messages: [user('think')] })).json()
    const secret: Wire = await (await postAnthropic({ thinking: THINKING, messages: [user('think secretly')] })).json()
    const [thought] = first.content
    const again = (block: object, model = 'anthropic') =>
      postAnthropic({ model, messages: [hello, assistant([block, text('So.')]), hello] })
    expect((await again(thought)).status).toBe(200)
    expect((await again(secret.content[0])).status).toBe(200)
    const invalid = 'messages.1.content.0: Invalid `signature` in `thinking` block'
    expect((await errorOf(again({ ...thought, thinking: 'other' }))).error.message).toBe(invalid)
    expect((await errorOf(again({ ...thought, signature: '' }))).error.message).toBe(invalid)
    expect((await errorOf(again(thought, 'anthropic-next'))).error.message).toBe(invalid)
    expect((await errorOf(again(secret.content[0], 'anthropic-next'))).error.message).toContain(
      'Invalid `data` in `redacted_thinking`',
    )
  })

  it('thinking parameters that contradict the rest', async () => {
    const thinking = { type: 'enabled', budget_tokens: 2_000 }
    expect(await refusal({ thinking, max_tokens: 2_000 })).toContain('must be greater than `thinking.budget_tokens`')
    expect(await refusal({ thinking: { ...thinking, budget_tokens: 10 } })).toBe(
      'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
    )
    expect(await refusal({ thinking, temperature: 0.5 })).toContain('may only be set to 1')
    expect(await refusal({ thinking, tools: ANTHROPIC_TOOLS, tool_choice: { type: 'any' } })).toContain(
      'forces tool use',
    )
    expect(
      await refusal({ thinking, messages: [hello, assistant([call('toolu_1')]), user([result('toolu_1')])] }),
    ).toContain('messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`')
  })

  it('what the model that is named does not take', async () => {
    const ask = (model: string, parameters: object) =>
      refusal({ model, max_tokens: 4_000, tools: ANTHROPIC_TOOLS, messages: [hello], ...parameters })
    const disabled = { thinking: { type: 'disabled' } }
    const budget = { thinking: { type: 'enabled', budget_tokens: 2_000 } }
    const forced = { tool_choice: { type: 'any' } }
    expect(await ask('claude-opus-5-5', disabled)).toContain('"thinking.type.disabled" is not supported')
    expect(await ask('claude-opus-5-5', forced)).toContain('type "tool" and "any" are not supported')
    expect(await ask('claude-sonnet-5-5', { ...forced, thinking: { type: 'between_tools' } })).toContain('"any"')
    expect(await ask('claude-haiku-5-5', budget)).toContain('"thinking.type.enabled" is not supported')
    expect(await ask('claude-opus-4-7', { temperature: 0.5 })).toContain('not supported for this model')
    expect(await ask('claude-opus-5', { ...disabled, output_config: { effort: 'max' } })).toContain('max')
    expect(await ask('claude-opus-4-6', { output_config: { effort: 'xhigh' } })).toContain('Supported levels')
    expect(await ask('claude-haiku-4-5-20251001', { output_config: { effort: 'low' } })).toContain('effort parameter')
    expect(await ask('claude-sonnet-4-6', { messages: [hello, assistant([text('So')])] })).toContain('prefill')
  })

  it('nothing that the model takes', async () => {
    const status = async (model: string, parameters: object) => {
      const request = { model, max_tokens: 4_000, tools: ANTHROPIC_TOOLS, messages: [hello], ...parameters }
      return (await postAnthropic(request)).status
    }
    expect(await status('claude-opus-5-5', { thinking: { type: 'adaptive', display: 'summarized' } })).toBe(200)
    expect(await status('claude-sonnet-5-5', { thinking: { type: 'between_tools' } })).toBe(200)
    const adaptive = { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }
    expect(await status('claude-opus-5', { ...adaptive, tool_choice: { type: 'any' } })).toBe(200)
    expect(await status('claude-haiku-5-5', { thinking: { type: 'disabled' } })).toBe(200)
    expect(await status('claude-haiku-4-5', { messages: [hello, assistant([text('So')])] })).toBe(200)
  })

  it('tools and choices that do not fit together, and too many cache marks', async () => {
    expect(await refusal({ tools: [...ANTHROPIC_TOOLS, ...ANTHROPIC_TOOLS] })).toBe('tools: Tool names must be unique.')
    expect(await refusal({ tool_choice: { type: 'auto' } })).toContain('only be specified while providing tools')
    expect(await refusal({ tools: ANTHROPIC_TOOLS, tool_choice: { type: 'tool', name: 'x' } })).toBe(
      "Tool 'x' not found in provided tools",
    )
    expect(await refusal({ stop_sequences: [' '] })).toContain('non-whitespace')
    expect(await refusal({ temperature: 0.5, top_p: 0.5 })).toContain('cannot both be specified')
    const marked = text('x', { cache_control: { type: 'ephemeral' } })
    expect(await talk(user(Array.from({ length: 5 }, () => marked)))).toBe(
      'A maximum of 4 blocks with cache_control may be provided. Found 5.',
    )
  })

  it('nothing of a full, well-formed tool loop', async () => {
    const response = await postAnthropic({
      system: [text('Be brief.', { cache_control: { type: 'ephemeral' } })],
      tools: ANTHROPIC_TOOLS,
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      metadata: { user_id: 'x' },
      messages: [
        user([
          text('what do you see?'),
          picture('image/png', PNG),
          { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
        ]),
        assistant([text('Calling.'), call('toolu_1', {}), call('tu_01ABC')]),
        user([
          result('toolu_1', { is_error: true }),
          { type: 'tool_result', tool_use_id: 'tu_01ABC' },
          text('and now?'),
        ]),
      ],
    })
    expect(response.status).toBe(200)
  })
})
