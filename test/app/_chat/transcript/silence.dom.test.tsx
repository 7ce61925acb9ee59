import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SilenceView } from '#app/_chat/transcript/silence.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('silence says how long it lasts, says so once aloud, and ends with the next words', async () => {
  vi.useFakeTimers()
  const onStop = vi.fn(async () => {})
  const { container, rerender } = render(<SilenceView mark={1} onStop={onStop} />)
  await after(7_000)
  expect(container.textContent).toBe('')
  await after(2_000)
  expect(screen.getByText('No text for 9 s')).toBeTruthy()
  const status = screen.getByRole('status').textContent
  await after(5_000)
  expect(screen.getByText('No text for 14 s')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe(status)
  screen.getByRole('button', { name: 'Stop waiting' }).click()
  expect(onStop).toHaveBeenCalledOnce()
  rerender(<SilenceView mark={2} onStop={onStop} />)
  expect(container.textContent).toBe('')
})
