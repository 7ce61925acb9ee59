import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ChatShell } from '#app/_chat/chat-shell.tsx'
import { loadLateComponents } from '#app/_content/late-component.tsx'
import { fakeServer } from '../fake-server.ts'
import { SESSION } from '../frame-builder.ts'

configure({ asyncUtilTimeout: 10_000 })

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined, replace: () => undefined }),
  usePathname: () => '/',
}))

beforeAll(loadLateComponents, 30_000)
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const chat = (id: string, fields: object) => ({ ...SESSION, id, title: id, ...fields })
const PINNED = chat('Pinned letter', { pinned: true })
const LOOSE = chat('Loose leaf', { tags: ['draft', 'march'] })
const FILED = chat('Humidity', { folder: 'Climate' })

function open({ running = 0 } = {}) {
  const folders = [
    { name: 'Climate', chats: 2, listed: 1, running },
    { name: 'Put away', chats: 3, listed: 0, running: 0 },
  ]
  const server = fakeServer({
    'GET /api/labels': { body: { folders, tags: [] } },
    'GET /api/sessions': (_body, query) => {
      const isWhole = query.get('unfiled') === 'true'
      const sessions = isWhole ? [PINNED, LOOSE] : query.get('folder') === 'Climate' ? [FILED] : []
      return { body: { sessions, next: null } }
    },
    'PATCH /api/sessions/Humidity': { body: { ...FILED, folder: null } },
    'DELETE /api/sessions/Humidity': { status: 204, body: null },
  })
  render(
    <ChatShell>
      <p />
    </ChatShell>,
  )
  return server
}

const nav = () => screen.getByRole('navigation', { name: 'Chats' })
const folder = () => screen.findByRole('button', { name: 'Climate 1 chat' })

test('folders stand between the pinned chats and all others, folded, with how many chats are in them', async () => {
  open()
  const button = await folder()
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(within(nav()).getAllByRole('heading')[0]?.textContent).toBe('Pinned')
  expect(within(nav()).getAllByRole('heading')[1]?.textContent).toBe('Folders')
  expect(within(nav()).getAllByRole('heading')).toHaveLength(3)
  expect(nav().textContent).toMatch(/Pinned letter.*Folders.*Climate1.*Loose leaf/)
  // Of a folder of which all chats are in the archive nothing is listed.
  expect(screen.queryByRole('button', { name: /^Put away \d/ })).toBeNull()
})

test('one that is folded says that a chat in it is being answered; unfolded, the chat says so itself', async () => {
  open({ running: 1 })
  const button = await screen.findByRole('button', { name: 'Climate 1 is being answered, 1 chat' })
  await userEvent.click(button)
  expect((await folder()).getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(await folder())
})

test('one that is unfolded has its chats below it, and is so the next time', async () => {
  const server = open()
  await folder()
  const lists = () => server.requests.filter(({ route }) => route === 'GET /api/sessions').length
  expect(lists()).toBe(1)
  await userEvent.click(await folder())
  expect(await screen.findByRole('link', { name: 'Humidity' })).toBeTruthy()
  expect(lists()).toBe(2)
  cleanup()
  open()
  expect(await screen.findByRole('link', { name: 'Humidity' })).toBeTruthy()
  expect((await folder()).getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(await folder())
  expect(screen.queryByRole('link', { name: 'Humidity' })).toBeNull()
})

test('the folders are asked for again when a chat leaves one', async () => {
  const server = open()
  await userEvent.click(await folder())
  await screen.findByRole('link', { name: 'Humidity' })
  const asked = () => server.requests.filter(({ route }) => route === 'GET /api/labels').length
  const before = asked()
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Humidity' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Humidity' })).toBeNull())
  expect(asked()).toBe(before + 1)
  await userEvent.click(await folder())
})

test('the tags of a chat stand beside its title', async () => {
  open()
  const link = await screen.findByRole('link', { name: /^Loose leaf/ })
  expect(link.textContent).toContain('draft, march')
  expect(link.textContent).toContain('Tags: draft, march')
})
