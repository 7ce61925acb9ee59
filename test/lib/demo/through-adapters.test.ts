import { describe, expect, it } from 'vitest'
import type { AdapterType, CanonicalRequest } from '#lib/adapters/adapter.ts'
import { createAdapter } from '#lib/adapters/registry.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import { AdapterError } from '#lib/canonical/error.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { MessageComplete } from '#lib/canonical/stream-event.ts'
import type { ToolDefinition } from '#lib/canonical/tool.ts'
import { silentLogger } from '#lib/log.ts'
import { assistant, canonicalRequest, message, result, user } from '#test/support/message-builder.ts'
import { instantDemo, PNG } from './wire.ts'

const CALCULATOR: ToolDefinition = {
  name: 'calculator',
  description: 'Computes.',
  input_schema: { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] },
  side_effects: 'none',
  requires_workspace: false,
}
const MODELS = { 'demo:anthropic': 'anthropic', 'demo:openai': 'openai' } as const
type Model = keyof typeof MODELS
const BOTH: Model[] = ['demo:anthropic', 'demo:openai']

const demo = instantDemo()
const adapterOf = (type: AdapterType) =>
  createAdapter({ type, name: 'demo', base_url: 'http://demo.invalid', fetch: demo, max_retries: 0, log: silentLogger })
const adapters = { 'demo:anthropic': adapterOf('anthropic'), 'demo:openai': adapterOf('openai') }

async function answer(
  model: Model,
  messages: Message[],
  extra: Partial<CanonicalRequest> = {},
): Promise<MessageComplete> {
  const request = canonicalRequest({
    model,
    messages,
    tools: [CALCULATOR],
    system_prompt: 'Be brief.',
    max_output_tokens: 16_000,
    reasoning_effort: 'low',
    ...extra,
  })
  for await (const event of adapters[model].stream(request)) if (event.type === 'message.complete') return event
  throw new Error('no message.complete')
}

function said(model: Model, complete: MessageComplete): Message {
  const { final_content, provider_raw } = complete
  return assistant(final_content, {
    model,
    provider: complete.provider,
    ...(provider_raw ? { provider_raw } : {}),
  })
}

const kinds = (content: readonly ContentBlock[]) => content.map(({ type }) => type)
const textOf = (content: readonly ContentBlock[]) =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('')

function results(complete: MessageComplete, failed = false): Message[] {
  return complete.final_content.flatMap((block) => {
    if (block.type !== 'tool_use') return []
    const outcome = failed ? { ...result(block.id, 'division by zero'), is_error: true } : result(block.id, '6')
    return [message('tool', [outcome], { parent_tool_use_id: block.id })]
  })
}

describe.each(BOTH)('through its adapter, %s', (model) => {
  it('thinks, calls tools side by side and reports their results', async () => {
    const question = user('think and calculate 2*3 and 1+5')
    const first = await answer(model, [question])
    expect(kinds(first.final_content)).toEqual(['thinking', 'text', 'tool_use', 'tool_use'])
    expect(first.stop_reason).toBe('tool_use')
    const second = await answer(model, [question, said(model, first), ...results(first)])
    expect(textOf(second.final_content)).toBe(
      'The calculator says `2*3` = **6**.\n\nThe calculator says `1+5` = **6**.',
    )
    expect(second.usage.cached_input_tokens).toBeGreaterThan(0)
  })

  it('is told which results are failures', async () => {
    const question = user('calculate 1/0')
    const first = await answer(model, [question])
    const second = await answer(model, [question, said(model, first), ...results(first, true)])
    expect(textOf(second.final_content)).toMatch(
      /^The calculator could not work out `1\/0`\. It said: .*division by zero$/,
    )
  })

  it('answers in one piece what it answers in a stream', async () => {
    const streamed = await answer(model, [user('think about tides')])
    const whole = await adapters[model].complete(
      canonicalRequest({
        model,
        messages: [user('think about tides')],
        max_output_tokens: 16_000,
        reasoning_effort: 'low',
      }),
    )
    expect(textOf(whole.content)).toBe(textOf(streamed.final_content))
    expect(kinds(whole.content)).toEqual(['thinking', 'text'])
  })

  it('goes on with a conversation that began on the other format', async () => {
    const other: Model = model === 'demo:openai' ? 'demo:anthropic' : 'demo:openai'
    const question = user([
      { type: 'image', media_type: 'image/png', source: { kind: 'base64', data: PNG } },
      { type: 'text', text: 'think and calculate 2*3 and 1+5' },
    ])
    const first = await answer(other, [question])
    const loop = [question, said(other, first), ...results(first)]
    const second = await answer(other, loop)
    const report = textOf(
      (await answer(model, [...loop, said(other, second), user('what did you receive?')])).final_content,
    )
    const ids = first.final_content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
    for (const id of ids) expect(report).toContain(`- tool result \`${id}\`: ok`)
    expect(report).toContain('- pictures: 1')
    expect(report).toContain('- thinking blocks: 0')
    expect(report).toContain('- tool: calculator')
  })

  it.each([
    ['overloaded', { 'demo:anthropic': 'rate_limit', 'demo:openai': 'server_error' }],
    ['rate limit', 'rate_limit'],
    ['auth', 'auth'],
    ['billing', 'billing'],
    ['overflow', 'context_overflow'],
    ['unreachable', 'network'],
    ['drop', 'network'],
    ['no end', 'network'],
    ['malformed', 'server_error'],
    ['midstream error', { 'demo:anthropic': 'rate_limit', 'demo:openai': 'server_error' }],
  ])('fails with the right class: %s', async (fault, expected) => {
    const seen: string[] = []
    const request = canonicalRequest({ model, messages: [user(`fault ${fault}`)], max_output_tokens: 1_000 })
    const failure = await (async () => {
      for await (const event of adapters[model].stream(request)) seen.push(event.type)
    })().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(AdapterError)
    expect(failure).toMatchObject({ error_class: typeof expected === 'string' ? expected : expected[model] })
    if (seen.length > 0) expect(seen.at(-1)).toBe('message.complete')
  })

  it('works at the second attempt where it is overloaded once', async () => {
    const sleep = async () => {}
    const config = { type: MODELS[model], name: 'demo', fetch: instantDemo(), max_retries: 1, log: silentLogger }
    const adapter = createAdapter(config, { sleep, random: () => 0 })
    const attempts: number[] = []
    const { content } = await adapter.complete(
      canonicalRequest({
        model,
        messages: [user('fault overloaded once')],
        onAttempt: ({ attempt }) => attempts.push(attempt),
      }),
    )
    expect(attempts).toEqual([1])
    expect(textOf(content)).toContain('a second attempt works')
  })

  it('cuts a call off, and the pieces are kept', async () => {
    const { final_content, stop_reason } = await answer(model, [user('fault cut call')])
    expect(stop_reason).toBe('max_tokens')
    expect(final_content.at(-1)).toMatchObject({
      type: 'tool_use',
      input: {},
      raw_input: '{"expression":"(1 + 2) * (3 + 4) * (5 +',
    })
  })

  it('may answer nothing at all, or bytes that are no text', async () => {
    expect((await answer(model, [user('fault empty')])).final_content).toEqual([])
    expect(textOf((await answer(model, [user('fault bad utf8')])).final_content)).toContain('[\u{FFFD}(\u{FFFD}]')
  })
})
