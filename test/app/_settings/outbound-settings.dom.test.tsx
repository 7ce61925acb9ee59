import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { OutboundSettings } from '#app/_settings/outbound-settings.tsx'
import { fakeServer } from '../_chat/fake-server.ts'

afterEach(cleanup)

function show(answers: Parameters<typeof fakeServer>[0]) {
  fakeServer(answers)
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <OutboundSettings />
    </QueryClientProvider>,
  )
  return Object.assign(userEvent.setup(), { client })
}

const checked = () => screen.getAllByRole<HTMLInputElement>('radio').findIndex((radio) => radio.checked)

test('nothing is looked for until somebody chooses it, and what is chosen is kept', async () => {
  let settings: object = { title_model: 'off' }
  const user = show({
    'GET /api/settings': () => ({ body: settings }),
    'PATCH /api/settings': (body) => {
      settings = { ...settings, ...(body as object) }
      return { body: settings }
    },
  })
  // Until it is known nothing can be chosen, and nothing below it moves.
  const first = screen.getByRole('radio', { name: /^Send as it is/ })
  expect(first.closest('fieldset')?.disabled).toBe(true)
  expect(checked()).toBe(-1)
  await expect.poll(checked).toBe(0)
  expect(first.closest('fieldset')?.disabled).toBe(false)
  await user.click(screen.getByRole('radio', { name: /^Mask what was found/ }))
  await expect.poll(checked).toBe(2)
  expect(settings).toEqual({ title_model: 'off', outbound_scan: 'mask' })
})

test('what could not be kept is said, and what was chosen before stays', async () => {
  const refused = { error: { code: 'storage_unavailable', message: 'the disk is full' } }
  const user = show({
    'GET /api/settings': () => ({ body: { title_model: 'off', outbound_scan: 'warn' } }),
    'PATCH /api/settings': () => ({ status: 507, body: refused }),
  })
  await expect.poll(checked).toBe(1)
  await user.click(screen.getByRole('radio', { name: /^Send as it is/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('the disk is full')
  expect(checked()).toBe(1)
})

test('what was read before it was chosen, and comes after, changes nothing back', async () => {
  const { promise, resolve } = Promise.withResolvers<{ body: object }>()
  const before = { title_model: 'off', outbound_scan: 'warn' }
  let asked = 0
  const user = show({
    'GET /api/settings': () => (asked++ === 0 ? { body: before } : promise),
    'PATCH /api/settings': (body) => ({ body: { ...before, ...(body as object) } }),
  })
  await expect.poll(checked).toBe(1)
  const again = user.client.refetchQueries()
  await user.click(screen.getByRole('radio', { name: /^Mask what was found/ }))
  await expect.poll(checked).toBe(2)
  resolve({ body: before })
  await again
  // What is on its way to the page has come there.
  await new Promise((wake) => setTimeout(wake, 20))
  expect(asked).toBe(2)
  expect(checked()).toBe(2)
})
