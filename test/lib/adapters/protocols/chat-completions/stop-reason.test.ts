import { expect, test } from 'vitest'
import { readStopReason } from '#lib/adapters/protocols/chat-completions/stop-reason.ts'

const plain = { hasCalls: false, isRefusal: false }
const withCalls = { hasCalls: true, isRefusal: false }
const refused = { hasCalls: false, isRefusal: true }
const unwarned = (message: string) => {
  throw new Error(`warned: ${message}`)
}

test.each([
  ['stop', 'end_turn'],
  ['end', 'end_turn'],
  ['eos', 'end_turn'],
  ['STOP', 'end_turn'],
  [null, 'end_turn'],
  ['length', 'max_tokens'],
  ['model_length', 'context_window_exceeded'],
  ['content_filter', 'refusal'],
  ['sensitive', 'refusal'],
  ['stop_sequence', 'stop_sequence'],
] as const)('wire-rule 75: %j means %s', (word, reason) => {
  expect(readStopReason(word, plain, unwarned)).toBe(reason)
})

test.each(['stop', 'tool_calls', 'function_call', null])('with calls %j asks for tools', (word) => {
  expect(readStopReason(word, withCalls, unwarned)).toBe('tool_use')
})

test('a limit that was hit stays a limit, calls or not', () => {
  expect(readStopReason('length', withCalls, unwarned)).toBe('max_tokens')
})

test('a word for tools without any call ends the turn', () => {
  expect(readStopReason('tool_calls', plain, unwarned)).toBe('end_turn')
})

test('a refusal is one although the wire says stop', () => {
  expect(readStopReason('stop', refused, unwarned)).toBe('refusal')
})

test('wire-rule 10: an unknown word ends the turn, with a warning', () => {
  const warnings: unknown[] = []
  expect(readStopReason('bored', plain, (...warning) => warnings.push(warning))).toBe('end_turn')
  expect(readStopReason('constructor', withCalls, (...warning) => warnings.push(warning))).toBe('tool_use')
  expect(warnings).toEqual([
    ['unknown finish reason', { finish_reason: 'bored' }],
    ['unknown finish reason', { finish_reason: 'constructor' }],
  ])
})
