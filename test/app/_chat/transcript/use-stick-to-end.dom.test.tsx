import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useStickToEnd } from '#app/_chat/transcript/use-stick-to-end.ts'

afterEach(cleanup)

const VIEW = 500

/** A view of 500 pixels onto content whose height a test decides. */
function open() {
  let height = 2_000
  let top = 0
  let resized = () => undefined as unknown
  const moveTo = (value: number) => {
    top = Math.max(0, Math.min(value, height - VIEW))
  }
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(report: () => void) {
        resized = report
      }
      observe() {}
      disconnect() {}
    },
  )
  const scroller = { current: document.createElement('div') }
  const content = { current: document.createElement('div') }
  Object.defineProperties(scroller.current, {
    scrollHeight: { get: () => height },
    clientHeight: { value: VIEW },
    scrollTop: { get: () => top, set: moveTo },
  })
  const { result } = renderHook(() => useStickToEnd(scroller, content))
  const scrolled = () => act(() => void scroller.current.dispatchEvent(new Event('scroll')))
  const grow = (by: number) =>
    act(() => {
      height += by
      moveTo(top)
      resized()
    })
  grow(0)
  return {
    grow,
    scrolled,
    scroll(by: number) {
      moveTo(top + by)
      scrolled()
    },
    fromEnd: () => height - VIEW - top,
    atEnd: () => result.current.atEnd,
    isSettled: () => result.current.isSettled,
    toEnd: () => act(() => result.current.scrollToEnd()),
    /** Rows are there from now on. */
    addRow() {
      content.current.innerHTML = '<div data-row="R1"></div>'
    },
    /** The text has grown, and nothing is told of it yet. */
    follow(by: number) {
      height += by
      act(() => result.current.follow())
    },
  }
}

test('a reader who leaves by less than the answer has grown since is let go', () => {
  const page = open()
  page.follow(24)
  expect(page.fromEnd()).toBe(0)
  page.scroll(-3)
  page.follow(24)
  expect(page.fromEnd()).toBe(27)
})

test('the end stays in view while the answer grows', () => {
  const page = open()
  page.grow(24)
  page.scrolled()
  page.grow(24)
  expect(page.fromEnd()).toBe(0)
})

test('a reader who leaves slowly is not brought back by the next line', () => {
  const page = open()
  for (let step = 0; step < 5; step += 1) {
    page.scroll(-4)
    page.grow(24)
  }
  expect(page.fromEnd()).toBe(5 * 4 + 5 * 24)
  expect(page.atEnd()).toBe(false)
})

test('a reader who comes back near the end stays there from then on', () => {
  const page = open()
  page.scroll(-300)
  page.grow(24)
  page.scroll(290)
  expect(page.atEnd()).toBe(true)
  page.grow(24)
  expect(page.fromEnd()).toBe(0)
})

test('content that shrinks does not count as leaving', () => {
  const page = open()
  page.grow(-30)
  page.scrolled()
  page.grow(60)
  expect(page.fromEnd()).toBe(0)
})

test('a reader just above the end is told once there is more below', () => {
  const page = open()
  page.scroll(-40)
  expect(page.atEnd()).toBe(true)
  page.grow(24)
  expect(page.atEnd()).toBe(false)
})

const twoFrames = () =>
  act(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))

test('what is there to begin with is in place two frames after its rows, and not without any', async () => {
  const page = open()
  await twoFrames()
  expect(page.isSettled()).toBe(false)
  page.addRow()
  page.grow(24)
  expect(page.isSettled()).toBe(false)
  await twoFrames()
  expect(page.isSettled()).toBe(true)
})

test('what fits into the view is in place at once', () => {
  const page = open()
  page.addRow()
  page.grow(-1_600)
  expect(page.isSettled()).toBe(true)
})

test('whoever goes to the end sees it at once', () => {
  const page = open()
  page.toEnd()
  expect(page.isSettled()).toBe(true)
})
