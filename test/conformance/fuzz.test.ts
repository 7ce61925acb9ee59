import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ContentBlock } from '#lib/canonical/block.ts'
import { AdapterError } from '#lib/canonical/error.ts'
import { answering, drain, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { recordingsOf } from '#test/support/recording.ts'
import { ADAPTERS, EVERYTHING } from './wire/wire-author.ts'

const JUNK = [
  'null',
  '[]',
  '0',
  '"text"',
  '{}',
  '{"type":null}',
  '{"choices":null}',
  '{"choices":[null]}',
  '{"choices":[{"delta":{"tool_calls":[null,{"index":"x","function":null}]}}]}',
  '{"choices":[{"delta":{"content":{"a":1},"role":7}}],"usage":"many"}',
  '{"type":"content_block_start","index":"z","content_block":null}',
  '{"type":"content_block_delta","index":99,"delta":{"type":"text_delta","text":5}}',
  '{"type":"message_delta","delta":null,"usage":{"output_tokens":"-1"}}',
  '{"type":"message_start","message":[]}',
  '{"type":"message_delta","delta":{},"usage":{"input_tokens":1e300,"output_tokens":9007199254740993}}',
  '{"choices":[],"usage":{"prompt_tokens":1e300,"completion_tokens":9007199254740993}}',
  '{"type":"response.output_item.added","item":null}',
  '{"type":"response.output_item.done","output_index":"z","item":{"type":"function_call","name":5,"arguments":[]}}',
  '{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","summary":"x","content":[null]}}',
  '{"type":"response.output_text.delta","content_index":"x","delta":{}}',
  '{"type":"response.completed","response":{"output":[null,{"type":"message","content":7}],"usage":"many"}}',
  '{"type":"response.completed","response":{"usage":{"input_tokens":1e300,"output_tokens":9007199254740993}}}',
  '{"type":"response.failed","response":null}',
  '{"message":{"content":5,"thinking":[],"tool_calls":[null,{"function":{"name":7,"arguments":null}}]}}',
  '{"message":"none","done":true,"done_reason":7,"eval_count":-1}',
  '{"__proto__":{"polluted":true},"constructor":null}',
  '\ud800',
]

/** One way to spoil a body that is split at its lines. */
const mutation = fc.record({
  kind: fc.constantFrom('drop', 'repeat', 'swap', 'cut', 'junk', 'flip', 'truncate'),
  at: fc.nat(),
  to: fc.nat(),
  junk: fc.constantFrom(...JUNK),
})

function spoil(body: string, changes: { kind: string; at: number; to: number; junk: string }[]): Uint8Array {
  let lines = body.split('\n')
  const field = /^data:/m.test(body) ? 'data: ' : ''
  for (const { kind, at, to, junk } of changes) {
    const line = at % lines.length
    const other = to % lines.length
    const text = lines[line] ?? ''
    if (kind === 'drop') lines.splice(line, 1 + (to % 3))
    else if (kind === 'repeat') lines.splice(other, 0, text)
    else if (kind === 'swap') [lines[line], lines[other]] = [lines[other] ?? '', text]
    else if (kind === 'cut') lines[line] = text.slice(0, to % (text.length + 1))
    else if (kind === 'junk') lines.splice(line, 0, '', `${field}${junk}`, '')
    else if (kind === 'truncate') lines = lines.slice(0, line + 1)
    else
      lines[line] = text.replace(/["{}[\]:,\d]/g, (each, index: number) =>
        index % 97 === to % 97 ? junk.charAt(0) : each,
      )
  }
  return new TextEncoder().encode(lines.join('\n'))
}

describe.each(ADAPTERS)('spoiled traffic through %s', (type, author) => {
  const recorded = recordingsOf(author.api)
    .map(({ response }) => response.body)
    .filter((body) => body.length < 40_000)
  const bodies = [author.stream(EVERYTHING).join(''), author.whole(EVERYTHING), ...recorded]

  test('ends in an answer or in an error of a class, in order, and the adapter works on', async () => {
    const { adapter } = testAdapter({ type, max_retries: 0, fetch: (url, init) => answer(url, init) })
    let answer: typeof fetch = answering('')
    const input = fc.record({
      body: fc.constantFrom(...bodies),
      changes: fc.array(mutation, { minLength: 1, maxLength: 4 }),
      cuts: fc.array(fc.nat(), { maxLength: 6 }),
    })
    await fc.assert(
      fc.asyncProperty(input, async ({ body, changes, cuts }) => {
        const bytes = spoil(body, changes)
        const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b)
        answer = answering([0, ...ends].map((start, index) => bytes.subarray(start, ends[index])))

        const { events, complete, error } = await drain(adapter.stream(requestFor(type)))
        if (error !== undefined && !(error instanceof AdapterError)) throw error
        expect(error?.error_class).not.toBe('other')
        expect(error === undefined || complete === undefined || complete.stop_reason === 'error').toBe(true)
        expect(events.length === 0 || complete !== undefined).toBe(true)
        for (const block of complete?.final_content ?? []) ContentBlock.parse(block)
        for (const count of Object.values(complete?.usage ?? {})) {
          expect(typeof count === 'boolean' || (Number.isInteger(count) && count >= 0)).toBe(true)
        }

        const whole = await adapter.complete(requestFor(type)).catch((thrown: unknown) => thrown)
        if (whole instanceof Error && !(whole instanceof AdapterError)) throw whole
        expect(whole instanceof AdapterError).toBe(error !== undefined)
      }),
      { numRuns: 400 },
    )
    expect(Object.prototype).not.toHaveProperty('polluted')
    answer = answering(author.stream(EVERYTHING).join(''))
    expect((await drain(adapter.stream(requestFor(type)))).error).toBeUndefined()
  })
})
