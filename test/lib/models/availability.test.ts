import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ErrorClass } from '#lib/canonical/error.ts'
import { Availability, type CallEnd, FORGOTTEN_AFTER } from '#lib/models/availability.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let now: number
let models: Availability

beforeEach(() => {
  now = 1_000_000_000
  models = new Availability(() => now)
})

const failure = (error_class: ErrorClass, more: Partial<NonNullable<CallEnd>> = {}): CallEnd => ({
  error_class,
  retry_after_seconds: null,
  ...more,
})
/** So many failures, each so long after the one before. */
const fails = (times: number, every = SECOND, error_class: ErrorClass = 'server_error', model = 'a:one') =>
  Array.from({ length: times }, () => {
    now += every
    return models.ended(model, failure(error_class))
  }).flat()

describe('a model', () => {
  test('is unavailable after five failures in a row, for five minutes after the last', () => {
    expect(fails(4)).toEqual([])
    expect(models.of('a:one')).toBeNull()
    expect(fails(1)).toEqual([
      {
        type: 'unavailable',
        provider: 'a',
        model: 'a:one',
        reason: '5 calls in a row failed, the last by server_error',
      },
    ])
    const since = now
    expect(models.of('a:one')).toEqual({
      of: 'model',
      error_class: 'server_error',
      since,
      until: since + 5 * MINUTE,
      is_asked: false,
    })
    expect(models.of('a:two')).toBeNull()
    now += MINUTE
    expect(models.ended('a:one', failure('network'))).toEqual([])
    expect(models.of('a:one')).toMatchObject({ since, until: now + 5 * MINUTE, error_class: 'network' })
    now += 5 * MINUTE
    expect(models.of('a:one')).toBeNull()
  })

  test('is not where they are further apart than two minutes', () => {
    expect(fails(4, 30 * SECOND)).toEqual([])
    expect(fails(1, 31 * SECOND)).toEqual([])
    expect(models.of('a:one')).toBeNull()
    expect(fails(1)).toHaveLength(1)
  })

  test('is again what it was after one success, which is told where it was unavailable', () => {
    fails(4)
    expect(models.ended('a:one', null)).toEqual([])
    fails(4)
    expect(models.of('a:one')).toBeNull()
    fails(1)
    expect(models.ended('a:one', null)).toEqual([{ type: 'recovered', provider: 'a', model: 'a:one', reason: '' }])
    expect(models.of('a:one')).toBeNull()
  })

  test('that flaps never comes to it', () => {
    for (let n = 0; n < 50; n += 1) {
      expect(fails(4)).toEqual([])
      models.ended('a:one', null)
    }
    expect(models.of('a:one')).toBeNull()
  })

  test.each(['context_overflow', 'invalid_request', 'content_filter', 'cancelled'] as const)(
    'is not judged by what a request brought on itself: %s',
    (error_class) => {
      expect(fails(10, SECOND, error_class)).toEqual([])
      expect(models.of('a:one')).toBeNull()
    },
  )

  test('that asks to wait is left alone until then, from the first time on', () => {
    expect(models.ended('a:one', failure('rate_limit', { retry_after_seconds: 90 }))).toMatchObject([
      { type: 'unavailable', model: 'a:one', reason: 'it asked to wait (rate_limit)' },
    ])
    expect(models.of('a:one')).toMatchObject({ until: now + 90 * SECOND, is_asked: true })
    now += 90 * SECOND
    expect(models.of('a:one')).toBeNull()
  })

  test('that asks to wait is left alone until then, whatever calls say that were on their way', () => {
    models.ended('a:one', failure('rate_limit', { retry_after_seconds: 3_600 }))
    const until = now + 60 * MINUTE
    now += 20 * MINUTE
    expect(models.ended('a:one', failure('server_error'))).toEqual([])
    expect(models.ended('a:one', failure('rate_limit', { retry_after_seconds: 1 }))).toEqual([])
    expect(models.of('a:one')).toMatchObject({ since: until - 60 * MINUTE, until, is_asked: true })
  })

  test('that has been left alone for as long as it asked is counted on, and one more failure is one', () => {
    models.ended('a:one', failure('rate_limit', { retry_after_seconds: 2 }))
    now += 2 * SECOND
    expect(fails(1)).toEqual([])
    expect(models.of('a:one')).toBeNull()
    expect(models.ended('a:one', failure('rate_limit', { retry_after_seconds: 2 }))).toMatchObject([
      { type: 'unavailable', reason: 'it asked to wait (rate_limit)' },
    ])
    expect(models.of('a:one')).toMatchObject({ since: now, until: now + 2 * SECOND })
  })

  test('is left alone for no longer than a day, whatever it asks for', () => {
    models.ended('a:one', failure('rate_limit', { retry_after_seconds: 1e12 }))
    expect(models.of('a:one')?.until).toBe(now + 24 * 60 * MINUTE)
  })
})

