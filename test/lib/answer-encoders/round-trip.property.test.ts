import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProviderAdapter } from '#lib/adapters/adapter.ts'
import { createAdapter } from '#lib/adapters/registry.ts'
import type { About, Answer, AnswerFormat, Part, Stop } from '#lib/answer-encoders/answer.ts'
import { anthropicAnswers } from '#lib/answer-encoders/anthropic.ts'
import { chatCompletionsAnswers } from '#lib/answer-encoders/chat-completions.ts'
import { ollamaAnswers } from '#lib/answer-encoders/ollama.ts'
import { openRouterAnswers } from '#lib/answer-encoders/openrouter.ts'
import { responsesAnswers } from '#lib/answer-encoders/responses.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { MessageComplete, StreamEvent } from '#lib/canonical/stream-event.ts'
import type { TokenUsage } from '#lib/canonical/usage.ts'
import { silentLogger } from '#lib/log.ts'
import { canonicalRequest } from '#test/support/message-builder.ts'

/** A format as our own adapter reads it, and what of an answer it has no word for. */
interface Format {
  type: 'anthropic' | 'openai' | 'openai-responses' | 'ollama' | 'openrouter'
  answers: AnswerFormat
  /** Texts that follow each other are one. */
  joins: boolean
  /** What each reason to stop is read as, where that is another. */
  reads: Partial<Record<Stop['reason'], Stop['reason']>>
  countsCache: 'reads and writes' | 'reads' | 'nothing'
}

const OPENAI = { stop_sequence: 'end_turn', context_window_exceeded: 'max_tokens' } as const
const FORMATS: readonly Format[] = [
  { type: 'anthropic', answers: anthropicAnswers, joins: false, reads: {}, countsCache: 'reads and writes' },
  { type: 'openai', answers: chatCompletionsAnswers, joins: true, reads: OPENAI, countsCache: 'reads' },
  { type: 'openai-responses', answers: responsesAnswers, joins: false, reads: OPENAI, countsCache: 'reads and writes' },
  // It has no word for a refusal.
  {
    type: 'ollama',
    answers: ollamaAnswers,
    joins: true,
    reads: { ...OPENAI, refusal: 'end_turn' },
    countsCache: 'nothing',
  },
  {
    type: 'openrouter',
    answers: openRouterAnswers('Demo'),
    joins: true,
    reads: OPENAI,
    countsCache: 'reads and writes',
  },
]

const MODEL = 'a-model'

function adapterOf(type: Format['type'], answer: string, content_type: string): ProviderAdapter {
  const respond = async () => new Response(answer, { headers: { 'content-type': content_type } })
  return createAdapter({
    name: type,
    type,
    base_url: 'http://gateway.invalid',
    api_key: 'k',
    fetch: respond,
    max_retries: 0,
    log: silentLogger,
  })
}

const request = (type: string) => canonicalRequest({ model: `${type}:${MODEL}`, max_output_tokens: 1_000 })

function about(): About {
  let minted = 0
  return {
    model: MODEL,
    created: 1_790_000_000,
    reports_usage: true,
    mint: (prefix) => `${prefix}${++minted}`,
    seal: (text) => `seal${text.length}`,
  }
}

async function read(type: Format['type'], stream: string, content_type: string): Promise<MessageComplete> {
  for await (const event of adapterOf(type, stream, content_type).stream(request(type)))
    if (event.type === 'message.complete') return event
  throw new Error('no message.complete')
}

type Read = Pick<MessageComplete, 'final_content' | 'stop_reason' | 'usage'>

/** A server that has the whole answer, and sends it in pieces. */
function streamed({ answers }: Format, { parts, stop, usage }: Answer, pieces: (text: string) => string[]): string {
  const encoder = answers.encoder(about())
  // Nothing is counted yet, as where another's answer is handed on.
  const begun = encoder.begin({ ...NOTHING })
  const said = parts.flatMap((part) => [
    ...encoder.open(part),
    ...pieces(wordsOf(part)).flatMap((piece) => encoder.piece(piece)),
    ...encoder.close(part),
  ])
  return [...begun, ...said, ...encoder.end(stop, usage)].join('')
}

/** A server that hands on what comes from a model while it is still answering. */
function handedOn(answers: AnswerFormat, events: readonly StreamEvent[]): string {
  const encoder = answers.encoder(about())
  const sent = [...encoder.begin({ ...NOTHING })]
  let open: { index: number; part: Part } | null = null
  const close = () => {
    if (open) sent.push(...encoder.close(open.part))
    open = null
  }
  const enter = (index: number, part: Part): Part => {
    if (open?.index === index) return open.part
    close()
    open = { index, part }
    sent.push(...encoder.open(part))
    return part
  }
  for (const event of events) {
    if (event.type === 'text.delta') {
      const part = enter(event.content_block_index, { type: 'text', text: '' })
      if (part.type === 'text') part.text += event.text
      sent.push(...encoder.piece(event.text))
    } else if (event.type === 'tool.use_start') {
      enter(event.content_block_index, { type: 'tool_use', id: event.tool_use_id, name: event.tool_name, input: {} })
    } else if (event.type === 'tool.use_input_delta') sent.push(...encoder.piece(event.partial_json))
    else if (event.type === 'tool.use_end') {
      const part = enter(event.content_block_index, { type: 'text', text: '' })
      if (part.type === 'tool_use') part.input = event.final_input
    } else if (event.type === 'message.complete') {
      close()
      sent.push(...encoder.end({ reason: event.stop_reason === 'tool_use' ? 'tool_use' : 'end_turn' }, event.usage))
    }
  }
  return sent.join('')
}

