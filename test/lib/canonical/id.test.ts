import fc from 'fast-check'
import { decodeTime } from 'ulid'
import { describe, expect, test } from 'vitest'
import { monotonicIds, newId, newToolUseId, parseModelId } from '#lib/canonical/id.ts'

const NOON = 1_778_241_600_000

describe('a new id', () => {
  test('is a ULID of its time', () => {
    expect(newId(null, NOON)).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(decodeTime(newId(null, NOON))).toBe(NOON)
  })

  test.each([
    ['later', NOON + 1],
    ['in the same millisecond', NOON],
    ['after the clock was put back by an hour', NOON - 3_600_000],
    ['after the clock was put back to 1970', 0],
  ])('sorts after the last one of the session, made %s by another process', (_, now) => {
    const previous = newId(null, NOON)
    expect(newId(previous, now) > previous).toBe(true)
  })

  test('takes the time again as soon as the clock has caught up', () => {
    expect(decodeTime(newId(newId(null, NOON), NOON + 1))).toBe(NOON + 1)
  })

  test('starts afresh after something that is no ULID', () => {
    expect(decodeTime(newId('imported-1', NOON))).toBe(NOON)
  })

  test('keeps the order where a clock begins at its beginning', () => {
    const readings = [0, 1, 0, 2]
    const next = monotonicIds(() => readings.shift() ?? 3)
    const ids = [next(), next(), next(), next()]
    expect(ids).toEqual(ids.toSorted())
    expect(newId(newId(null, 0), 5) > newId(null, 0)).toBe(true)
  })

  test('keeps the order over any sequence of clock readings', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 47 }), { minLength: 2, maxLength: 50 }), (readings) => {
        const next = monotonicIds(() => readings.shift() ?? 0)
        const ids = Array.from({ length: readings.length }, () => next())
        expect(ids).toEqual(ids.toSorted())
        expect(new Set(ids).size).toBe(ids.length)
      }),
    )
  })
})

test('a thousand ids of one millisecond are in order and distinct', () => {
  const next = monotonicIds(() => NOON)
  const ids = Array.from({ length: 1_000 }, next)
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(1_000)
})

test('a tool id is 29 characters that every wire format takes', () => {
  expect(newToolUseId()).toMatch(/^tu_[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(newToolUseId()).not.toBe(newToolUseId())
})

describe('a model id', () => {
  test.each([
    ['anthropic:claude-sonnet-4-6', 'anthropic', 'claude-sonnet-4-6'],
    ['ollama:minimax-m3:cloud', 'ollama', 'minimax-m3:cloud'],
    ['openrouter:deepseek/deepseek-v3', 'openrouter', 'deepseek/deepseek-v3'],
    ['a::', 'a', ':'],
  ])('%s splits at its first colon only', (id, provider, name) => {
    expect(parseModelId(id)).toEqual({ provider, name })
  })

  test.each(['', ':', 'gpt-5', ':gpt-5', 'openai:'])('is not %j', (id) => {
    expect(parseModelId(id)).toBeUndefined()
  })
})
