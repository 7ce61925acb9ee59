import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SendError } from '#app/_chat/composer/send-error.tsx'
import { ApiError, unreachable } from '#app/_client/use-api.ts'
import { english } from '#app/_texts/english/first.ts'
import { german } from '#app/_texts/german/first.ts'

afterEach(cleanup)

function said(error: unknown): (string | null)[] {
  render(<SendError error={error} onDismiss={() => undefined} />)
  const lines = [...screen.getByRole('alert').querySelectorAll('p')].map(({ textContent }) => textContent)
  cleanup()
  return lines
}

test('what the title says is not said again below it', () => {
  expect(said(unreachable(new TypeError('refused')))).toEqual(['The server cannot be reached', 'Is it still running?'])
  expect(said(new ApiError(409, 'turn_in_progress', 'x'))).toEqual([
    'An answer is still being written',
    'To go on, wait for it or cancel it first.',
  ])
  expect(said(new ApiError(507, 'storage_full', 'the disk is full: nothing was stored'))).toEqual([
    'The disk is full',
    'Nothing was stored',
  ])
  expect(said(new ApiError(507, 'storage_full', 'The disk is full.'))).toEqual(['The disk is full'])
  expect(said(new ApiError(404, 'not_found', 'the session does not exist'))).toEqual([
    'This chat does not exist any more',
  ])
})

test('what only begins alike, or says more, is said whole', () => {
  const other = 'The disk is fuller than it was'
  expect(said(new ApiError(507, 'storage_full', other))).toEqual(['The disk is full', other])
  expect(said(new ApiError(404, 'not_found', 'the message does not exist'))).toHaveLength(2)
  expect(said(new Error('something else'))).toEqual(['Not sent', 'something else'])
})

test.each([english, german])('sentences that say a title again begin with it', ({ failures }) => {
  const titles: Readonly<Record<string, string>> = failures.titles
  const refusals: Readonly<Record<string, ((refusal: object) => string) | undefined>> = failures.refusals as never
  for (const code of ['unreachable', 'turn_in_progress']) {
    expect(refusals[code]?.({ message: 'x' })).toMatch(new RegExp(`^${titles[code]}\\. .`))
  }
})
