import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FileChip } from '#app/_content/file-chip.tsx'
import { fakeServer } from '../_chat/fake-server.ts'

afterEach(cleanup)

const HASH = 'a'.repeat(64)
const BLOCK = {
  type: 'document' as const,
  source: { kind: 'file_ref' as const, data: `attachments/${HASH}` },
  media_type: 'application/pdf',
  name: 'report.pdf',
}
const PREVIEW = `GET /api/attachments/${HASH}/preview`
const FOUND = { media_type: 'application/pdf', byte_length: 12_000, pages: 3, is_encrypted: false }

function open(answer: { status?: number; body: unknown }) {
  const server = fakeServer({ [PREVIEW]: answer })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <FileChip block={BLOCK} gets={({ has_text }) => `For BIG: ${has_text}`} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('link', { name: 'report.pdf PDF' }))
  return server
}

test('a file opens as what it is, what the model gets of it and what can be read in it', async () => {
  const text = '[page 1]\n<img src=x onerror=alert(1)>'
  open({ body: { ...FOUND, text, characters: 40_000 } })
  const dialog = await screen.findByRole('dialog', { name: 'File report.pdf' })
  expect(await within(dialog).findByText('PDF · 3 pages · 12 KB')).toBeTruthy()
  expect(within(dialog).getByText('For BIG: true')).toBeTruthy()
  const words = within(dialog).getByRole('region', { name: 'What can be read in it' })
  expect(words.querySelector('pre')?.textContent).toBe(text)
  expect(words.querySelector('img, iframe, object, embed')).toBeNull()
  expect(words.textContent).toContain('The first 37 of 40,000 characters. The rest is in the file.')
  const download = within(dialog).getByRole('link', { name: 'Download report.pdf' })
  expect([download.getAttribute('href'), download.getAttribute('download')]).toEqual([
    `/api/attachments/${HASH}`,
    'report.pdf',
  ])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a file without text says so, and one that is not here any more as well', async () => {
  open({ body: { ...FOUND, text: null, characters: 0 } })
  expect(await screen.findByText('No text can be read in it. It may hold pictures of its pages.')).toBeTruthy()
  expect(screen.getByText('For BIG: false')).toBeTruthy()
  cleanup()
  open({ status: 404, body: { error: { code: 'not_found', message: 'the upload does not exist' } } })
  expect((await screen.findByRole('alert')).textContent).toContain('the upload does not exist')
})

test('a click with a key that means a download is left to the browser', () => {
  fakeServer({})
  render(<FileChip block={BLOCK} />)
  const taken: boolean[] = []
  const onClick = (event: Event) => {
    taken.push(event.defaultPrevented)
    event.preventDefault()
  }
  document.addEventListener('click', onClick)
  fireEvent.click(screen.getByRole('link'), { altKey: true })
  document.removeEventListener('click', onClick)
  expect(taken).toEqual([false])
  expect(screen.queryByRole('dialog')).toBeNull()
})
