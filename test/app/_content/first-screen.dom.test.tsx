import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type FirstScreen = typeof import('#app/_content/first-screen.ts')

let page: FirstScreen
beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  page = await import('#app/_content/first-screen.ts')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

async function begin() {
  const load = vi.fn(async () => 'the part')
  const loading = page.behindFirstScreen(load)()
  await vi.advanceTimersByTimeAsync(2_999)
  expect(load).not.toHaveBeenCalled()
  return { load, loading }
}

test('what is behind the first screen is loaded once that is shown', async () => {
  const { rerender } = renderHook(page.useFirstScreen, { initialProps: false })
  const { loading } = await begin()
  rerender(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(await loading).toBe('the part')
})

test('what waited for the first screen begins to load in a task for each', async () => {
  vi.useRealTimers()
  page.endFirstScreen()
  const seen: string[] = []
  const load = (part: string) => async () => {
    seen.push(`${part} begins`)
    // All that follows in this task.
    for (let step = 0; step < 50; step += 1) await null
    seen.push(`the task of ${part} ends`)
  }
  await Promise.all(['one', 'other'].map((part) => page.behindFirstScreen(load(part))()))
  expect(seen).toEqual(['one begins', 'the task of one ends', 'other begins', 'the task of other ends'])
})

test('a page that does not say when it is shown is taken to be after three seconds', async () => {
  const { load } = await begin()
  await vi.advanceTimersByTimeAsync(2)
  expect(load).toHaveBeenCalledOnce()
})

test.each(['pointerdown', 'keydown', 'dragenter'])('somebody who does something (%s) does not wait', async (deed) => {
  const { loading } = await begin()
  dispatchEvent(new Event(deed))
  await vi.advanceTimersByTimeAsync(1)
  expect(await loading).toBe('the part')
})

test('a page rests when its first screen is shown and the browser has nothing else to do', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  const { rerender } = renderHook(page.useFirstScreen, { initialProps: false })
  const onRest = vi.fn()
  void page.pageRests().then(onRest)
  await vi.advanceTimersByTimeAsync(100)
  expect(idle).toHaveLength(0)
  rerender(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(idle).toHaveLength(1)
  expect(onRest).not.toHaveBeenCalled()
  idle[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(onRest).toHaveBeenCalledOnce()
})
