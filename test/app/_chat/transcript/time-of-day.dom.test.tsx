import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { TimeOfDay } from '#app/_chat/transcript/time-of-day.tsx'

afterEach(cleanup)

test('a time says its day to whoever points at it', () => {
  const at = new Date(2026, 10, 22, 9, 5).toISOString()
  render(<TimeOfDay at={at} className="" />)
  const time = screen.getByText('09:05')
  expect(time.getAttribute('datetime')).toBe(at)
  expect(time.title).toBe('')
  fireEvent.pointerEnter(time)
  expect(time.title).toBe('22 November 2026 at 09:05')
})
