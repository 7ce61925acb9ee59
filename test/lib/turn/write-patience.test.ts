import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryLogger } from '#lib/log.ts'
import { type PatienceOptions, WritePatience } from '#lib/turn/write-patience.ts'
import { diskFull } from '#test/support/refusing-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const patienceOf = (options: PatienceOptions = {}) => new WritePatience(memoryLogger(), options)
const forever = () => new AbortController().signal

/** A write that a full disk refuses; `tries` is when it was tried, in milliseconds from now. */
function refusedWrite() {
  const begun = performance.now()
  const tries: number[] = []
  const failure = diskFull()
  const write = async () => {
    tries.push(performance.now() - begun)
    throw failure
  }
  return { write, tries, failure }
}

test('a write is tried again after pauses that double up to the longest, and for the last time when the time is over', async () => {
  const { write, tries, failure } = refusedWrite()
  const patience = patienceOf({ forMs: 900, firstDelayMs: 50, longestDelayMs: 300 })
  const over = expect(patience.keepTrying(write, forever())).rejects.toBe(failure)
  await vi.runAllTimersAsync()
  await over
  expect(tries).toEqual([0, 50, 150, 350, 650, 900])
})

test('where nothing else is said, it is tried every five seconds in the end, and for ten minutes', async () => {
  const { write, tries } = refusedWrite()
  const over = expect(patienceOf().keepTrying(write, forever())).rejects.toThrow('the disk is full')
  await vi.runAllTimersAsync()
  await over
  expect(tries.slice(0, 7)).toEqual([0, 250, 750, 1_750, 3_750, 7_750, 12_750])
  expect(tries.at(-1)).toBe(600_000)
})

test('a write that gets through wakes all that wait, each once', async () => {
  const patience = patienceOf()
  const [first, second] = [new AbortController(), new AbortController()]
  const forgotten = vi.spyOn(first.signal, 'removeEventListener')
  const waits = [patience.pause(first.signal), patience.pause(second.signal)]
  expect(vi.getTimerCount()).toBe(2)
  patience.accepted()
  await Promise.all(waits)
  patience.accepted()
  expect(forgotten).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
  expect([first, second].flatMap(({ signal }) => getEventListeners(signal, 'abort'))).toEqual([])
})

test('whoever gives up waits no longer, and does not begin to wait after that', async () => {
  const patience = patienceOf()
  const giveUp = new AbortController()
  const waiting = patience.pause(giveUp.signal)
  giveUp.abort()
  await waiting
  await patience.pause(giveUp.signal)
  expect(vi.getTimerCount()).toBe(0)
})

test('a store that refuses is logged once with what it threw, and once when it takes writes again', () => {
  const log = memoryLogger()
  const patience = new WritePatience(log)
  const cause = diskFull()
  const refuse = () => patience.refused({ kind: 'full', message: 'The disk is full.' }, cause)
  const refused = { level: 'error', message: 'the store takes no writes for now', fields: { kind: 'full', cause } }
  const accepted = { level: 'info', message: 'the store takes writes again', fields: {} }
  patience.accepted()
  refuse()
  refuse()
  patience.accepted()
  patience.accepted()
  expect(log.entries).toEqual([refused, accepted])
  refuse()
  expect(log.entries).toEqual([refused, accepted, refused])
})
