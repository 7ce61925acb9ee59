import { describe, expect, test } from 'vitest'
import { WireError } from '#lib/adapters/protocol.ts'
import { fromWire } from '#lib/adapters/protocols/ollama/from-wire.ts'
import { createMachine } from '#lib/adapters/protocols/ollama/machine.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { answerContext } from '#test/support/cassette.ts'

const said = (fields: JsonObject) => ({
  model: 'qwen3',
  message: { role: 'assistant', content: '', ...fields },
  done: false,
})
const done = (fields: JsonObject = {}) => ({ model: 'qwen3', message: { content: '' }, done: true, ...fields })

function read(...lines: (JsonObject | string)[]) {
  const context = answerContext({ provider: 'ollama', model: 'ollama:qwen3' })
  const machine = createMachine(context)
  const events = lines.flatMap((line) => machine.push({ data: typeof line === 'string' ? line : JSON.stringify(line) }))
  const { finished } = machine
  const end = machine.end('complete')
  return { events: [...events, ...end.events], answer: end.answer, finished, warnings: context.warnings }
}

const callOf = (fields: JsonObject) => said({ tool_calls: [fields] })

describe('the lines of a stream', () => {
  test('become thinking, text and calls, in the order in which they came', () => {
    const { answer, finished, warnings } = read(
      said({ thinking: 'H' }),
      said({ thinking: 'm', content: 'Yes' }),
      callOf({ id: 'call_1', function: { name: 'add', arguments: { a: 1 } } }),
      said({ content: 'more' }),
      done({ done_reason: 'stop', prompt_eval_count: 7, eval_count: 3 }),
    )
    expect(answer.final_content).toEqual([
      { type: 'thinking', text: 'Hm' },
      { type: 'text', text: 'Yes' },
      { type: 'tool_use', id: 'tu_1', name: 'add', input: { a: 1 } },
      { type: 'text', text: 'more' },
    ])
    expect(answer).toMatchObject({
      stop_reason: 'tool_use',
      usage: { input_tokens: 7, output_tokens: 3, cached_input_tokens: 0, cache_creation_input_tokens: 0 },
      model: 'ollama:qwen3',
      provider_raw: { format: 'ollama.chat', model: 'qwen3', asked_model: 'ollama:qwen3' },
    })
    expect([finished, warnings]).toEqual([true, []])
  })

  test('wire-rule 85: a call without an id gets one of ours, and its provider id is none', () => {
    const { events, answer } = read(callOf({ function: { name: 'add', arguments: {} } }), done())
    expect(events[0]).toMatchObject({ type: 'tool.use_start', tool_use_id: 'tu_1', provider_id: null })
    expect([...answer.provider_ids]).toEqual([['tu_1', null]])
  })

  test('wire-rule 86: two calls of one tool in one line are two calls', () => {
    const call = { function: { name: 'add', arguments: {} } }
    const { answer } = read(said({ tool_calls: [call, call, 'none', { id: 'x' }] }), done())
    expect(answer.final_content).toMatchObject([{ id: 'tu_1' }, { id: 'tu_2' }])
  })

  test.each([
    ['left out', undefined, {}, undefined],
    ['null', null, {}, undefined],
    ['text of an object', '{"a":1}', { a: 1 }, undefined],
    ['text of none', '{"a', {}, '{"a'],
  ])('wire-rule 84: arguments that are %s', (_case, value, input, raw_input) => {
    const fn = value === undefined ? { name: 'add' } : { name: 'add', arguments: value }
    const { answer } = read(callOf({ function: fn }), done())
    expect(answer.final_content[0]).toEqual({
      type: 'tool_use',
      id: 'tu_1',
      name: 'add',
      input,
      ...(raw_input === undefined ? {} : { raw_input }),
    })
  })

  test.each([
    ['stop', 'end_turn'],
    ['length', 'max_tokens'],
    ['load', 'end_turn'],
    [null, 'end_turn'],
  ])('wire-rule 93: done reason %s is %s, whichever limit it was', (done_reason, stop_reason) => {
    expect(read(said({ content: 'x' }), done({ done_reason })).answer.stop_reason).toBe(stop_reason)
  })

  test('a call that the limit cut short stays cut short', () => {
    const call = callOf({ function: { name: 'add', arguments: {} } })
    expect(read(call, done({ done_reason: 'length' })).answer.stop_reason).toBe('max_tokens')
  })

  test('wire-rule 10: what is not known is passed over with a warning', () => {
    const { answer, warnings } = read({ dance: 3 }, '[1]', '', '[DONE]', done({ done_reason: 'moon' }))
    expect(answer).toMatchObject({ final_content: [], stop_reason: 'end_turn', usage: null })
    expect(warnings).toHaveLength(3)
  })

  test('wire-rule 91: an error in mid-stream is thrown, as text and as an object', () => {
    for (const error of ['model runner has unexpectedly stopped', { message: 'x' }]) {
      expect(() => read(said({ content: 'Hel' }), { error })).toThrow(WireError)
    }
    expect(() => read('{"broken')).toThrow('not JSON')
  })

  test('a stream that ends before it is done is not finished', () => {
    expect(read(said({ content: 'Hel' })).finished).toBe(false)
  })

  test('figures that are none count as none', () => {
    const usage = (fields: JsonObject) => read(done(fields)).answer.usage
    expect(usage({ prompt_eval_count: '7' })).toBeNull()
    expect(usage({ eval_count: 3, prompt_eval_count: -1 })).toMatchObject({ input_tokens: 0, output_tokens: 3 })
    expect(usage({ prompt_eval_count: 3.5 })).toMatchObject({ input_tokens: 3, output_tokens: 0 })
  })
})

describe('a whole body', () => {
  const context = answerContext({ provider: 'ollama', model: 'ollama:qwen3' })

  test('is a stream of one line', () => {
    const body = { message: { content: 'Yes', thinking: 'Hm' }, done: true, done_reason: 'stop' }
    expect(fromWire(body, context)).toMatchObject({
      final_content: [
        { type: 'thinking', text: 'Hm' },
        { type: 'text', text: 'Yes' },
      ],
      model: 'ollama:qwen3',
      provider_raw: { model: 'qwen3' },
    })
  })

  test('that holds no message is no answer', () => {
    expect(() => fromWire({ models: [] }, context)).toThrow('the answer has no message')
  })
})
