import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { field, open, receive, setUpConversation } from '../conversation-page.tsx'
import { FakeRequest } from '../fake-request.ts'
import { snapshot } from '../frame-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()

const UPLOAD = 'POST /api/attachments'
const STORED = { status: 201, body: { data: 'attachments/abc', media_type: 'text/csv', name: 'sales.csv' } }
const SALES = new File(['x'.repeat(2_000_000)], 'sales.csv', { type: 'text/csv' })

async function pick(file: File) {
  await receive(snapshot())
  await userEvent.upload(screen.getByLabelText('Pictures'), file)
}

const tray = () => within(screen.getByRole('list', { name: 'Attached pictures and files' }))
const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const tell = (loaded: number) => act(async () => FakeRequest.last?.tell(loaded, 2_000_100))

test('a file that takes its time says how much of it has gone, and in quarters to whoever cannot see it', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof STORED>()
  open({ [UPLOAD]: () => promise })
  await pick(SALES)
  const bar = await tray().findByRole('progressbar', { name: 'Uploading sales.csv' })
  expect(bar.getAttribute('aria-valuenow')).toBeNull()
  expect(status()).toContain('Uploading sales.csv')
  await tell(860_043)
  expect(bar.getAttribute('aria-valuenow')).toBe('43')
  expect(tray().getByText('43 % of 2.0 MB')).toBeTruthy()
  expect(status()).toContain('sales.csv: 25\u00a0% uploaded')
  expect(screen.getByRole('button', { name: 'Send' }).title).toBe('A picture or file is still being uploaded')
  await tell(2_000_100)
  expect(tray().getByText('the server reads it')).toBeTruthy()
  await act(async () => resolve(STORED))
  expect(await tray().findByText('CSV · 2.0 MB')).toBeTruthy()
  expect(tray().queryByRole('progressbar')).toBeNull()
  expect(status()).toContain('sales.csv is uploaded')
})

test('a file that is there at once is never on its way for the eye', async () => {
  open({ [UPLOAD]: STORED })
  await pick(SALES)
  expect(await tray().findByText('CSV · 2.0 MB')).toBeTruthy()
  expect(status()).not.toContain('sales.csv is uploaded')
})

test('an upload that is cancelled goes no farther, leaves nothing behind and holds nothing up', async () => {
  const server = open({ [UPLOAD]: () => new Promise(() => undefined) })
  await pick(SALES)
  await userEvent.type(field(), 'never mind')
  await userEvent.click(tray().getByRole('button', { name: 'Cancel the upload of sales.csv' }))
  expect(FakeRequest.last?.aborted).toBe(true)
  expect(screen.queryByRole('list', { name: 'Attached pictures and files' })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(field())
  await userEvent.keyboard('{Enter}')
  await waitFor(() =>
    expect(server.bodyOf('POST /api/sessions/S1/turns')).toEqual({ content: [{ type: 'text', text: 'never mind' }] }),
  )
})

test('an upload that broke says why and goes again when asked; one that was refused does not', async () => {
  let times = 0
  open({
    [UPLOAD]: () => {
      times += 1
      if (times === 1) throw new TypeError('connection reset')
      return STORED
    },
  })
  await pick(SALES)
  const problem = await screen.findByRole('alert')
  expect(problem.textContent).toBe('sales.csv: The server cannot be reached. Is it still running?')
  await userEvent.click(tray().getByRole('button', { name: 'Try again: sales.csv' }))
  expect(await tray().findByText('CSV · 2.0 MB')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what the server refuses is not offered again', async () => {
  open({ [UPLOAD]: { status: 415, body: { error: { code: 'unsupported_media', message: 'it is encrypted' } } } })
  await pick(SALES)
  expect((await screen.findByRole('alert')).textContent).toBe('sales.csv: it is encrypted')
  expect(tray().queryByRole('button', { name: /^Try again/ })).toBeNull()
  expect(tray().getByRole('button', { name: 'Remove sales.csv' })).toBeTruthy()
})
