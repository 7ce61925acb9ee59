import { describe, expect, test } from 'vitest'
import { eventOrderChecker } from '#lib/canonical/event-order.ts'
import { StreamEvent } from '#lib/canonical/stream-event.ts'

const EVENTS = {
  start: { type: 'message.start', model: 'a:b' },
  text0: { type: 'text.delta', content_block_index: 0, text: 'a' },
  text1: { type: 'text.delta', content_block_index: 1, text: 'a' },
  text2: { type: 'text.delta', content_block_index: 2, text: 'a' },
  think0: { type: 'thinking.delta', content_block_index: 0, text: 'a', signature: 's' },
  use1: { type: 'tool.use_start', content_block_index: 1, tool_use_id: 'tu_1', tool_name: 'c', provider_id: null },
  input1: { type: 'tool.use_input_delta', content_block_index: 1, tool_use_id: 'tu_1', partial_json: '{' },
  end1: { type: 'tool.use_end', content_block_index: 1, tool_use_id: 'tu_1', final_input: {}, raw_input: '{' },
  use2: { type: 'tool.use_start', content_block_index: 2, tool_use_id: 'tu_2', tool_name: 'c', provider_id: 'call_2' },
  input2: { type: 'tool.use_input_delta', content_block_index: 2, tool_use_id: 'tu_2', partial_json: '{}' },
  end2: { type: 'tool.use_end', content_block_index: 2, tool_use_id: 'tu_2', final_input: {} },
  again2: { type: 'tool.use_start', content_block_index: 2, tool_use_id: 'tu_1', tool_name: 'c', provider_id: null },
  cited0: { type: 'text.citation', content_block_index: 0, citation: { url: 'https://a.test/', start: 0, end: 1 } },
  hosted1: {
    type: 'hosted_tool.update',
    content_block_index: 1,
    block: { type: 'hosted_tool', tool: 'web_search', name: 'web_search', input: {}, status: 'running' },
  },
  done: {
    type: 'message.complete',
    stop_reason: 'tool_use',
    final_content: [],
    usage: { input_tokens: 1, output_tokens: 1, cached_input_tokens: 0, cache_creation_input_tokens: 0 },
    model: 'a:b',
    provider: 'a',
    latency_ms: 1,
    time_to_first_token_ms: 1,
    provider_raw: { id: 'x' },
  },
} satisfies Record<string, StreamEvent>

type Name = keyof typeof EVENTS

function check(trace: string): void {
  const checker = eventOrderChecker()
  for (const name of trace.split(' ')) checker(EVENTS[name as Name])
}

test.each(Object.values(EVENTS))('the event $type is well formed', (event) => {
  expect(StreamEvent.parse(event)).toEqual(event)
})

describe('the order of events', () => {
  test.each([
    ['two parallel calls', 'start text0 text0 use1 input1 input1 end1 use2 input2 end2 done'],
    ['a cancel inside a call', 'start text0 use1 input1 end1 done'],
    ['an error after deltas', 'start text0 done'],
    ['an answer that is empty', 'start done'],
    ['thinking, then text', 'start think0 text1 done'],
    ['a call without arguments', 'start use1 end1 done'],
    ['sources, and what ran at the provider, told late', 'start text0 hosted1 text2 hosted1 cited0 text2 done'],
    ['an index that is skipped: a block without events', 'start text0 text2 done'],
  ])('may be %s', (_, trace) => {
    expect(() => check(trace)).not.toThrow()
  })

  test.each([
    ['start start', 'message.start comes once'],
    ['text0', 'message.start comes first'],
    ['done', 'message.start comes first'],
    ['start done text0', 'nothing follows message.complete'],
    ['start done done', 'nothing follows message.complete'],
    ['start text1 text0', 'block indices never fall'],
    ['start use1 done', 'a tool.use_start has no tool.use_end'],
    ['start use1 text2', 'a block opens while a call is open'],
    ['start use1 use2', 'a block opens while a call is open'],
    ['start use1 text1', 'a delta inside an open call'],
    ['start use1 hosted1', 'a delta inside an open call'],
    ['start input1', 'a piece of a call that is not open'],
    ['start use1 end1 end1', 'a piece of a call that is not open'],
    ['start use1 input2', 'a piece of a call that is not open'],
    ['start use1 end1 again2', 'a tool id starts twice'],
  ])('is never %s', (trace, rule) => {
    expect(() => check(trace)).toThrow(`event order: ${rule} (at {"type":`)
  })
})
