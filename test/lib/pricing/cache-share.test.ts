import { describe, expect, test } from 'vitest'
import { cacheShare, type EarlierCall } from '#lib/pricing/cache-share.ts'

const NOON = '2026-11-23T12:00:00.000000Z'
const MARKED = { asked: '5m', unasked: false } as const
const FOR_AN_HOUR = { asked: '1h', unasked: false } as const
const UNASKED = { asked: null, unasked: true }

/** At so many minutes past eleven. */
function call(minute: string, usage: Partial<EarlierCall['usage']>): EarlierCall {
  const none = { input_tokens: 0, cached_input_tokens: 0, cache_creation_input_tokens: 0 }
  return { at: `2026-11-23T11:${minute}:00.000000Z`, usage: { ...none, ...usage } }
}

describe('what a host can still have in its cache', () => {
  test('is what the last call read there and wrote there, for five minutes', () => {
    const calls = [
      call('50', { input_tokens: 3, cache_creation_input_tokens: 9_000 }),
      call('58', { input_tokens: 5, cached_input_tokens: 9_000, cache_creation_input_tokens: 700 }),
    ]
    expect(cacheShare(calls, MARKED, NOON)).toEqual({ tokens: 9_700, until: '2026-11-23T12:03:00.000000Z' })
  })

  test('is nothing once that time is over, to the moment', () => {
    const calls = [call('55', { cache_creation_input_tokens: 9_000 })]
    expect(cacheShare(calls, MARKED, NOON)).toBeNull()
    expect(cacheShare(calls, MARKED, '2026-11-23T11:59:59.999999Z')?.tokens).toBe(9_000)
  })

  test('is nothing before the first call, and where the last one neither read nor wrote any', () => {
    expect(cacheShare([], MARKED, NOON)).toBeNull()
    expect(cacheShare([call('59', { input_tokens: 900 })], MARKED, NOON)).toBeNull()
  })

  test('is after five minutes what was written for an hour', () => {
    const calls = [
      call('10', { cache_creation_input_tokens: 8_000, cache_creation_1h_input_tokens: 3_000 }),
      call('12', { cached_input_tokens: 8_000, cache_creation_input_tokens: 500 }),
    ]
    expect(cacheShare(calls, FOR_AN_HOUR, NOON)).toEqual({ tokens: 3_000, until: '2026-11-23T12:12:00.000000Z' })
  })

  test('is what was written for an hour before the last hour too, where it was read again in time', () => {
    const write = { cache_creation_input_tokens: 3_000, cache_creation_1h_input_tokens: 3_000 }
    const early = { ...call('00', write), at: '2026-11-23T10:20:00.000000Z' }
    const later = call('15', { cached_input_tokens: 3_000, cache_creation_input_tokens: 100 })
    expect(cacheShare([early, later], FOR_AN_HOUR, NOON)?.tokens).toBe(3_000)
    const tooEarly = { ...early, at: '2026-11-23T10:15:00.000000Z' }
    expect(cacheShare([tooEarly, later], FOR_AN_HOUR, NOON)).toBeNull()
  })

  test('is never more than the last call had there, however often the same was written', () => {
    const write = { cache_creation_input_tokens: 3_000, cache_creation_1h_input_tokens: 3_000 }
    expect(cacheShare([call('20', write), call('40', write)], FOR_AN_HOUR, NOON)?.tokens).toBe(3_000)
  })

  test('is all that the last call was sent, for an hour, where the host keeps what it is sent unasked', () => {
    const counted = { input_tokens: 4_000, cached_input_tokens: 1_024, cache_creation_input_tokens: 200 }
    const calls = [call('30', counted)]
    expect(cacheShare(calls, UNASKED, NOON)).toEqual({ tokens: 5_224, until: '2026-11-23T12:30:00.000000Z' })
    expect(cacheShare(calls, UNASKED, '2026-11-23T12:30:00.000000Z')).toBeNull()
  })

  test('is nothing at a host that keeps nothing', () => {
    expect(cacheShare([call('59', { input_tokens: 4_000 })], { asked: null, unasked: false }, NOON)).toBeNull()
  })
})
