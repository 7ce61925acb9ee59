import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limit, type Part } from '#lib/demo/answer.ts'
import { argumentFragmentsOf, fragmentsOf, wholeLength, wordsIn } from '#lib/demo/fragment.ts'

describe('the deltas of a text', () => {
  it('are the text again when joined', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(fragmentsOf(text).join('')).toBe(text)
        expect(argumentFragmentsOf(text).join('')).toBe(text)
      }),
    )
  })

  it('are of uneven size, and never break a character in two', () => {
    expect(fragmentsOf('one two three four five six seven')).toEqual(['one ', 'two three four ', 'five six ', 'seven'])
    expect(fragmentsOf('😀'.repeat(30)).every((piece) => [...piece].every((character) => character === '😀'))).toBe(
      true,
    )
    expect(fragmentsOf('')).toEqual([])
  })

  it('can be measured without a cut in a character', () => {
    expect([0, 1, 2, 3, 4, 5].map((most) => wholeLength('a😀b', most))).toEqual([0, 1, 1, 3, 4, 4])
  })

  it('count at least one word each', () => {
    expect([' ', 'a', 'a b\nc'].map(wordsIn)).toEqual([1, 1, 3])
  })
})

describe('a limited answer', () => {
  const text = (words: string): Part => ({ type: 'text', text: words })
  const call: Part = { type: 'call', name: 'f', arguments: '{"a":"bcdefgh"}' }

  it('is whole when nothing limits it', () => {
    expect(limit([text('a'), call], { maxTokens: null, stopSequences: [''] })).toEqual({
      parts: [text('a'), call],
      stop: { reason: 'tool_use' },
    })
    expect(limit([text('abcd')], { maxTokens: 1, stopSequences: [] })).toEqual({
      parts: [text('abcd')],
      stop: { reason: 'end_turn' },
    })
    expect(limit([], { maxTokens: 1, stopSequences: [] })).toEqual({ parts: [], stop: { reason: 'end_turn' } })
  })

  it('ends inside whichever part uses up the tokens', () => {
    const thought: Part = { type: 'thinking', text: 'abcdefgh' }
    expect(limit([thought, text('x')], { maxTokens: 1, stopSequences: [] })).toEqual({
      parts: [{ type: 'thinking', text: 'abcd' }],
      stop: { reason: 'max_tokens' },
    })
    expect(limit([text('abcd'), call], { maxTokens: 2, stopSequences: [] }).parts).toEqual([
      text('abcd'),
      { ...call, arguments: '{"a"' },
    ])
    expect(limit([text('abcd'), call], { maxTokens: 1, stopSequences: [] })).toEqual({
      parts: [text('abcd')],
      stop: { reason: 'max_tokens' },
    })
    expect(limit([text('abc😀')], { maxTokens: 1, stopSequences: [] }).parts).toEqual([text('abc')])
  })

  it('ends before the first stop sequence in its text, and drops what follows', () => {
    expect(limit([text('one END two STOP'), call], { maxTokens: null, stopSequences: ['STOP', 'END'] })).toEqual({
      parts: [text('one ')],
      stop: { reason: 'stop_sequence', sequence: 'END' },
    })
    expect(limit([text('END')], { maxTokens: null, stopSequences: ['END'] }).parts).toEqual([])
  })
})
