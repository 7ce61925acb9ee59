import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ExportSettings } from '#app/_settings/export-settings.tsx'
import { fakeServer } from '../_chat/fake-server.ts'

/** What the browser was asked to download. */
let downloads: string[]
beforeEach(() => {
  downloads = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.href)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function show(progress: () => object, answers: Parameters<typeof fakeServer>[0] = {}) {
  fakeServer({ 'GET /api/exports/N': () => ({ body: progress() }), ...answers })
  vi.spyOn(crypto, 'randomUUID').mockReturnValue('N' as ReturnType<typeof crypto.randomUUID>)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExportSettings />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

test('the browser downloads it in the format that is chosen, and the page says how far it is until it is done', async () => {
  const steps = [
    { state: 'running', chats: 400, of: 1_000, bytes: 2_500_000 },
    { state: 'done', chats: 1_000, of: 1_000, bytes: 6_000_000 },
  ]
  const user = show(() => steps[Math.min(asked++, 1)] ?? {})
  let asked = 0
  await user.click(screen.getByRole('radio', { name: /^Markdown/ }))
  await user.click(screen.getByRole('button', { name: 'Export everything' }))
  expect(downloads).toEqual([expect.stringMatching(/\/api\/export\?format=markdown&name=N$/)])
  expect(await screen.findByText('400 of 1,000 chats, 2.5 MB so far')).toBeDefined()
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(400)
  expect(await screen.findByText('Done: 1,000 chats, 6.0 MB.')).toBeDefined()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('it is stopped, and what was downloaded is said to be no whole file', async () => {
  let state = 'running'
  const user = show(() => ({ state, chats: 1, of: 2, bytes: 3 }), {
    'DELETE /api/exports/N': () => {
      state = 'stopped'
      return { status: 204, body: null }
    },
  })
  await user.click(screen.getByRole('button', { name: 'Export everything' }))
  await screen.findByText('1 of 2 chats, 3 B so far')
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect((await screen.findByText(/no whole file/)).getAttribute('role')).toBe('status')
})
