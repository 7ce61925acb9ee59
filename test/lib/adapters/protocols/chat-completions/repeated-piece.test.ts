import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnswerContext, StreamMachine, WireEvent } from '#lib/adapters/protocol.ts'
import { WireError } from '#lib/adapters/protocol.ts'
import { createMachine } from '#lib/adapters/protocols/chat-completions/machine.ts'
import { onlyWords, RepeatedPiece } from '#lib/adapters/protocols/chat-completions/repeated-piece.ts'
import { wireOf } from '#lib/adapters/registry.ts'
import type { JsonObject, JsonValue } from '#lib/canonical/json.ts'
import { answerContext, wireEvents } from '#test/support/cassette.ts'
import { eachRecording } from '#test/support/each-recording.ts'
import { recordingsOf } from '#test/support/recording.ts'

const piece = (words: string) => `{"id":"c1","choices":[{"index":0,"delta":{"content":${words}},"finish_reason":null}]}`

/** Knows the piece that says `a`. */
function knowing(said = piece('"a"'), words = 'a'): RepeatedPiece {
  const repeated = new RepeatedPiece()
  repeated.learn(said, words)
  return repeated
}

describe('a piece that is the one before, but for its words', () => {
  test.each(['"b"', '" and more"', '"\\n\\"quoted\\" \\u00e9"', '"}]}"', '"\\\\"', '"\\"content\\":\\"x\\""'])(
    'says %s',
    (words) => {
      expect(knowing().wordsIn(piece(words))).toBe(JSON.parse(words))
    },
  )

  test.each([
    ['a second field in place of the words', piece('"b","refusal":"no"')],
    ['words that are said twice', piece('"b","content":"c"')],
    ['no words', piece('null')],
    ['empty words', piece('""')],
    ['a number', piece('1')],
    ['a list of parts', piece('[{"type":"text","text":"b"}]')],
    ['words that are cut off', piece('"b')],
    ['nothing', piece('')],
    ['another beginning', piece('"b"').replace('c1', 'c2')],
    ['another end', piece('"b"').replace('null', '"stop"')],
    ['its beginning alone', piece('"b"').slice(0, 60)],
    ['no JSON', '[DONE]'],
  ])('is read as a whole where it has %s', (_name, data) => {
    expect(knowing().wordsIn(data)).toBeNull()
  })

  test('is known however it is spaced', () => {
    const spaced = (words: string) => piece(words).replaceAll(':', ': ').replaceAll(',', ', ')
    expect(knowing(spaced('"a"')).wordsIn(spaced('"b"'))).toBe('b')
  })

  test('the one after another kind of piece is learned anew', () => {
    const repeated = knowing()
    expect(repeated.wordsIn(piece('"b"').replace('null', '"stop"'))).toBeNull()
    expect(repeated.wordsIn(piece('"b"'))).toBeNull()
    repeated.learn(piece('"b"'), 'b')
    expect(repeated.wordsIn(piece('"c"'))).toBe('c')
  })

  test.each([
    ['name the field twice', '{"content":"a","choices":[{"delta":{"content":"a"}}]}'],
    ['name it with an escape', '{"a\\"content":"a","choices":[{"delta":{"c\\u006fntent":"a"}}]}'],
    ['say other words there', '{"x":{"content":"b"},"choices":[{"delta":{"c\\u006fntent":"a"}}]}'],
  ])('pieces that %s are not learned', (_name, data) => {
    const repeated = knowing(data)
    expect(repeated.wordsIn(data)).toBeNull()
  })

  test('a host that says something else beside each piece is soon read without looking for it', () => {
    const numbered = (number: number) => piece('"a"').replace('c1', `c${number}`)
    const repeated = new RepeatedPiece()
    for (let number = 0; number < 40; number += 1) {
      expect(repeated.wordsIn(numbered(number))).toBeNull()
      repeated.learn(numbered(number), 'a')
    }
    repeated.learn(piece('"a"'), 'a')
    expect(repeated.wordsIn(piece('"b"'))).toBeNull()
  })
})

