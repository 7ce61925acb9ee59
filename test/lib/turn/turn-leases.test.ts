import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryLogger } from '#lib/log.ts'
import type { Store } from '#lib/store/store.ts'
import { TurnLeases } from '#lib/turn/turn-leases.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const lease = { owner: 'this process', ms: 30_000 }

/** The leases of a process with these turns; `mine` answers what of them is still its own. */
function leasesOf(own: string[], mine: (turnIds: readonly string[]) => Promise<string[]>) {
  const renewed: unknown[][] = []
  const lost: ReadonlySet<string>[] = []
  const log = memoryLogger()
  const renewLeases: Store['renewLeases'] = (...asked) => {
    renewed.push(asked)
    return mine(asked[1])
  }
  const store: Pick<Store, 'renewLeases'> = { renewLeases }
  const leases = new TurnLeases({
    store: store as Store,
    log,
    lease,
    own: () => own,
    onLost: (turnIds) => lost.push(turnIds),
  })
  return { leases, renewed, lost, log }
}

test('leases are renewed three times in the time that they last, for as long as there are turns', async () => {
  const own = ['a', 'b']
  const { leases, renewed, lost, log } = leasesOf(own, async (turnIds) => [...turnIds])
  leases.keep()
  leases.keep()
  await vi.advanceTimersByTimeAsync(9_999)
  expect(renewed).toEqual([])
  await vi.advanceTimersByTimeAsync(20_001)
  expect(renewed).toEqual([
    [lease, ['a', 'b']],
    [lease, ['a', 'b']],
    [lease, ['a', 'b']],
  ])
  expect(lost).toEqual([new Set(), new Set(), new Set()])
  own.length = 0
  await vi.advanceTimersByTimeAsync(60_000)
  expect(renewed).toHaveLength(3)
  own.push('c')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(renewed.at(-1)).toEqual([lease, ['c']])
  expect(log.entries).toEqual([])
  leases.close()
})

test('whose lease another process has is said, and no other', async () => {
  const { leases, lost } = leasesOf(['a', 'b', 'c'], async () => ['b'])
  leases.keep()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(lost).toEqual([new Set(['a', 'c'])])
  leases.close()
})

test('a store that fails is logged, loses no turn, and is asked again', async () => {
  const cause = new Error('nobody answers')
  const { leases, renewed, lost, log } = leasesOf(['a'], () => Promise.reject(cause))
  leases.keep()
  await vi.advanceTimersByTimeAsync(20_000)
  const entry = { level: 'warn', message: 'the leases of running turns cannot be renewed', fields: { cause } }
  expect(log.entries).toEqual([entry, entry])
  expect(lost).toEqual([])
  expect(renewed).toHaveLength(2)
  leases.close()
})

test('nothing is renewed before the first turn, or once all is closed', async () => {
  const { leases, renewed } = leasesOf(['a'], async (turnIds) => [...turnIds])
  await vi.advanceTimersByTimeAsync(30_000)
  leases.keep()
  leases.close()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(renewed).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})
