import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeStreamPlace } from '#app/_chat/live/stream-place.ts'

/** The locks of a browser, as far as they are used: for one window or several, which is all the same to them. */
class FakeLocks {
  readonly held = new Map<string, (reason: Error) => void>()

  async request(name: string, { ifAvailable, steal }: LockOptions, run: (lock: object | null) => unknown) {
    await null
    if (ifAvailable && this.held.has(name)) return run(null)
    if (steal) this.held.get(name)?.(new DOMException('stolen', 'AbortError'))
    const { promise: lost, reject } = Promise.withResolvers<never>()
    this.held.set(name, reject)
    try {
      return await Promise.race([run({ name }), lost])
    } finally {
      if (this.held.get(name) === reject) this.held.delete(name)
    }
  }
}

let locks: FakeLocks
beforeEach(() => {
  locks = new FakeLocks()
  vi.stubGlobal('navigator', { locks })
  stubProtocol('http/1.1')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function stubProtocol(nextHopProtocol: string): void {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ nextHopProtocol } as unknown as PerformanceEntry])
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('four streams of a browser stay open, and one more where another has left', async () => {
  const onLost = vi.fn()
  const places = [await takeStreamPlace(false, onLost)]
  for (let at = 0; at < 3; at += 1) places.push(await takeStreamPlace(false, onLost))
  expect(places.map((leave) => leave !== null)).toEqual([true, true, true, true])
  expect(await takeStreamPlace(false, onLost)).toBeNull()
  places[2]?.()
  await settled()
  expect(await takeStreamPlace(false, onLost)).not.toBeNull()
  expect(await takeStreamPlace(false, onLost)).toBeNull()
  expect(onLost).not.toHaveBeenCalled()
})

test('a window that insists has one where there is none, and one other is told that it lost its own', async () => {
  const lost: number[] = []
  for (const window of [1, 2, 3, 4]) await takeStreamPlace(true, () => lost.push(window))
  expect(lost).toEqual([])
  expect(await takeStreamPlace(true, () => lost.push(5))).not.toBeNull()
  await settled()
  expect(lost).toEqual([1])
  expect(await takeStreamPlace(true, () => lost.push(6))).not.toBeNull()
  await settled()
  expect(lost).toEqual([1, 5])
  expect(locks.held.size).toBe(4)
})

test.each([
  ['does not tell windows of each other', () => vi.stubGlobal('navigator', {})],
  [
    'forbids it',
    () =>
      vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new DOMException('no', 'SecurityError')) } }),
  ],
  ['has many streams on one connection', () => stubProtocol('h2')],
])('there are places for all where a browser %s', async (_why, stub) => {
  stub()
  const onLost = vi.fn()
  for (let at = 0; at < 12; at += 1) expect(await takeStreamPlace(false, onLost)).not.toBeNull()
  await settled()
  expect(onLost).not.toHaveBeenCalled()
})
