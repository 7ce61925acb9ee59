import { describe, expect, test } from 'vitest'
import { readingOf, soFar } from '#app/_chat/costs/so-far.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { message, total } from '../frame-builder.ts'
import { model } from '../model-builder.ts'

const price = {
  input_per_mtok_usd: '3',
  output_per_mtok_usd: '15',
  cached_read_per_mtok_usd: '0.3',
  cache_write_per_mtok_usd: '3.75',
  pricing_version: '1',
}
const asked = model('anthropic:claude', { price })
const said = (id: string, text: string) => message(id, 'user', [{ type: 'text', text }])
const usage = { input_tokens: 0, output_tokens: 100, cached_input_tokens: 0, cache_creation_input_tokens: 0 }
const spent = { cost_usd: '0', pricing_version: '1', latency_ms: 1 }

/** One that another call of the same model may build upon. */
function answer(id: string, fields: Partial<typeof usage>, by = asked.id): PublicMessage {
  return message(id, 'assistant', [{ type: 'text', text: 'long' }], {
    model: by,
    usage: { ...usage, ...spent, ...fields },
  })
}

function reading(path: readonly PublicMessage[], at: string, fields: { since?: string; of?: typeof asked } = {}) {
  return readingOf({ path, model: fields.of ?? asked, system_prompt: null, since: fields.since ?? null }, at)
}

const SOON = '2026-05-08T12:02:00.000000Z'
const LATER = '2026-05-08T12:07:00.000000Z'
const DOLLARS = 1_000_000

describe('what a running call reads', () => {
  test('is guessed from letters where nothing was counted, at the rate of input', () => {
    const { tokens, price } = reading([said('M1', 'x'.repeat(4_000))], SOON) ?? {}
    expect(tokens).toBe(1_000)
    expect(price).toEqual({ read_usd: (1_000 * 3) / DOLLARS, usd_per_token: 15 / DOLLARS })
  })

  test('is what was counted last and what was said since; what its host was asked to keep is read from the cache', () => {
    const path = [
      said('M1', 'x'),
      answer('M2', { input_tokens: 10, cache_creation_input_tokens: 900 }),
      said('M3', 'four'),
    ]
    expect(reading(path, SOON)).toEqual({
      tokens: 10 + 900 + 100 + 1,
      price: { read_usd: (900 * 0.3 + 111 * 3.75) / DOLLARS, usd_per_token: 15 / DOLLARS },
    })
    expect(reading(path, LATER)?.price?.read_usd).toBeCloseTo((1_011 * 3.75) / DOLLARS, 12)
  })

  test('is not in the cache of another model', () => {
    const path = [
      said('M1', 'x'),
      answer('M2', { input_tokens: 900, cached_input_tokens: 500 }, 'openai:o'),
      said('M3', 'four'),
    ]
    expect(reading(path, SOON)?.price?.read_usd).toBeCloseTo((1_501 * 3) / DOLLARS, 12)
  })

  test('counts what tools said', () => {
    const result: ContentBlock = {
      type: 'tool_result',
      tool_use_id: 'T',
      content: [{ type: 'text', text: 'x'.repeat(40) }],
      is_error: false,
    }
    const path = [said('M1', 'x'), answer('M2', { input_tokens: 900 }), message('M3', 'tool', [result])]
    expect(reading(path, SOON)?.tokens).toBe(1_010)
  })

  test('goes by the last call that counted anything, not by one that failed before', () => {
    const picture: ContentBlock = {
      type: 'image',
      media_type: 'image/png',
      source: { kind: 'url', data: 'https://a.test/b' },
    }
    const path = [
      answer('M1', { input_tokens: 900 }),
      message('M2', 'user', [picture]),
      answer('M3', { output_tokens: 0 }),
    ]
    expect(reading(path, SOON)).toBeNull()
  })

  test.each<[string, readonly PublicMessage[], string | undefined]>([
    [
      'of a picture that nobody has counted',
      [
        message('M1', 'user', [
          { type: 'image', media_type: 'image/png', source: { kind: 'url', data: 'https://a.test/b' } },
        ]),
      ],
      undefined,
    ],
    ['of a chat that was cut since it was counted', [said('M1', 'x'), answer('M2', { input_tokens: 900 })], LATER],
  ])('is not told %s', (_, path, since) => {
    expect(reading(path, LATER, since ? { since } : {})).toBeNull()
  })

  test.each([
    ['without a price', null],
    ['for nothing', { free: true as const, pricing_version: '1' }],
  ])('has no amount %s', (_, price) => {
    expect(reading([said('M1', 'four')], SOON, { of: model('local:m', { price }) })).toEqual({ tokens: 1, price: null })
  })
})

describe('what a turn took so far', () => {
  const read = { tokens: 1_000, price: { read_usd: 0.003, usd_per_token: 15 / DOLLARS } }
  const written: ContentBlock[] = [
    { type: 'thinking', text: 'x'.repeat(40) },
    { type: 'text', text: 'x'.repeat(400) },
  ]

  test('is what its call reads, and what has been written, thoughts too', () => {
    const { usd, wrote } = soFar(undefined, read, written)
    expect(wrote).toBe(110)
    expect(Number(usd)).toBeCloseTo(0.003 + 110 * (15 / DOLLARS), 12)
  })

  test('has the calls that are over in it', () => {
    const before = total({ input_tokens: 500, cached_input_tokens: 300, output_tokens: 40, cost_usd: '0.002' })
    const { usd, wrote } = soFar(before, read, written)
    expect(wrote).toBe(150)
    expect(Number(usd)).toBeCloseTo(0.005 + 110 * (15 / DOLLARS), 12)
  })

  test.each([
    ['one of them has no price', total({ unpriced_calls: 1 }), read],
    ['it has no price', undefined, { ...read, price: null }],
    ['nobody knows what it reads', undefined, null],
  ])('has no amount where %s', (_, before, reading) => {
    const { usd, wrote } = soFar(before, reading, written)
    expect(usd).toBeNull()
    expect(wrote).toBeGreaterThan(100)
  })
})
