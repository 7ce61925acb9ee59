import { describe, expect, test } from 'vitest'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import { estimateInputTokens, estimateOutputTokens } from '#lib/adapters/history/estimate.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { Message } from '#lib/canonical/message.ts'
import { expectAnthropic } from '#test/conformance/oracle/anthropic-messages.ts'
import { expectOllama } from '#test/conformance/oracle/ollama-chat.ts'
import { expectChat } from '#test/conformance/oracle/openai-chat.ts'
import { expectResponses } from '#test/conformance/oracle/openai-responses.ts'
import { MODELS, testAdapter } from '#test/support/adapter-harness.ts'
import { assistant, call, result, text, user } from '#test/support/message-builder.ts'
import { picture as drawn } from '#test/support/picture-builder.ts'
import { recordedChat } from '#test/support/recorded-chat.ts'
import type { Recording } from '#test/support/recording.ts'
import { missingRecordings, recordingsOf } from '#test/support/recording.ts'

const FORMATS = [
  ['anthropic.messages', 'anthropic', expectAnthropic],
  ['openai.chat', 'openai', expectChat],
  ['openai.responses', 'openai-responses', expectResponses],
  ['ollama.chat', 'ollama', expectOllama],
  ['openrouter.chat', 'openrouter', expectChat],
] as const

/** Hosts that count what they were sent: others write a prompt of their own around it, of up to a thousand tokens. */
const PLAIN = /^(anthropic|openai|azure|copilot|portkey|groq|mistral|deepseek|moonshot|ollama|openrouter)$/

interface Ratio {
  /** Estimate over count. */
  of: number
  /** It sends back what only its provider can read. */
  hasRaw: boolean
}

/** For each recorded request whose answer tells the count. llama.cpp's random words count as nothing else does. */
async function ratios([api, type, oracle]: (typeof FORMATS)[number]): Promise<Ratio[]> {
  const isUsable = ({ response, label, provider }: Recording) =>
    response.status === 200 && label !== 'synthetic' && PLAIN.test(provider)
  const found: Ratio[] = []
  for (const recording of recordingsOf(api).filter(isUsable)) {
    const { usage } = oracle(recording.response.body, recording.streaming)
    const counted = usage ? usage.input + usage.cached + usage.written : 0
    const request = counted === 0 ? null : await recordedChat(type, recording)
    // Of files that nobody has read nothing is known; what is counted of one that was is tested in `document.test.ts`.
    if (!request || request.messages.some(({ content }) => hasFile(content))) continue
    const { adapter } = testAdapter({ type, name: recording.provider })
    const { messages, tools, system } = request
    const model = `${recording.provider}:${String(recording.request?.body.model)}`
    const of = adapter.estimateInputTokens(messages, tools, system, { model }) / counted
    found.push({ of, hasRaw: messages.some(({ metadata }) => metadata.provider_raw != null) })
  }
  return found
}

const hasFile = (content: readonly ContentBlock[]): boolean =>
  content.some((block) => block.type === 'document' || (block.type === 'tool_result' && hasFile(block.content)))

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
const off = (found: readonly Ratio[]) => median(found.map(({ of }) => Math.abs(of - 1)))

describe.skipIf(missingRecordings.length > 0)('against what providers counted, in the median,', () => {
  const formats = FORMATS.map((format) => [format[0], format] as const)
  test.each(formats)('an estimate of a request of %s is neither too high nor too low', async (_api, format) => {
    const found = await ratios(format)
    expect(found.length).toBeGreaterThan(10)
    expect(Math.abs(median(found.map(({ of }) => of)) - 1)).toBeLessThan(0.1)
  })

  test('an estimate is within ten percent, also of what sends back what only its provider can read', async ({
    annotate,
  }) => {
    const all = await Promise.all(FORMATS.map(async (format) => [format[0], await ratios(format)] as const))
    for (const [api, found] of all) {
      const figures = `estimate / count ${median(found.map(({ of }) => of)).toFixed(2)}, off by ${(100 * off(found)).toFixed(1)} %`
      await annotate(`${api}: ${figures} in the median of ${found.length} requests`)
    }
    const every = all.flatMap(([, found]) => found)
    const raw = every.filter(({ hasRaw }) => hasRaw)
    await annotate(`all: off by ${(100 * off(every)).toFixed(1)} % in the median of ${every.length} requests`)
    await annotate(`raw blocks: off by ${(100 * off(raw)).toFixed(1)} % in the median of ${raw.length} requests`)
    expect(off(every)).toBeLessThan(0.1)
    expect(raw.length).toBeGreaterThan(20)
    expect(off(raw)).toBeLessThan(0.1)
  })
})

