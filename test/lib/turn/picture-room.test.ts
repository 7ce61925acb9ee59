import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutRoom } from '#lib/turn/picture-room.ts'

/** A picture for each size, `message` by `message`. */
const picturesOf = (...messages: number[][]) =>
  messages.flatMap((sizes, message) => sizes.map((bytes) => ({ message, bytes })))
const out = (limits: { max_count?: number; max_total_base64_bytes?: number }, ...messages: number[][]) => {
  const pictures = picturesOf(...messages)
  const dropped = withoutRoom(pictures, { max_count: 100, max_total_base64_bytes: 1_000_000, ...limits })
  return pictures.map((each) => (dropped.has(each) ? 'out' : 'in')).join(' ')
}

describe('the pictures of a conversation', () => {
  test('all stay while there is room', () => {
    expect(out({ max_count: 3 }, [1], [1, 1])).toBe('in in in')
    expect(out({ max_total_base64_bytes: 6 }, [1], [2], [3])).toBe('in in in')
  })

  test('make somewhat more room than is needed, the oldest first, so that the next ones change nothing before them', () => {
    expect(out({ max_count: 8 }, [1], [1], [1], [1], [1], [1], [1], [1], [1])).toBe('out out out in in in in in in')
    expect(out({ max_count: 8 }, [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1])).toBe(
      'out out out in in in in in in in in',
    )
    expect(out({ max_total_base64_bytes: 8 }, [4], [2], [2], [1])).toBe('out in in in')
    expect(out({ max_total_base64_bytes: 8 }, [2], [2], [2], [2], [1])).toBe('out out in in in')
  })

  test('make room once for all that a message brings', () => {
    expect(out({ max_count: 4 }, [1], [1], [1], [1], [1, 1])).toBe('out out out in in in')
  })

  test('are those of the newest message before all others, and of it the newest', () => {
    expect(out({ max_count: 4 }, [1, 1], [1, 1, 1, 1])).toBe('out out in in in in')
    expect(out({ max_count: 2 }, [1], [1, 1, 1])).toBe('out out in in')
    expect(out({ max_total_base64_bytes: 2 }, [9])).toBe('out')
  })

  test('wire-rule 156: that were left out stay out, and the rest is as it was until more must make room', () => {
    const sizes = fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }), { maxLength: 12 })
    const limits = fc.record({
      max_count: fc.integer({ min: 3, max: 9 }),
      max_total_base64_bytes: fc.integer({ min: 15, max: 30 }),
    })
    fc.assert(
      fc.property(sizes, limits, (messages, limit) => {
        const pictures = picturesOf(...messages)
        let before: string[] = []
        messages.forEach((_, last) => {
          const shown = pictures.filter(({ message }) => message <= last)
          const dropped = withoutRoom(shown, limit)
          const kept = shown.filter((each) => !dropped.has(each))
          expect(kept.length).toBeLessThanOrEqual(limit.max_count)
          expect(kept.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(limit.max_total_base64_bytes)
          const now = shown.map((each) => dropped.get(each) ?? 'in')
          for (const [index, was] of before.entries()) if (was !== 'in') expect(now[index]).toBe(was)
          before = now
        })
      }),
      { numRuns: 200 },
    )
  })
})
