import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorCard } from '#app/_chat/transcript/error-card.tsx'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }) }))

afterEach(cleanup)

const LIMIT = { error_class: 'rate_limit', message: '' }
const BROKE = { error_class: 'network', message: '' }

function said(failure: Parameters<typeof ErrorCard>[0]['failure'], arrived = false): string {
  const { container } = render(<ErrorCard failure={failure} arrived={arrived} />)
  return container.textContent ?? ''
}

test('an overload is no limit, and who was not reached did not break anything', () => {
  expect(said(LIMIT)).toContain('The provider is limiting requests')
  expect(said({ ...LIMIT, reason: 'overloaded' })).toContain('The provider is overloaded')
  expect(said(BROKE)).toContain('The connection to the provider broke')
  expect(said({ ...BROKE, reason: 'unreachable' })).toContain('The provider cannot be reached')
})

test('nothing is called kept where nothing came', () => {
  expect(said(BROKE)).not.toContain('kept')
  expect(said(BROKE, true)).toContain('What had arrived is kept. Check the network')
})

test('what is mended in the settings leads there', () => {
  said({ error_class: 'auth', message: 'one: 401: no such key' })
  expect(screen.getByRole('link', { name: 'Providers and keys' }).getAttribute('href')).toBe('/settings/keys')
  expect(screen.getByText('one: 401: no such key')).toBeTruthy()
  cleanup()
  said(LIMIT)
  expect(screen.queryByRole('link')).toBeNull()
})

test('what a newer server says is told by the class that is known, or as any other', () => {
  expect(said({ ...LIMIT, reason: 'on holiday' })).toContain('The provider is limiting requests')
  expect(said({ error_class: 'constructor', message: 'because' })).toMatch(
    /^The answer could not be finished.*because$/,
  )
})