describe('what goes back beside the content', () => {
  const SEALED = 'QUJD'.repeat(10_000)
  const READABLE = 'one two three four '.repeat(2_000)
  const raw = (format: string, fields: JsonObject): JsonObject => ({ format, ...fields })
  const cases: [string, AdapterType, JsonObject, number][] = [
    [
      'the result of a search',
      'anthropic',
      raw('anthropic.messages', {
        blocks: [{ index: 0, block: { type: 'web_search_tool_result', content: [{ encrypted_content: SEALED }] } }],
      }),
      13_333,
    ],
    [
      'citations',
      'anthropic',
      raw('anthropic.messages', { fields: [{ index: 0, fields: { citations: [{ encrypted_index: SEALED }] } }] }),
      13_333,
    ],
    [
      'encrypted reasoning',
      'openai-responses',
      raw('openai.responses', {
        blocks: [{ index: 0, block: { type: 'reasoning', summary: [], encrypted_content: SEALED } }],
      }),
      6_667,
    ],
    [
      'what a tool of the provider wrote',
      'openai-responses',
      raw('openai.responses', {
        blocks: [{ index: 0, block: { type: 'code_interpreter_call', outputs: [{ logs: READABLE }] } }],
      }),
      8_000,
    ],
    [
      'details of reasoning',
      'openai',
      raw('openai.chat', { reasoning_details: [{ type: 'reasoning.encrypted', data: SEALED }] }),
      6_667,
    ],
    [
      'details of reasoning, by a router',
      'openrouter',
      raw('openai.chat', { reasoning_details: [{ type: 'reasoning.encrypted', data: SEALED }] }),
      6_667,
    ],
    [
      'a signature beside a call',
      'openai',
      raw('openai.chat', { tool_calls: { 0: { extra_content: { google: { thought_signature: SEALED } } } } }),
      13_333,
    ],
    [
      'a part that we have no block for',
      'openai',
      raw('openai.chat', { content: [{ type: 'file', data: SEALED }] }),
      13_333,
    ],
  ]

  const said = (type: AdapterType, model: string, provider_raw?: JsonObject) => {
    const { adapter } = testAdapter({ type })
    const metadata = { model: MODELS[type], provider: adapter.name, ...(provider_raw && { provider_raw }) }
    return adapter.estimateInputTokens([assistant([text('so'), call('tu_1')], metadata)], [], null, { model })
  }

  test.each(cases)('%s of %s counts for the model that gets it', (_what, type, provider_raw, tokens) => {
    const model = MODELS[type]
    const more = said(type, model, provider_raw) - said(type, model)
    expect(more).toBeGreaterThanOrEqual(tokens)
    expect(more).toBeLessThan(tokens + 60)
  })

  test.each(cases)('%s of %s counts for no other', (_what, type, provider_raw) => {
    for (const other of ['anthropic', 'openai', 'openai-responses', 'ollama', 'openrouter'] as const) {
      const model = other === type ? `${MODELS[type]}-2` : MODELS[other]
      const { adapter } = testAdapter({ type: other })
      const count = (raw?: JsonObject) => {
        const name = testAdapter({ type }).adapter.name
        const metadata = { model: MODELS[type], provider: name, ...(raw && { provider_raw: raw }) }
        return adapter.estimateInputTokens([assistant([text('so')], metadata)], [], null, { model })
      }
      expect(count(provider_raw)).toBe(count())
    }
  })

  test('what stays behind counts for nobody: of an interrupted answer, and reasoning that was not encrypted', () => {
    const { adapter } = testAdapter({ type: 'openai-responses' })
    const count = (status: 'complete' | 'cancelled', encrypted_content: string | null) => {
      const block = {
        type: 'reasoning',
        summary: [],
        content: [{ type: 'reasoning_text', said_by: 0 }],
        encrypted_content,
      }
      const provider_raw = raw('openai.responses', { blocks: [{ index: 0, block }] })
      const metadata = { model: MODELS['openai-responses'], provider: adapter.name, status, provider_raw }
      return adapter.estimateInputTokens([assistant([text('so')], metadata)], [], null)
    }
    expect(count('complete', SEALED)).toBeGreaterThan(6_000)
    expect(count('cancelled', SEALED)).toBeLessThan(20)
    expect(count('complete', null)).toBeLessThan(20)
  })

  test('reasoning that OpenAI has sealed counts without its seal, its name and what people may read of it', () => {
    const { adapter } = testAdapter({ type: 'openai-responses' })
    const encrypted_content = `gAAAA${'B'.repeat(2_567)}`
    const summary = [{ type: 'summary_text', said_by: 0 }]
    const block = { type: 'reasoning', id: `rs_${'0a'.repeat(25)}`, encrypted_content, summary }
    const metadata = { model: MODELS['openai-responses'], provider: adapter.name }
    const provider_raw = raw('openai.responses', { blocks: [{ index: 0, block }] })
    const told: ContentBlock = { type: 'thinking', text: 'They want to know. '.repeat(100) }
    const count = (own: object) =>
      adapter.estimateInputTokens([assistant([told, text('so')], { ...metadata, ...own })], [], null)
    // 256 of reasoning, as the answer of which this is told.
    expect(count({ provider_raw }) - count({})).toBe(256)
    expect(count({})).toBeLessThan(20)
  })

  test('thoughts in words count where the host is sent them: beside calls, where it wants them back', () => {
    const told: ContentBlock = { type: 'thinking', text: 'They want to know. '.repeat(100) }
    const more = (name: string, content: ContentBlock[]) => {
      const { adapter } = testAdapter({ type: 'openai', name })
      const metadata = { model: `${name}:m`, provider: name, provider_raw: raw('openai.chat', {}) }
      const count = (all: ContentBlock[]) =>
        adapter.estimateInputTokens([assistant(all, metadata)], [], null, { model: `${name}:m` })
      return count([told, ...content]) - count(content)
    }
    expect(more('groq', [text('so'), call('tu_1')])).toBe(0)
    expect(more('moonshot', [text('so')])).toBe(0)
    expect(more('moonshot', [call('tu_1')])).toBeGreaterThan(300)
  })

  test('a picture that the provider drew counts as a picture', async () => {
    const { adapter } = testAdapter({ type: 'openai-responses' })
    const result = (await drawn({ width: 1_024, height: 1_024 }).png({ compressionLevel: 0 }).toBuffer()).toString(
      'base64',
    )
    const block = { type: 'image_generation_call', status: 'completed', result }
    const provider_raw = raw('openai.responses', { blocks: [{ index: 0, block }] })
    const metadata = { model: MODELS['openai-responses'], provider: adapter.name, provider_raw }
    const tokens = adapter.estimateInputTokens([assistant([], metadata)], [], null)
    expect(tokens).toBeGreaterThanOrEqual(765)
    expect(tokens).toBeLessThan(820)
  })

  test('thoughts count for the model that had them, and for no other', () => {
    const { adapter } = testAdapter({ type: 'anthropic' })
    const thought: ContentBlock = { type: 'thinking', text: 'let me see '.repeat(100), signature: 's' }
    const count = (content: ContentBlock[], model: string) => {
      const metadata = { model: MODELS.anthropic, provider: adapter.name }
      return adapter.estimateInputTokens([assistant(content, metadata)], [], null, { model })
    }
    expect(count([thought, text('so')], MODELS.anthropic)).toBeGreaterThan(300)
    expect(count([thought, text('so')], 'anthropic:other')).toBe(count([text('so')], 'anthropic:other'))
  })
})

