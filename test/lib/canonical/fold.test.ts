import { describe, expect, test } from 'vitest'
import type { ContentBlock } from '#lib/canonical/block.ts'
import { type Draft, draftContent, EMPTY_DRAFT, fold } from '#lib/canonical/fold.ts'
import type { MessageComplete, StreamEvent } from '#lib/canonical/stream-event.ts'
import { quickest } from '#test/support/cpu-time.ts'

const textDelta = (index: number, text: string): StreamEvent => ({
  type: 'text.delta',
  content_block_index: index,
  text,
})
const thinkingDelta = (index: number, text: string, signature?: string): StreamEvent => ({
  type: 'thinking.delta',
  content_block_index: index,
  text,
  ...(signature === undefined ? {} : { signature }),
})
const useStart = (index: number, id: string): StreamEvent => ({
  type: 'tool.use_start',
  content_block_index: index,
  tool_use_id: id,
  tool_name: 'calculator',
  provider_id: 'call_1',
})
const inputDelta = (index: number, id: string, partial_json: string): StreamEvent => ({
  type: 'tool.use_input_delta',
  content_block_index: index,
  tool_use_id: id,
  partial_json,
})
const useEnd = (index: number, id: string, final_input = {}, raw_input?: string): StreamEvent => ({
  type: 'tool.use_end',
  content_block_index: index,
  tool_use_id: id,
  final_input,
  ...(raw_input === undefined ? {} : { raw_input }),
})
const complete = (final_content: ContentBlock[]): MessageComplete => ({
  type: 'message.complete',
  stop_reason: 'end_turn',
  final_content,
  usage: { input_tokens: 1, output_tokens: 1, cached_input_tokens: 0, cache_creation_input_tokens: 0 },
  model: 'a:b',
  provider: 'a',
  latency_ms: 1,
  time_to_first_token_ms: null,
})
const start: StreamEvent = { type: 'message.start', model: 'a:b' }

const folded = (...events: StreamEvent[]): Draft => events.reduce(fold, EMPTY_DRAFT)
const contentOf = (...events: StreamEvent[]) => draftContent(folded(...events))
const toolUse = (id: string, input = {}) => ({ type: 'tool_use', id, name: 'calculator', input }) as const

describe('the fold', () => {
  test('of a whole answer equals its final content', () => {
    const final: ContentBlock[] = [
      { type: 'thinking', text: 'Let me see.', signature: 'c2ln' },
      { type: 'text', text: 'Two calls:' },
      toolUse('tu_1', { expression: '1 + 1' }),
      toolUse('tu_2'),
    ]
    const events = [
      start,
      thinkingDelta(0, 'Let me '),
      thinkingDelta(0, 'see.'),
      thinkingDelta(0, '', 'c2ln'),
      textDelta(1, 'Two '),
      textDelta(1, 'calls:'),
      useStart(2, 'tu_1'),
      inputDelta(2, 'tu_1', '{"expression":'),
      inputDelta(2, 'tu_1', ' "1 + 1"}'),
      useEnd(2, 'tu_1', { expression: '1 + 1' }),
      useStart(3, 'tu_2'),
      useEnd(3, 'tu_2'),
    ]
    expect(contentOf(...events)).toEqual(final)
    expect(contentOf(...events, complete(final))).toEqual(final)
  })

  test('trusts the final content over its own sum', () => {
    expect(contentOf(start, textDelta(0, 'Hel'), complete([{ type: 'text', text: 'Hello' }]))).toEqual([
      { type: 'text', text: 'Hello' },
    ])
    expect(contentOf(start, textDelta(0, 'lost'), complete([]))).toEqual([])
  })

  test('keeps text before and after a call apart', () => {
    expect(contentOf(textDelta(0, 'a'), useStart(1, 'tu_1'), useEnd(1, 'tu_1'), textDelta(2, 'b'))).toEqual([
      { type: 'text', text: 'a' },
      toolUse('tu_1'),
      { type: 'text', text: 'b' },
    ])
  })

  test('closes the open block when another kind of block has the same index', () => {
    expect(contentOf(thinkingDelta(0, 'hm'), textDelta(0, 'a'))).toEqual([
      { type: 'thinking', text: 'hm' },
      { type: 'text', text: 'a' },
    ])
  })

  test('overwrites a signature with the latest one: it is sent whole', () => {
    expect(contentOf(thinkingDelta(0, 'hm', 'a'), thinkingDelta(0, '', 'ab'))).toEqual([
      { type: 'thinking', text: 'hm', signature: 'ab' },
    ])
  })

  test('keeps a signature without any visible thought', () => {
    expect(contentOf(thinkingDelta(0, '', 'c2ln'))).toEqual([{ type: 'thinking', text: '', signature: 'c2ln' }])
  })
})