const NOTHING: TokenUsage = {
  input_tokens: 0,
  output_tokens: 0,
  cached_input_tokens: 0,
  cache_creation_input_tokens: 0,
}

function wordsOf(part: Part): string {
  if (part.type === 'tool_use') return JSON.stringify(part.input)
  return part.type === 'text' || part.type === 'thinking' ? part.text : ''
}

const word = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).map((text) => `w${text}`)
const parts: fc.Arbitrary<Part[]> = fc
  .record({
    texts: fc.array(word, { minLength: 1, maxLength: 3 }),
    calls: fc.array(fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.oneof(word, fc.integer(), fc.boolean())), {
      maxLength: 3,
    }),
  })
  .map(({ texts, calls }) => [
    ...texts.map((text): Part => ({ type: 'text', text })),
    ...calls.map((input, at): Part => ({ type: 'tool_use', id: `call_${at}`, name: `tool_${at}`, input })),
  ])
const count = fc.integer({ min: 0, max: 100_000 })
const usage: fc.Arbitrary<TokenUsage> = fc.record({
  input_tokens: count,
  output_tokens: count,
  cached_input_tokens: count,
  cache_creation_input_tokens: count,
})
const reason = fc.constantFrom(
  ...(['end_turn', 'max_tokens', 'context_window_exceeded', 'refusal', 'stop_sequence'] as const),
)
const answer: fc.Arbitrary<Answer> = fc.record({ parts, usage, reason }).map(({ parts, usage, reason }) => {
  const stop: Stop = parts.some(({ type }) => type === 'tool_use')
    ? { reason: 'tool_use' }
    : reason === 'stop_sequence'
      ? { reason, sequence: 'w' }
      : { reason }
  return { parts, stop, usage }
})

/** What our adapter should have read. */
function expected({ parts }: Answer, { joins }: Format): object[] {
  return parts.reduce<Record<string, unknown>[]>((read, part) => {
    const last = read.at(-1)
    if (joins && part.type === 'text' && last?.type === 'text') last.text = `${last.text}${part.text}`
    else if (part.type === 'tool_use') read.push({ type: 'tool_use', name: part.name, input: part.input })
    else read.push({ ...part })
    return read
  }, [])
}

function found(content: readonly ContentBlock[]): object[] {
  return content.map((block) => {
    if (block.type !== 'tool_use') return block
    const { type, name, input } = block
    return { type, name, input }
  })
}

const counted = ({ usage }: Answer, { countsCache }: Format) => {
  const { input_tokens: input, cached_input_tokens: cached, cache_creation_input_tokens: written } = usage
  const reads = countsCache === 'nothing' ? 0 : cached
  const writes = countsCache === 'reads and writes' ? written : 0
  return {
    input_tokens: input + cached - reads + written - writes,
    output_tokens: usage.output_tokens,
    cached_input_tokens: reads,
    cache_creation_input_tokens: writes,
  }
}

describe.each(FORMATS)('what is written as $type', (format) => {
  const { type, answers, reads } = format
  const check = (said: Answer, { final_content, stop_reason, usage }: Read) => {
    expect(found(final_content)).toEqual(expected(said, format))
    expect(stop_reason).toBe(reads[said.stop.reason] ?? said.stop.reason)
    expect(usage).toMatchObject(counted(said, format))
  }

  test('is read as it was meant, streamed in any pieces, with what is only counted at its end', async () => {
    await fc.assert(
      fc.asyncProperty(answer, fc.integer({ min: 1, max: 5 }), async (said, size) => {
        const pieces = (text: string) => text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []
        check(said, await read(type, streamed(format, said, pieces), answers.content_type))
      }),
      { numRuns: 60 },
    )
  })

  test('is read as it was meant, in one piece', async () => {
    await fc.assert(
      fc.asyncProperty(answer, async (said) => {
        const body = JSON.stringify(answers.body(said, about()))
        const { content, ...rest } = await adapterOf(type, body, 'application/json').complete(request(type))
        check(said, { ...rest, final_content: content })
      }),
      { numRuns: 60 },
    )
  })

  test.each(FORMATS)('can be handed on as $type while it still comes', async (other) => {
    await fc.assert(
      fc.asyncProperty(answer, async (drawn) => {
        const plain: Answer = drawn.stop.reason === 'tool_use' ? drawn : { ...drawn, stop: { reason: 'end_turn' } }
        const upstream = streamed(format, plain, (text) => [...text])
        const events: StreamEvent[] = []
        for await (const event of adapterOf(type, upstream, answers.content_type).stream(request(type)))
          events.push(event)
        const { final_content } = await read(other.type, handedOn(other.answers, events), other.answers.content_type)
        expect(found(final_content)).toEqual(expected(plain, { ...other, joins: format.joins || other.joins }))
      }),
      { numRuns: 10 },
    )
  })
})