describe('a provider', () => {
  test('is unavailable with all of its models once it refuses the key', () => {
    expect(fails(1, 0, 'auth')).toEqual([
      { type: 'unavailable', provider: 'a', model: null, reason: 'it refuses the key' },
    ])
    expect(models.of('a:two')).toMatchObject({ of: 'provider', error_class: 'auth', until: now + 5 * MINUTE })
    expect(models.of('b:one')).toBeNull()
  })

  test('is after two failures of the network within thirty seconds, of whichever models', () => {
    fails(1, 0, 'network', 'a:one')
    expect(fails(1, 29 * SECOND, 'network', 'a:two')).toMatchObject([{ model: null, reason: 'it cannot be reached' }])
    expect(models.of('a:three')).toMatchObject({ of: 'provider' })
  })

  test('is not after two that are further apart', () => {
    fails(2, 30 * SECOND, 'network')
    expect(models.of('a:two')).toBeNull()
  })

  test('is once three of its models are', () => {
    fails(5, SECOND, 'server_error', 'a:one')
    fails(5, SECOND, 'server_error', 'a:two')
    expect(models.of('a:four')).toBeNull()
    expect(fails(5, SECOND, 'server_error', 'a:three')).toMatchObject([
      { model: 'a:three' },
      { model: null, reason: '3 of its models are unavailable' },
    ])
    expect(models.of('a:four')).toMatchObject({ of: 'provider' })
  })

  test('is again what it was after a success of any of its models, and those that failed by themselves are not', () => {
    fails(5, SECOND, 'server_error', 'a:one')
    fails(1, 0, 'auth', 'a:two')
    expect(models.ended('a:two', null)).toEqual([{ type: 'recovered', provider: 'a', model: null, reason: '' }])
    expect(models.of('a:two')).toBeNull()
    expect(models.of('a:one')).toMatchObject({ of: 'model' })
  })

  test('that flaps is told of each time, once, and not at all while each second call is answered', () => {
    for (let n = 0; n < 20; n += 1) {
      expect(fails(1, SECOND, 'network')).toEqual([])
      expect(models.ended('a:one', null)).toEqual([])
      expect(models.of('a:two')).toBeNull()
    }
    for (let n = 0; n < 20; n += 1) {
      expect(fails(3, SECOND, 'network').map(({ type }) => type)).toEqual(['unavailable'])
      expect(models.of('a:two')).toMatchObject({ of: 'provider' })
      expect(models.ended('a:two', null).map(({ type }) => type)).toEqual(['recovered'])
      expect(models.of('a:two')).toBeNull()
      now += FORGOTTEN_AFTER
    }
  })

  test('that is set up anew begins without a past', () => {
    fails(5)
    fails(1, 0, 'auth')
    models.forget('a')
    expect(models.of('a:one')).toBeNull()
    expect(fails(4)).toEqual([])
  })
})

test('whatever happened, a success is the end of it, and nothing lasts beyond what was said', () => {
  const ends = fc.constantFrom<CallEnd>(
    null,
    failure('server_error'),
    failure('network'),
    failure('auth'),
    failure('rate_limit', { retry_after_seconds: 700 }),
    failure('invalid_request'),
  )
  const call = fc.record({ model: fc.constantFrom('a:one', 'a:two', 'b:one'), end: ends, after: fc.nat(200 * SECOND) })
  fc.assert(
    fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
      let at = 0
      const state = new Availability(() => at)
      for (const { model, end, after } of calls) {
        at += after
        state.ended(model, end)
        const found = state.of(model)
        if (end === null) expect(found).toBeNull()
        if (found) expect(found.since <= at && at < found.until).toBe(true)
      }
      at += 700 * SECOND
      for (const model of ['a:one', 'a:two', 'b:one']) expect(state.of(model)).toBeNull()
    }),
  )
})
