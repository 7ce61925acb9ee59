import { expect, test } from 'vitest'
import { isTimeZone } from '#lib/api/time-zone.ts'

test('a zone is known by its name, in any letters, and nothing else is one', () => {
  expect(['Europe/Berlin', 'europe/berlin', 'UTC'].every(isTimeZone)).toBe(true)
  expect(['', 'Europe/Nowhere', '__proto__', 'Z'].some(isTimeZone)).toBe(false)
})
