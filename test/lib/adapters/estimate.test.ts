import { describe, expect, test } from 'vitest'
import { estimateInputTokens, estimateOutputTokens } from '#lib/adapters/estimate.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import { expectAnthropic } from '#test/conformance/oracle/anthropic-messages.ts'
import { expectOllama } from '#test/conformance/oracle/ollama-chat.ts'
import { expectChat } from '#test/conformance/oracle/openai-chat.ts'
import { testAdapter } from '#test/support/adapter-harness.ts'
import { call, result, text, user } from '#test/support/message-builder.ts'
import { recordedRequest } from '#test/support/recorded-request.ts'
import type { Recording } from '#test/support/recording.ts'
import { missingRecordings, recordingsOf } from '#test/support/recording.ts'

const FORMATS = [
  ['anthropic.messages', 'anthropic', expectAnthropic],
  ['openai.chat', 'openai', expectChat],
  ['ollama.chat', 'ollama', expectOllama],
  ['openrouter.chat', 'openrouter', expectChat],
] as const

/** Estimate over count, for each recorded request whose answer tells the count. llama.cpp's random words count as nothing else does. */
function ratios(): number[] {
  return FORMATS.flatMap(([api, type, oracle]) => {
    const { adapter } = testAdapter({ type })
    const isUsable = ({ response, label, provider }: Recording) =>
      response.status === 200 && label !== 'synthetic' && !provider.includes('llama')
    return recordingsOf(api)
      .filter(isUsable)
      .flatMap((recording) => {
        const request = recordedRequest(recording)
        const { usage } = oracle(recording.response.body, recording.streaming)
        const counted = usage ? usage.input + usage.cached + usage.written : 0
        if (!request || counted === 0) return []
        return [adapter.estimateInputTokens(request.messages, request.tools, request.system) / counted]
      })
  })
}

test.skipIf(missingRecordings.length > 0)(
  'an estimate is within ten percent of what providers counted, in the median',
  async ({ annotate }) => {
    const sorted = ratios().sort((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0
    await annotate(`median of estimate / count over ${sorted.length} requests: ${median.toFixed(2)}`)
    expect(sorted.length).toBeGreaterThan(30)
    expect(Math.abs(median - 1)).toBeLessThan(0.1)
  },
)

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