describe('a call in the making', () => {
  test('shows the input as far as it parses, else what was received', () => {
    const open = [useStart(0, 'tu_1'), inputDelta(0, 'tu_1', '{"a": ')]
    expect(contentOf(useStart(0, 'tu_1'))).toEqual([toolUse('tu_1')])
    expect(contentOf(...open)).toEqual([{ ...toolUse('tu_1'), raw_input: '{"a": ' }])
    expect(contentOf(...open, inputDelta(0, 'tu_1', '1}'))).toEqual([toolUse('tu_1', { a: 1 })])
  })

  test('keeps the raw input that its end reports', () => {
    expect(contentOf(useStart(0, 'tu_1'), useEnd(0, 'tu_1', {}, '{"a"'))).toEqual([
      { ...toolUse('tu_1'), raw_input: '{"a"' },
    ])
  })

  test('is closed by the next block even if its end never came', () => {
    expect(contentOf(useStart(0, 'tu_1'), inputDelta(0, 'tu_1', '{}'), textDelta(1, 'a'))).toEqual([
      toolUse('tu_1'),
      { type: 'text', text: 'a' },
    ])
  })
})

describe('an event that changes nothing', () => {
  const writing = folded(textDelta(0, 'a'))
  const thinking = folded(thinkingDelta(0, 'a'))
  const calling = folded(useStart(0, 'tu_1'))

  test.each<[string, Draft, StreamEvent]>([
    ['the start', EMPTY_DRAFT, start],
    ['an empty piece of text', writing, textDelta(0, '')],
    ['an empty piece of thinking', thinking, thinkingDelta(0, '')],
    ['an empty piece of input', calling, inputDelta(0, 'tu_1', '')],
    ['input for a call that is not open', writing, inputDelta(0, 'tu_1', '{}')],
    ['input at another index', calling, inputDelta(1, 'tu_1', '{}')],
    ['the end of a call that is not open', writing, useEnd(0, 'tu_1')],
  ])('gives back the very same draft: %s', (_, draft, event) => {
    expect(fold(draft, event)).toBe(draft)
  })
})

test('a draft is never changed, so that older ones stay what they were', () => {
  const first = folded(textDelta(0, 'a'))
  const second = fold(first, textDelta(0, 'b'))
  const third = fold(second, textDelta(1, 'c'))
  expect(draftContent(first)).toEqual([{ type: 'text', text: 'a' }])
  expect(draftContent(second)).toEqual([{ type: 'text', text: 'ab' }])
  expect(draftContent(third)[0]).toBe(second.open?.block)
})

test('an event costs the same however many blocks are closed already', async () => {
  const thoughts = (first: number, count: number): StreamEvent[] =>
    Array.from({ length: count }, (_, nth) => (nth % 2 ? textDelta : thinkingDelta)(first + nth, 'a'))
  const costAfter = async (count: number) => {
    const draft = thoughts(0, count).reduce(fold, EMPTY_DRAFT)
    const events = thoughts(count, 5_000)
    // Once is a tenth of a millisecond, in which one look of the collector is most of what is measured.
    const often = () => Array.from({ length: 20 }, () => events.reduce(fold, draft).open?.index)
    return quickest(() => expect(new Set(often())).toEqual(new Set([count + 4_999])))
  }
  const few = await costAfter(5_000)
  // The same events after sixteen times as many blocks: if each looked at those before it, it would be some eleven times as much.
  expect(await costAfter(80_000)).toBeLessThan(5 * few)
})

test('an event of a type that nobody knows is thrown', () => {
  expect(() => fold(EMPTY_DRAFT, { type: 'audio.delta' } as unknown as StreamEvent)).toThrow('Unhandled variant')
})

describe('what the provider ran itself', () => {
  const hosted = (name: string, status: 'running' | 'completed') =>
    ({ type: 'hosted_tool', tool: 'web_search', name, input: {}, status }) as const
  const update = (content_block_index: number, block: ReturnType<typeof hosted>): StreamEvent => ({
    type: 'hosted_tool.update',
    content_block_index,
    block,
  })
  const citation = { url: 'https://a.test/', title: 'A' }
  const cite = (content_block_index: number): StreamEvent => ({ type: 'text.citation', content_block_index, citation })

  test('is one block, told anew as it goes on, also when others have begun', () => {
    const events = [start, update(0, hosted('a', 'running')), update(1, hosted('b', 'running')), textDelta(3, 'Yes')]
    expect(contentOf(...events, update(1, hosted('b', 'completed')), textDelta(3, '.'))).toEqual([
      hosted('a', 'running'),
      hosted('b', 'completed'),
      { type: 'text', text: 'Yes.' },
    ])
    expect(contentOf(...events.slice(0, 2), update(0, hosted('a', 'completed')))).toEqual([hosted('a', 'completed')])
  })

  test('is what a text stands on, open or closed; of no text it is nothing', () => {
    const events = [start, textDelta(0, 'a'), cite(0), textDelta(1, 'b')]
    expect(contentOf(...events, cite(0), cite(1))).toEqual([
      { type: 'text', text: 'a', citations: [citation, citation] },
      { type: 'text', text: 'b', citations: [citation] },
    ])
    const draft = folded(...events)
    expect(fold(draft, cite(7))).toBe(draft)
  })
})
