import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ToolProgress } from '#lib/canonical/tool.ts'
import { throttledProgress } from '#lib/tools/progress.ts'

let told: ToolProgress[]
let progress: ReturnType<typeof throttledProgress>

beforeEach(() => {
  vi.useFakeTimers()
  told = []
  progress = throttledProgress((report) => told.push(report))
})
afterEach(() => {
  vi.useRealTimers()
})

test('the first report is told at once, and of those that follow the newest of each quarter of a second', () => {
  for (let step = 0; step < 990; step += 1) {
    progress.report(step / 1_000)
    vi.advanceTimersByTime(1)
  }
  progress.report('almost there')
  vi.advanceTimersByTime(10_000)
  expect(told).toEqual([
    { text: null, fraction: 0 },
    { text: null, fraction: 0.249 },
    { text: null, fraction: 0.499 },
    { text: null, fraction: 0.749 },
    { text: 'almost there', fraction: 0.989 },
  ])
})

test('words and a part of the whole stand beside each other until others come', () => {
  for (const report of ['reading', 0.5, 'writing']) {
    progress.report(report)
    vi.advanceTimersByTime(250)
  }
  expect(told).toEqual([
    { text: 'reading', fraction: null },
    { text: 'reading', fraction: 0.5 },
    { text: 'writing', fraction: 0.5 },
  ])
})

test('what is reported after the end is ignored, and so is what was not told by then', () => {
  progress.report('one')
  progress.report('two')
  progress.end()
  progress.report('three')
  vi.advanceTimersByTime(10_000)
  expect(told).toEqual([{ text: 'one', fraction: null }])
})

test('a report is brought within bounds: long words are cut between characters, a part is between 0 and 1', () => {
  for (const report of [`${'x'.repeat(199)}😀`, 7, -1, Number.NaN]) {
    progress.report(report)
    vi.advanceTimersByTime(250)
  }
  const text = `${'x'.repeat(199)}\ufffd`
  expect(told).toEqual([
    { text, fraction: null },
    { text, fraction: 1 },
    { text, fraction: 0 },
  ])
})
