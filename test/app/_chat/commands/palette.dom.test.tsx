import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { CommandLayer } from '#app/_chat/commands/command-layer.tsx'
import { open, receive, setUpConversation, TURNS } from '../conversation-page.tsx'
import { fakeServer } from '../fake-server.ts'
import { frame, message, SESSION, snapshot } from '../frame-builder.ts'

const pushed = vi.hoisted(() => [] as string[])
vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: (path: string) => pushed.push(path) }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()

const HIT = {
  session_id: 'S2',
  message_id: 'M9',
  title: 'Rivers of Europe',
  title_matches: [{ start: 0, end: 6 }],
  snippet: 'All the rivers <b>there</b> are',
  matches: [{ start: 8, end: 14 }],
  by: 'me',
  model: null,
  created_at: '2026-11-01T10:00:00.000000Z',
}
const ANSWERS = {
  'GET /api/search': { body: { hits: [HIT], next: null } },
  'GET /api/sessions': { body: { sessions: [{ id: 'S3', title: 'Rivals' }], next: null } },
}

async function openPalette() {
  await userEvent.keyboard('{Control>}[KeyK]{/Control}')
  return await screen.findByRole('combobox', { name: 'Search chats, messages and commands' })
}

test('what is found stands under its chat, as text with the hits marked, and Enter leads to it', async () => {
  open(ANSWERS)
  await receive(snapshot())
  await userEvent.type(await openPalette(), 'river')
  const group = await screen.findByRole('group', { name: 'Rivers of Europe' })
  const hit = within(group).getByRole('option')
  expect(hit.querySelector('mark')?.textContent).toBe('rivers')
  expect(hit.textContent).toContain('<b>there</b>')
  expect(hit.getAttribute('aria-selected')).toBe('true')
  await userEvent.keyboard('{Enter}')
  expect(pushed).toEqual(['/c/S2#m-M9'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a filter that is none is named, quietly', async () => {
  open({ ...ANSWERS, 'GET /api/search': { body: { hits: [HIT], next: null, unread: ['date:someday'] } } })
  await receive(snapshot())
  await userEvent.type(await openPalette(), 'river date:someday ')
  expect(await screen.findByText('date:someday')).toBeTruthy()
  const said = screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(said).toContain('Searched for as words, for the value is not known: date:someday')
})

test('presets are found by their names, and a new chat begins with the one that is chosen', async () => {
  pushed.length = 0
  const preset = { id: 'P1', name: 'To German', model: null, system_prompt: null, settings: {} }
  open({ ...ANSWERS, 'GET /api/presets': { body: { presets: [preset] } } })
  await receive(snapshot())
  await userEvent.type(await openPalette(), 'german')
  expect(await screen.findByRole('option', { name: 'New chat with the preset To German' })).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  expect(pushed).toEqual(['/?preset=P1'])
})

test('chats and what can be done here are found by their names, choices among them, and the keys move between them', async () => {
  const { bodyOf } = open({
    ...ANSWERS,
    'GET /api/search': { body: { hits: [], next: null } },
    'PATCH /api/sessions/S1': { body: SESSION },
  })
  await receive(snapshot())
  const field = await openPalette()
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(options()).toContain('Keyboard shortcuts?')
  expect(options()).not.toContain('Stop the answerEsc')
  await userEvent.type(field, 'theme')
  expect(options()).toEqual(['Theme: system', 'Theme: light', 'Theme: dark'])
  await userEvent.keyboard('{ArrowUp}')
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Theme: dark')
  await userEvent.clear(field)
  await userEvent.type(field, 'small')
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(bodyOf('PATCH /api/sessions/S1')).toEqual({ active_model: 'two:small' }))
})

test('what can be done only later is listed once it can, and not any more when it cannot', async () => {
  open({ ...ANSWERS, 'GET /api/search': { body: { hits: [], next: null } } })
  const stop = () => screen.queryByRole('option', { name: /^Stop the answer/ })
  await userEvent.type(await openPalette(), 'stop the')
  // What was searched for has been answered: nothing else draws the list anew.
  await screen.findByText('Nothing was found.')
  await receive(snapshot({ turn: { turn_id: 'T1', state: 'running' } }))
  expect(stop()).not.toBeNull()
  await receive(frame('turn.cancelled', { message_id: null }))
  expect(stop()).toBeNull()
})

test('what keys do in a chat is offered by name too, and the sheet of shortcuts tells of the keys', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  open(ANSWERS)
  await receive(snapshot({ messages: [message('M1', 'user', 'one'), message('M2', 'assistant', 'two')] }))
  await openPalette()
  for (const name of ['Previous turn', 'Next turn', 'Go to the first message'])
    expect(screen.getByRole('option', { name: new RegExp(`^${name}`) })).toBeTruthy()
  await userEvent.click(screen.getByRole('option', { name: /^Print this chat/ }))
  expect(print).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('dialog')).toBeNull()

  await openPalette()
  await userEvent.click(screen.getByRole('option', { name: /^Keyboard shortcuts/ }))
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  const keysOf = (name: string) => within(sheet).getByText(name).nextElementSibling?.textContent
  expect(['Previous turn', 'Next turn', 'Go to the first message', 'Jump to latest'].map(keysOf)).toEqual([
    'Alt↑',
    'Alt↓',
    'Home',
    'End',
  ])
  expect(keysOf('Print this chat')).toBe('CtrlP')
})

