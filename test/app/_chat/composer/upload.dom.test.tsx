import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ContentBlock } from '#lib/canonical/block.ts'
import { ACCEPTED, field, fillStorage, open, receive, setUpConversation } from '../conversation-page.tsx'
import { FakeRequest } from '../fake-request.ts'
import { frame, message, SESSION, snapshot } from '../frame-builder.ts'

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

describe('what is attached to a message that is yet to be sent', () => {
  const TURNS = 'POST /api/sessions/S1/turns'
  const BLOCK = {
    type: 'document',
    source: { kind: 'file_ref', data: 'attachments/abc' },
    media_type: 'text/csv',
    name: 'sales.csv',
  }
  const LOOK = 'HEAD /api/attachments/abc'
  const LOG = Array.from({ length: 900 }, (_, line) => `line ${line}`).join('\n')
  const PASTED = { status: 201, body: { data: 'attachments/abc', media_type: 'text/plain', name: 'pasted.txt' } }
  const removals = () => screen.queryAllByRole('button', { name: /^Remove/ }).map((button) => button.title)

  beforeEach(() => sessionStorage.clear())

  async function leaveAndComeBack(answers: Parameters<typeof open>[0], temporary = false) {
    cleanup()
    const server = open({ [LOOK]: { body: null }, ...answers })
    await receive(snapshot({ session: { ...SESSION, temporary } }))
    return server
  }

  async function paste(text: string) {
    await receive(snapshot())
    await userEvent.click(field())
    await userEvent.paste(text)
  }

  test('is there again, goes with the message, and is then forgotten', async () => {
    open({ [UPLOAD]: STORED })
    await pick(SALES)
    await tray().findByText('CSV · 2.0 MB')
    const server = await leaveAndComeBack({})
    expect(await tray().findByText('CSV · 2.0 MB')).toBeTruthy()
    await userEvent.type(field(), 'sum it up{Enter}')
    await waitFor(() => expect(server.bodyOf(TURNS)).toEqual({ content: [BLOCK, { type: 'text', text: 'sum it up' }] }))
    await waitFor(() => expect(localStorage.getItem('draft-files:S1')).toBeNull())
    await leaveAndComeBack({})
    expect(removals()).toEqual([])
  })

  test('stays with a message whose page is left before that is known to have come, until it is seen to have', async () => {
    open({ [UPLOAD]: STORED, [TURNS]: () => new Promise(() => undefined) })
    await pick(SALES)
    await tray().findByText('CSV · 2.0 MB')
    await userEvent.type(field(), 'sum it up{Enter}')
    expect(removals()).toEqual([])
    await leaveAndComeBack({})
    expect(await tray().findByText('CSV · 2.0 MB')).toBeTruthy()
    expect(field().value).toBe('sum it up')
    const said = message('M1', 'user', [BLOCK as ContentBlock, { type: 'text', text: 'sum it up' }])
    await receive(frame('message.appended', { message: said }))
    await waitFor(() => expect(removals()).toEqual([]))
    expect(field().value).toBe('')
    await waitFor(() => expect(localStorage.getItem('draft-files:S1')).toBeNull())
  })

  test('is said once where it is all that is sent, and sent again because no answer came', async () => {
    let isAway = true
    const server = open({
      [UPLOAD]: STORED,
      [TURNS]: () => (isAway ? Promise.reject(new TypeError('offline')) : ACCEPTED),
    })
    await pick(SALES)
    await tray().findByText('CSV · 2.0 MB')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await tray().findByText('CSV · 2.0 MB')
    isAway = false
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(server.keysOf(TURNS)).toHaveLength(2))
    expect(new Set(server.keysOf(TURNS)).size).toBe(1)
  })

  test('is sent with its page gone elsewhere, and does not come back', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof ACCEPTED>()
    open({ [UPLOAD]: STORED, [TURNS]: () => promise })
    await pick(SALES)
    await tray().findByText('CSV · 2.0 MB')
    await userEvent.type(field(), 'sum it up{Enter}')
    cleanup()
    expect(localStorage.getItem('draft-files:S1')).toContain('sales.csv')
    resolve(ACCEPTED)
    await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.endsWith(':S1'))).toEqual([]))
  })

  test('is forgotten where it was removed', async () => {
    open({ [UPLOAD]: STORED })
    await pick(SALES)
    await userEvent.click(await tray().findByRole('button', { name: 'Remove sales.csv' }))
    await leaveAndComeBack({})
    expect(removals()).toEqual([])
    expect(localStorage.getItem('draft-files:S1')).toBeNull()
  })

  test('is said to be missing, again too, where it was on its way when the page was left', async () => {
    open({ [UPLOAD]: () => new Promise(() => undefined) })
    await pick(SALES)
    await leaveAndComeBack({})
    const missing = 'sales.csv was still on its way when this page was left, and is not here. Attach it again.'
    expect((await screen.findByRole('alert')).textContent).toBe(missing)
    await leaveAndComeBack({})
    expect((await screen.findByRole('alert')).textContent).toBe(missing)
    await userEvent.click(screen.getByRole('button', { name: 'Remove sales.csv' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is said to be missing where the server has it no more, before anything is sent', async () => {
    open({ [UPLOAD]: STORED })
    await pick(SALES)
    await tray().findByText('CSV · 2.0 MB')
    await leaveAndComeBack({ [LOOK]: { status: 404, body: null } })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('sales.csv is not on the server any more. Attach it again.')
  })

  test('stays where the server cannot be asked for it', async () => {
    open({ [UPLOAD]: STORED })
    await pick(SALES)
    await tray().findByText('CSV · 2.0 MB')
    let asked = 0
    await leaveAndComeBack({
      [LOOK]: () => {
        asked += 1
        throw new TypeError('connection reset')
      },
    })
    await waitFor(() => expect(asked).toBe(1))
    expect(await tray().findByText('CSV · 2.0 MB')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('of a pasted text can be text again, in the words that the server has', async () => {
    open({ [UPLOAD]: PASTED })
    await paste(LOG)
    await waitFor(() => expect(localStorage.getItem('draft-files:S1')).toContain('attachments/abc'))
    expect(localStorage.getItem('draft-files:S1')).not.toContain('line 899')
    await leaveAndComeBack({ 'GET /api/attachments/abc': { body: 'the words' } })
    await userEvent.click(await screen.findByRole('button', { name: 'Put it back as text' }))
    await waitFor(() => expect(field().value).toContain('the words'))
    expect(removals()).toEqual([])
  })

  test('of a pasted text keeps its words while it is nowhere else, and goes on its way again', async () => {
    open({ [UPLOAD]: () => new Promise(() => undefined) })
    await paste(LOG)
    const server = await leaveAndComeBack({ [UPLOAD]: PASTED })
    expect(await screen.findByRole('button', { name: 'Remove pasted.txt' })).toBeTruthy()
    expect(await (server.bodyOf(UPLOAD) as Blob).text()).toBe(LOG)
    await userEvent.click(screen.getByRole('button', { name: 'Put it back as text' }))
    await waitFor(() => expect(field().value).toBe(LOG))
  })

  test('is nothing at all where the storage is full or holds something else', async () => {
    localStorage.setItem('draft-files:S1', '[{"name":1},null,{"name":"x","block":{}}]')
    fillStorage()
    open({ [UPLOAD]: STORED })
    await pick(SALES)
    expect(await tray().findByText('CSV · 2.0 MB')).toBeTruthy()
    expect(removals()).toEqual(['Remove sales.csv'])
  })

  test('of a temporary chat is kept by its tab alone, as its words are', async () => {
    open({ [UPLOAD]: STORED })
    await receive(snapshot({ session: { ...SESSION, temporary: true } }))
    await userEvent.upload(screen.getByLabelText('Pictures'), SALES)
    await userEvent.type(field(), 'between us')
    await tray().findByText('CSV · 2.0 MB')
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft'))).toEqual([])
    await leaveAndComeBack({}, true)
    expect(await tray().findByText('CSV · 2.0 MB')).toBeTruthy()
    expect(field().value).toBe('between us')
    sessionStorage.clear()
    await leaveAndComeBack({}, true)
    expect([removals(), field().value]).toEqual([[], ''])
  })
})

test('a drawing in SVG goes as the text that it is, and is drawn nowhere', async () => {
  const server = open({
    [UPLOAD]: { status: 201, body: { data: 'attachments/abc', media_type: 'text/plain', name: 'logo.svg' } },
  })
  await pick(new File(['<svg onload="alert(1)"/>'], 'logo.svg', { type: 'image/svg+xml' }))
  expect(await tray().findByText(/^SVG · /)).toBeTruthy()
  expect(tray().getByText('<svg onload="alert(1)"/>')).toBeTruthy()
  expect(tray().queryByRole('img')).toBeNull()
  expect(server.requests.filter(({ route }) => route === UPLOAD)).toHaveLength(1)
})
