import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pacedFrames } from '#app/_chat/live/paced-frames.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** How long after `schedule` it runs. */
function delayOf(schedule: (run: () => void) => void, work = () => undefined as unknown): number {
  const asked = performance.now()
  let ran: number | null = null
  schedule(() => {
    ran = performance.now()
    work()
  })
  while (ran === null) vi.advanceTimersByTime(1)
  // Back from rendering.
  vi.advanceTimersByTime(1)
  return ran - asked
}

/** The page is busy for so long. */
const busy = (ms: number) => () => vi.advanceTimersByTime(ms)

test('what costs little runs in the next frame, and from then on about twenty times a second', () => {
  const schedule = pacedFrames()
  expect(delayOf(schedule)).toBeLessThanOrEqual(16)
  for (let frame = 0; frame < 5; frame += 1) {
    const delay = delayOf(schedule)
    expect(delay).toBeGreaterThan(30)
    expect(delay).toBeLessThanOrEqual(64)
  }
})

test('what comes after a silence is not held up', () => {
  const schedule = pacedFrames()
  delayOf(schedule)
  vi.advanceTimersByTime(60)
  expect(delayOf(schedule)).toBeLessThanOrEqual(16)
})

test('what costs much lets the page rest for three times as long', () => {
  const schedule = pacedFrames()
  delayOf(schedule, busy(100))
  expect(delayOf(schedule)).toBeGreaterThan(295)
  expect(delayOf(schedule)).toBeLessThanOrEqual(64)
})

test('what comes first is not held up, and runs in the place of what was', () => {
  const schedule = pacedFrames()
  delayOf(schedule, busy(100))
  const held = vi.fn()
  schedule(held)
  expect(delayOf((run) => schedule(run, true))).toBeLessThanOrEqual(1)
  vi.advanceTimersByTime(1_000)
  expect(held).not.toHaveBeenCalled()
})

test('what costs more than all bounds, as sleep does, still goes on soon', () => {
  const schedule = pacedFrames()
  delayOf(schedule, busy(3_600_000))
  expect(delayOf(schedule)).toBeLessThan(2_100)
})

test('a hidden page, which gets no frames, goes on all the same', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  vi.stubGlobal('requestAnimationFrame', () => 0)
  expect(delayOf(pacedFrames())).toBe(100)
})