const NOTHING_FOUND = { ...ANSWERS, 'GET /api/search': { body: { hits: [], next: null } } }
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('every page is found by its name and by what others call it, and is gone to', async () => {
  pushed.length = 0
  open(NOTHING_FOUND)
  await receive(snapshot())
  const field = await openPalette()
  expect(options()).not.toContain('Settings: Data')
  await userEvent.type(field, 'settings')
  expect(options()).toContain('Settings: Appearance')
  expect(options()).toContain('Settings: Providers and keys')
  // Nobody signs in here.
  expect(options()).not.toContain('Settings: Account')
  for (const [typed, found] of [
    ['help', 'Keyboard shortcuts?'],
    ['usage', 'Administration: Usage'],
    ['prices', 'Administration: Prices'],
    ['shared', 'Shared links'],
    ['dark mode', 'Theme: dark'],
    ['temporary', 'Temporary chat'],
  ] as const) {
    fireEvent.change(field, { target: { value: typed } })
    expect(options()[0]).toBe(found)
  }
  fireEvent.change(field, { target: { value: 'cost statistics' } })
  await userEvent.keyboard('{Enter}')
  expect(pushed).toEqual(['/admin/usage'])
})

test('over a page that is no chat, pages are there before anything is typed, and those of admins for admins alone', async () => {
  fakeServer(NOTHING_FOUND)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CommandLayer isAdmin={false} inChat={false} />
    </QueryClientProvider>,
  )
  const field = await openPalette()
  expect(options()).toContain('Settings: Data')
  expect(options()).not.toContain('Settings: Providers and keys')
  expect(options()).not.toContain('Go to the message field/')
  await userEvent.type(field, 'usage')
  expect(options()).not.toContain('Administration: Usage')
})

test('the last question is answered again, and the chat forked, by name', async () => {
  pushed.length = 0
  const { bodyOf } = open({ ...NOTHING_FOUND, 'POST /api/sessions/S1/fork': { body: { id: 'S8' } } })
  const said = [message('M1', 'user', 'hello'), message('M2', 'assistant', 'hi')]
  await receive(snapshot({ messages: said }))
  await userEvent.type(await openPalette(), 'duplicate{Enter}')
  await vi.waitFor(() => expect(pushed).toEqual(['/c/S8']))
  expect(bodyOf('POST /api/sessions/S1/fork')).toEqual({ message_id: 'M2' })
  await userEvent.type(await openPalette(), 'regenerate{Enter}')
  await vi.waitFor(() => expect(bodyOf(TURNS)).toMatchObject({ content: [{ type: 'text', text: 'hello' }] }))
})