describe('a chunk that brings nothing but words', () => {
  const chunk = (delta: JsonObject) => ({ choices: [{ index: 0, delta }] })

  test.each<[string, JsonObject]>([
    ['words', chunk({ content: 'a' })],
    ['words with the role', chunk({ role: 'assistant', content: 'a' })],
    ['fields that say nothing', chunk({ content: 'a', refusal: null, tool_calls: null, reasoning: '' })],
  ])('has %s', (_name, body) => {
    expect(onlyWords(body)).toBe('a')
  })

  test.each<[string, JsonObject]>([
    ['no words', chunk({ content: '' })],
    ['thoughts as well', chunk({ content: 'a', reasoning_content: 'b' })],
    ['a call as well', chunk({ content: 'a', tool_calls: [{ index: 0 }] })],
    ['marks as well', chunk({ content: 'a', annotations: [] })],
    ['parts', chunk({ content: [{ type: 'text', text: 'a' }] })],
    ['several choices', { choices: [chunk({ content: 'a' }), chunk({ content: 'b' })] }],
    ['the whole message', { choices: [{ message: { content: 'a' } }] }],
    ['no choice', { choices: [] }],
    ['nothing', {}],
  ])('has not %s', (_name, body) => {
    expect(onlyWords(body)).toBeNull()
  })
})

/** With `apart`, each piece differs from the one before, so that all of each is read. */
function read(
  pieces: readonly WireEvent[],
  apart: boolean,
  open: (context: AnswerContext) => StreamMachine = createMachine,
) {
  const context = answerContext({ provider: 'openai' })
  const machine = open(context)
  const events = []
  let failure: string | null = null
  try {
    for (const [at, { event, data }] of pieces.entries()) {
      events.push(...machine.push({ event, data: apart ? data.replace(/\}\s*$/, `,"x_apart":${at}}`) : data }))
    }
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    failure = error.message
  }
  return { events, end: machine.end('complete'), finished: machine.finished, warnings: context.warnings, failure }
}

describe('what comes of a stream is the same as if all of each piece were read', () => {
  const streams = [
    ...recordingsOf('openai.chat').map((recording) => ({ ...recording, type: 'openai' as const })),
    ...recordingsOf('openrouter.chat').map((recording) => ({ ...recording, type: 'openrouter' as const })),
  ].filter(({ streaming }) => streaming)

  // Each as its own provider is read: what is kept of a body differs.
  eachRecording(streams.map((recording) => [`${recording.type} ${recording.name}`, recording] as const))(
    '%s',
    (_name, { response, provider, type }) => {
      const pieces = wireEvents(response.body)
      const { machine } = wireOf({ type, name: provider }).protocol
      expect(read(pieces, false, machine)).toEqual(read(pieces, true, machine))
    },
  )

  test('of pieces of every kind, in any order', () => {
    const words = fc.oneof(fc.constantFrom('a', '<think>', '</think>', ' ', '"', '\\', '{"'), fc.string())
    const delta = fc.record(
      {
        content: fc.oneof({ weight: 6, arbitrary: words }, { weight: 1, arbitrary: fc.constant(null) }),
        role: fc.constant('assistant'),
        reasoning_content: fc.constantFrom('', 'b', null),
        refusal: fc.constantFrom(null, 'no'),
        tool_calls: fc.constantFrom<JsonValue>(null, [
          { index: 0, id: 'call_1', function: { name: 'f', arguments: '{' } },
        ]),
        annotations: fc.constantFrom<JsonValue>(
          [],
          [{ type: 'url_citation', url_citation: { url: 'https://a.example' } }],
        ),
      },
      { requiredKeys: ['content'] },
    )
    const rarely = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 8 })
    const body = fc
      .tuple(
        delta,
        rarely(fc.constantFrom('stop', 'length')),
        rarely(fc.constant(1)),
        rarely(fc.constant({ total: 1 })),
      )
      .map(([delta, finish_reason = null, index = 0, usage = null]) => ({
        choices: [{ index, delta, finish_reason }],
        usage,
      }))
    const plain = words.map((content) => ({
      choices: [{ index: 0, delta: { content }, finish_reason: null }],
      usage: null,
    }))
    const stream = fc.array(fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: body }), {
      maxLength: 30,
    })
    const event = fc.oneof({ weight: 20, arbitrary: fc.constantFrom(undefined, 'message') }, fc.constant('error'))
    fc.assert(
      fc.property(stream, fc.array(event, { minLength: 30, maxLength: 30 }), (bodies, named) => {
        const pieces = bodies.map((each, at) => ({ event: named[at], data: JSON.stringify(each) }))
        expect(read(pieces, false)).toEqual(read(pieces, true))
      }),
    )
  })

  test('after the end nothing is said', () => {
    const pieces = [piece('"a"'), piece('"b"'), '[DONE]', piece('"c"')].map((data) => ({ data }))
    expect(read(pieces, false).events.map((event) => 'text' in event && event.text)).toEqual(['a', 'b'])
  })
})
