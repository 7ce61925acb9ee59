import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sayServerIsBack } from '#app/_client/server-is-back.ts'
import { type LatePart, latePart, useLatePart } from '#app/_content/late-part.ts'
import { ownTask } from '#app/_ui/own-task.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function Shown({ part }: { part: LatePart<string> }) {
  return useLatePart(part) ?? 'as it stands'
}

const TASK_MS = 1

/** A part whose every load succeeds or fails as told. */
function toldPart() {
  const loads: { succeed: (part: string) => void; fail: () => void }[] = []
  const part = latePart(() => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    loads.push({ succeed: resolve, fail: () => reject(new Error('not there')) })
    return promise
  })
  /** A load begins in a task of its own. */
  const settle = (act_: () => void = () => {}) =>
    act(async () => {
      act_()
      await vi.advanceTimersByTimeAsync(TASK_MS)
      await ownTask()
    })
  return { loads, part, settle }
}

test('a part is loaded once, by the first that shows it, and is there at once for all others', async () => {
  const { loads, part, settle } = toldPart()
  expect(loads).toHaveLength(0)
  const { container } = render([<Shown part={part} key="a" />, <Shown part={part} key="b" />])
  expect(container.textContent).toBe('as it standsas it stands')
  await settle()
  // What shows it is rendered in a task of its own, too.
  loads[0]?.succeed('the part')
  for (let step = 0; step < 50; step += 1) await null
  expect(container.textContent).toBe('as it standsas it stands')
  await settle()
  expect(container.textContent).toBe('the partthe part')
  expect(render(<Shown part={part} />).container.textContent).toBe('the part')
  expect(loads).toHaveLength(1)
})

test('nothing is done with timers for parts that are only shown', async () => {
  const timers = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
  const { loads, part } = toldPart()
  const shown = render([<Shown part={part} key="a" />, <Shown part={part} key="b" />])
  await act(ownTask)
  loads[0]?.succeed('the part')
  await act(ownTask)
  expect(shown.container.textContent).toBe('the partthe part')
  shown.unmount()
  for (const timer of timers) expect(timer).not.toHaveBeenCalled()
})

test('a load that failed is tried again, less and less often, and succeeds in place', async () => {
  const { loads, part, settle } = toldPart()
  const { container } = render(<Shown part={part} />)
  await settle()
  await settle(() => loads[0]?.fail())
  for (const [wait, before] of [
    [1_000, 1],
    [2_000, 2],
    [4_000, 3],
  ] as const) {
    await settle(() => vi.advanceTimersByTime(wait - 1 - 2 * TASK_MS))
    expect(loads).toHaveLength(before)
    await settle(() => vi.advanceTimersByTime(1))
    expect(loads).toHaveLength(before + 1)
    if (before < 3) await settle(() => loads.at(-1)?.fail())
  }
  await settle(() => loads.at(-1)?.succeed('the part'))
  expect(container.textContent).toBe('the part')
})

test('a part that could not be loaded while the server was away is loaded as soon as the server is heard of', async () => {
  const { loads, part, settle } = toldPart()
  const { container } = render(<Shown part={part} />)
  for (const wait of [0, 1_000, 2_000]) {
    await settle(() => vi.advanceTimersByTime(wait))
    await settle(() => loads.at(-1)?.fail())
  }
  expect(loads).toHaveLength(3)
  await settle(sayServerIsBack)
  expect(loads).toHaveLength(4)
  await settle(() => loads[3]?.succeed('the part'))
  expect(container.textContent).toBe('the part')
})

test('a browser that is back on line tries at once, but not while a load is under way', async () => {
  const { loads, part, settle } = toldPart()
  const { container } = render(<Shown part={part} />)
  await settle(() => dispatchEvent(new Event('online')))
  expect(loads).toHaveLength(1)
  await settle(() => loads[0]?.fail())
  await settle(() => dispatchEvent(new Event('online')))
  expect(loads).toHaveLength(2)
  await settle(() => loads[1]?.succeed('the part'))
  await settle(() => dispatchEvent(new Event('online')))
  await settle(() => vi.advanceTimersByTime(600_000))
  expect(loads).toHaveLength(2)
  expect(container.textContent).toBe('the part')
})

test('nothing is loaded for what is no longer shown, until it is shown again', async () => {
  const { loads, part, settle } = toldPart()
  const shown = render(<Shown part={part} />)
  await settle()
  await settle(() => loads[0]?.fail())
  shown.unmount()
  await settle(() => dispatchEvent(new Event('online')))
  await settle(() => vi.advanceTimersByTime(600_000))
  expect(loads).toHaveLength(1)
  render(<Shown part={part} />)
  await settle()
  expect(loads).toHaveLength(2)
})
