import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ContentBlock } from '#lib/canonical/block.ts'
import { AdapterError } from '#lib/canonical/error.ts'
import { TokenUsage } from '#lib/canonical/usage.ts'
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
  '{"choices":[{"delta":{"content":"x"},"finish_reason":9007199254740993}],"created":-1e309}',
  nested(2_000),
  `{"choices":[{"delta":{"content":${nested(500)},"reasoning_details":[${nested(500)}]}}]}`,
  `{"type":"content_block_start","index":0,"content_block":{"type":"new","deep":${nested(500)}}}`,
  `{"type":"response.output_item.done","output_index":0,"item":{"type":"new","deep":${nested(500)}}}`,
  `{"message":{"tool_calls":[{"function":{"name":"add","arguments":${nested(500)}}}]}}`,
]

function nested(depth: number): string {
  return `${'{"a":['.repeat(depth)}${']}'.repeat(depth)}`
}

/** Values of every type, to stand where another was. */
const VALUES = ['null', 'true', '-1', '9007199254740993', '1e400', '""', '"x"', '[]', '[{}]', '{}', '{"type":"text"}']

/** Cases of each format: `npm run fuzz` sets more. */
const CASES = Number(process.env.FUZZ_CASES ?? 150)
const ENOUGH_MS = 60_000 + CASES * 60

/** One way to spoil a body that is split at its lines. */
const mutation = fc.record({
  kind: fc.constantFrom('drop', 'repeat', 'swap', 'cut', 'junk', 'flip', 'truncate', 'value', 'bytes'),
  at: fc.nat(),
  to: fc.nat(),
  junk: fc.constantFrom(...JUNK),
  value: fc.constantFrom(...VALUES),
})
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never

function spoil(body: string, changes: readonly Mutation[]): Uint8Array {
  let lines = body.split('\n')
  const field = /^data:/m.test(body) ? 'data: ' : ''
  for (const { kind, at, to, junk, value } of changes) {
    const line = at % lines.length
    const other = to % lines.length
    const text = lines[line] ?? ''
    if (kind === 'drop') lines.splice(line, 1 + (to % 3))
    else if (kind === 'repeat') lines.splice(other, 0, text)
    else if (kind === 'swap') [lines[line], lines[other]] = [lines[other] ?? '', text]
    else if (kind === 'cut') lines[line] = text.slice(0, to % (text.length + 1))
    else if (kind === 'junk') lines.splice(line, 0, '', `${field}${junk}`, '')
    else if (kind === 'truncate') lines = lines.slice(0, line + 1)
    else if (kind === 'value') lines[line] = withValue(text, to, value)
    else if (kind === 'flip')
      lines[line] = text.replace(/["{}[\]:,\d]/g, (each, index: number) =>
        index % 97 === to % 97 ? junk.charAt(0) : each,
      )
  }
  const bytes = new TextEncoder().encode(lines.join('\n'))
  for (const { kind, at, to } of changes) if (kind === 'bytes' && bytes.length > 0) bytes[at % bytes.length] = to
  return bytes
}

/** A value in JSON text that is not the name of a field. */
const VALUE = /(?<=[:,[])(?:"(?:[^"\\]|\\.)*"(?!:)|-?\d[\d.e+]*|true|false|null|\{\}|\[\])/g

/** With another value in the place of one, be it of another type. */
function withValue(text: string, place: number, value: string): string {
  const found = [...text.matchAll(VALUE)]
  const match = found[place % Math.max(1, found.length)]
  return match ? `${text.slice(0, match.index)}${value}${text.slice(match.index + match[0].length)}` : text
}

describe.each(ADAPTERS)('spoiled traffic through %s', (type, author) => {
  const recorded = recordingsOf(author.api)
    .map(({ response }) => response.body)
    .filter((body) => body.length < 40_000)
  const bodies = [author.stream(EVERYTHING).join(''), author.whole(EVERYTHING), ...recorded]

  test(
    'ends in an answer or in an error of a class, in order, and the adapter works on',
    async () => {
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
          // Whole counts from zero on, uses of tools too, and a bill in decimals.
          if (complete) TokenUsage.parse(complete.usage)

          const whole = await adapter.complete(requestFor(type)).catch((thrown: unknown) => thrown)
          if (whole instanceof Error && !(whole instanceof AdapterError)) throw whole
          expect(whole instanceof AdapterError).toBe(error !== undefined)
        }),
        { numRuns: CASES },
      )
      expect(Object.prototype).not.toHaveProperty('polluted')
      answer = answering(author.stream(EVERYTHING).join(''))
      expect((await drain(adapter.stream(requestFor(type)))).error).toBeUndefined()
    },
    ENOUGH_MS,
  )

  test.each([
    ['one word of 5 MB', JSON.stringify('x'.repeat(5_000_000))],
    ['5 MB of marks', JSON.stringify('"\\\n'.repeat(1_250_000))],
    ['a list of 5 MB', `[${'0,'.repeat(2_500_000)}0]`],
    ['lists 100,000 deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['objects 100,000 deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ])(
    'bears %s in any place',
    async (_what, value) => {
      for (const body of bodies.slice(0, 2)) {
        const places = [...body.matchAll(VALUE)].length
        for (let place = 0; place < places; place += Math.ceil(places / 2)) {
          const spoiled = withValue(body, place, value)
          const { adapter } = testAdapter({ type, max_retries: 0, fetch: answering(spoiled) })
          const outcome = await adapter.complete(requestFor(type)).catch((thrown: unknown) => thrown)
          if (outcome instanceof Error) expect(outcome).toBeInstanceOf(AdapterError)
          if (outcome instanceof AdapterError) expect(outcome.error_class).not.toBe('other')
        }
      }
    },
    ENOUGH_MS,
  )
})
