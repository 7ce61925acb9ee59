import { describe, expect, it } from 'vitest'
import type { CanonicalRequest, ProviderAdapter } from '#lib/adapters/adapter.ts'
import { createAdapter } from '#lib/adapters/registry.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import { AdapterError, type ErrorClass } from '#lib/canonical/error.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { MessageComplete } from '#lib/canonical/stream-event.ts'
import type { ToolDefinition } from '#lib/canonical/tool.ts'
import { silentLogger } from '#lib/log.ts'
import { capabilitiesOf } from '#lib/models/catalog.ts'
import { DEMO_WIRES } from '#lib/models/demo.ts'
import { assistant, canonicalRequest, message, result, user } from '#test/support/message-builder.ts'
import { instantDemo, PNG } from './wire.ts'

const CALCULATOR: ToolDefinition = {
  name: 'calculator',
  description: 'Computes.',
  input_schema: { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] },
  side_effects: 'none',
  requires_workspace: false,
}
type Model = keyof typeof DEMO_WIRES
const MODELS = Object.keys(DEMO_WIRES) as Model[]

const demo = instantDemo()
const config = { name: 'demo', base_url: 'http://demo.invalid', fetch: demo, max_retries: 0, log: silentLogger }
const adapters = Object.fromEntries(
  MODELS.map((model) => [model, createAdapter({ ...DEMO_WIRES[model], ...config })]),
) as Record<Model, ProviderAdapter>

/** By the model whose provider says it otherwise than most. */
type Expected<T> = T | ({ most: T } & Partial<Record<Model, T>>)
function expectedOf<T extends string>(expected: Expected<T>, model: Model): T {
  return typeof expected === 'string' ? expected : (expected[model] ?? expected.most)
}

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

const PAGES = ['https://example.com/tides', 'https://example.org/tide-tables']
const NOTHING = { cited: [], searches: 0 }
const SEARCHED: Record<Model, object> = {
  'demo:anthropic': { cited: PAGES, searches: 1 },
  'demo:openai': NOTHING,
  'demo:responses': { cited: PAGES, searches: 1 },
  'demo:ollama': NOTHING,
  'demo:openrouter': NOTHING,
}
/** Of its own, of which one was hidden: how many go back. */
const THOUGHTS: Record<Model, number> = {
  'demo:anthropic': 2,
  'demo:openai': 0,
  'demo:responses': 2,
  'demo:ollama': 1,
  'demo:openrouter': 2,
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

describe.each(MODELS)('through its adapter, %s', (model) => {
  it('thinks, calls tools side by side and reports their results', async () => {
    const question = user('think and calculate 2*3 and 1+5')
    const first = await answer(model, [question])
    expect(kinds(first.final_content)).toEqual(['thinking', 'text', 'tool_use', 'tool_use'])
    expect(first.stop_reason).toBe('tool_use')
    const second = await answer(model, [question, said(model, first), ...results(first)])
    expect(textOf(second.final_content)).toBe(
      'The calculator says `2*3` = **6**.\n\nThe calculator says `1+5` = **6**.',
    )
    expect(second.usage.cached_input_tokens > 0).toBe(capabilitiesOf(model).supports_prompt_caching)
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
    const other = MODELS[(MODELS.indexOf(model) + 1) % MODELS.length] ?? model
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
    expect(report).toContain(`- pictures: ${capabilitiesOf(model).supports_images ? 1 : 0}`)
    expect(report).toContain('- thinking blocks: 0')
    expect(report).toContain('- tool: calculator')
  })

  it('takes back what it thought in secret, searched and cited', async () => {
    const questions = ['think secretly', 'think about tides', 'search the web for tides', 'what did you receive?']
    const messages: Message[] = []
    const answers: MessageComplete[] = []
    for (const words of questions) {
      messages.push(user(words))
      const complete = await answer(model, messages)
      answers.push(complete)
      messages.push(said(model, complete))
    }
    const cited = answers[2]?.final_content.flatMap((block) => (block.type === 'text' ? (block.citations ?? []) : []))
    const searched = answers[2]?.final_content.filter(({ type }) => type === 'hosted_tool')
    expect({ cited: cited?.map(({ url }) => url), searches: searched?.length }).toEqual(SEARCHED[model])
    expect(textOf(answers[3]?.final_content ?? [])).toContain(`- thinking blocks: ${THOUGHTS[model]}`)
  })

  it.each<[string, Expected<ErrorClass>]>([
    ['overloaded', { most: 'server_error', 'demo:anthropic': 'rate_limit' }],
    ['rate limit', 'rate_limit'],
    ['auth', 'auth'],
    ['billing', 'billing'],
    ['overflow', 'context_overflow'],
    ['bad request', 'invalid_request'],
    ['unreachable', 'network'],
    ['drop', 'network'],
    ['no end', 'network'],
    ['malformed', 'server_error'],
    ['midstream error', { most: 'server_error', 'demo:anthropic': 'rate_limit' }],
  ])('fails with the right class: %s', async (fault, expected) => {
    const seen: string[] = []
    const request = canonicalRequest({ model, messages: [user(`fault ${fault}`)], max_output_tokens: 1_000 })
    const failure = await (async () => {
      for await (const event of adapters[model].stream(request)) seen.push(event.type)
    })().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(AdapterError)
    expect(failure).toMatchObject({ error_class: expectedOf(expected, model) })
    if (seen.length > 0) expect(seen.at(-1)).toBe('message.complete')
  })

  it('works at the second attempt where it is overloaded once', async () => {
    const sleep = async () => {}
    const retrying = { ...DEMO_WIRES[model], ...config, fetch: instantDemo(), max_retries: 1 }
    const adapter = createAdapter(retrying, { sleep, random: () => 0 })
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
    const raw_input = '{"expression":"(1 + 2) * (3 + 4) * (5 +'
    // Where a call comes whole or not at all, its pieces are words.
    if (capabilitiesOf(model).supports_streaming_tool_calls)
      expect(final_content.at(-1)).toMatchObject({ type: 'tool_use', input: {}, raw_input })
    else expect(textOf(final_content)).toContain(raw_input)
  })

  it('may answer nothing at all, or bytes that are no text', async () => {
    expect((await answer(model, [user('fault empty')])).final_content).toEqual([])
    expect(textOf((await answer(model, [user('fault bad utf8')])).final_content)).toContain('[\u{FFFD}(\u{FFFD}]')
  })
})