describe('what is left out of a request is not counted', () => {
  const model = MODELS.anthropic
  const own = {
    provider: 'anthropic',
    model,
    provider_raw: { format: 'anthropic.messages', model, asked_model: model },
  }
  const long = 'All of this was thought, and none of it goes out. '.repeat(50)
  const thought = { type: 'thinking' as const, text: long, signature: 'c2ln' }
  const estimate = (messages: Message[]) =>
    testAdapter({ type: 'anthropic' }).adapter.estimateInputTokens(messages, [], null, { model })
  const [hello, said, next] = [user('Hello'), assistant('Hi', own), user('And now?')]
  const plain = [hello, said, next]

  test.each<[string, Message[], Message[]]>([
    [
      'a turn that the model refused',
      [hello, said, user(long), assistant(long, { ...own, stop_reason: 'refusal' }), next],
      plain,
    ],
    [
      'thoughts that were refused, up to the answer that says so',
      [
        hello,
        assistant([thought, text('Hi')], own),
        next,
        assistant('Yes', { ...own, provider_raw: { ...own.provider_raw, thinking_left_out_from: '' } }),
        next,
      ],
      [hello, said, next, assistant('Yes', own), next],
    ],
    [
      'a thought that was stopped before it was signed',
      [hello, assistant([{ type: 'thinking', text: long }, text('Hi')], { ...own, status: 'cancelled' }), next],
      plain,
    ],
    ['an answer that is still being written', [...plain, assistant(long, { ...own, status: 'partial' })], plain],
  ])('%s', (_what, messages, sent) => {
    expect(estimate(messages)).toBe(estimate(sent))
  })

  test('a thought that goes back is', () => {
    expect(estimate([hello, assistant([thought, text('Hi')], own), next])).toBeGreaterThan(estimate(plain) + 400)
  })
})

describe('an estimate', () => {
  const overhead = { set: 100, schema: 0.5 }
  const count = (content: ContentBlock[]) => estimateInputTokens([user(content)], [], null, overhead)
  const picture: ContentBlock = {
    type: 'image',
    source: { kind: 'url', data: 'http://127.0.0.1/a.png' },
    media_type: 'image/png',
  }

  test('counts nothing for nothing', () => {
    expect(estimateInputTokens([], [], null, overhead)).toBe(0)
    expect(estimateOutputTokens([])).toBe(0)
  })

  test.each<[string, ContentBlock[], ContentBlock[]]>([
    ['longer text', [text('one two')], [text('one two three')]],
    ['a script without spaces', [text('hello there')], [text('你好，今天天气怎么样')]],
    ['other scripts', [text('hello there')], [text('Привет, как дела?')]],
    ['a picture', [text('look')], [text('look'), picture]],
    ['a call', [text('so')], [text('so'), call('tu_1', 'add', { a: 1 })]],
    ['raw arguments', [call('tu_1')], [{ ...call('tu_1'), raw_input: '{"a": "much more text than that' }]],
    ['a result', [text('so')], [text('so'), result('tu_1', 'forty two')]],
    ['thinking', [text('so')], [text('so'), { type: 'thinking', text: 'let me see' }]],
    ['redacted thinking', [text('so')], [text('so'), { type: 'redacted_thinking', data: 'x'.repeat(60) }]],
  ])('counts more for %s', (_what, less, more) => {
    expect(count(more)).toBeGreaterThan(count(less))
  })

  test.each([
    ['a small one', { width: 75, height: 100 }, 10],
    ['a larger one', { width: 1_000, height: 750 }, 1_000],
    ['one that is scaled down', { width: 6_000, height: 6_000 }, 1_600],
  ])('counts a picture by its pixels: %s', async (_which, size, tokens) => {
    const bytes = await drawn(size).png().toBuffer()
    const source = { kind: 'base64' as const, data: bytes.toString('base64') }
    const more = count([text('look'), { ...picture, source }]) - count([text('look')])
    expect(more).toBe(tokens)
    const file = { ...picture, source: { kind: 'file_ref' as const, data: 'attachments/a' } }
    const files = new Map([['attachments/a', bytes]])
    const bare = estimateInputTokens([user([])], [], null, overhead)
    expect(estimateInputTokens([user([file])], [], null, overhead, { files }) - bare).toBe(tokens)
  })

  test.each([
    ['one tile', { width: 100, height: 100 }, 255],
    ['four tiles', { width: 1_024, height: 1_024 }, 765],
    ['six tiles, after it is scaled', { width: 4_096, height: 2_048 }, 85 + 170 * 6],
  ])('counts a picture by its tiles where the provider does: %s', async (_which, size, tokens) => {
    const data = (await drawn(size).png().toBuffer()).toString('base64')
    const { adapter } = testAdapter({ type: 'openai' })
    const block: ContentBlock = { ...picture, source: { kind: 'base64', data } }
    const bare = adapter.estimateInputTokens([user([])], [], null)
    expect(adapter.estimateInputTokens([user([block])], [], null) - bare).toBe(tokens)
  })

  test('counts tools as the maker of the model does, where one host serves many', () => {
    const tool = { name: 'add', description: 'Adds.', input_schema: { type: 'object' }, side_effects: 'none' as const }
    const { adapter } = testAdapter({ type: 'openrouter' })
    const of = (model: string) => adapter.estimateInputTokens([user('hi')], [tool], null, { model })
    expect(of('openrouter:anthropic/claude-x')).toBeGreaterThan(of('openrouter:openai/gpt-x') + 400)
    expect(of('openrouter:somebody/else')).toBe(adapter.estimateInputTokens([user('hi')], [tool], null))
  })

  test('counts a word without end, also beside one that is not Latin', () => {
    const long = 'x'.repeat(8_500_000)
    expect(estimateOutputTokens([text(`→${long}`)])).toBeGreaterThan(estimateOutputTokens([text(long)]) - 1)
  })

  test('passes over blocks it does not know', () => {
    expect(count([text('so'), { type: 'video' } as unknown as ContentBlock])).toBe(count([text('so')]))
  })

  test('counts the system prompt and the tools as the provider does', () => {
    const tool = { name: 'add', description: 'Adds.', input_schema: { type: 'object' }, side_effects: 'none' as const }
    const bare = estimateInputTokens([user('hi')], [], null, overhead)
    expect(estimateInputTokens([user('hi')], [], 'be brief', overhead)).toBeGreaterThan(bare)
    expect(estimateInputTokens([user('hi')], [tool], null, overhead)).toBeGreaterThan(bare + overhead.set)
  })
})
