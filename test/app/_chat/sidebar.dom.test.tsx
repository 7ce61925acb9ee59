import { cleanup, configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ChatShell } from '#app/_chat/chat-shell.tsx'
import { PageHeader } from '#app/_chat/page-header.tsx'
import { loadLateComponents } from '#app/_content/late-component.tsx'
import { fakeServer } from './fake-server.ts'

configure({ asyncUtilTimeout: 10_000 })

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/',
}))

beforeAll(loadLateComponents, 30_000)
beforeEach(() => {
  document.documentElement.removeAttribute('data-sidebar')
})
afterEach(cleanup)

function open({ isWide, maySetUp = true }: { isWide: boolean; maySetUp?: boolean }) {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('min-width') && isWide }))
  fakeServer({
    'GET /api/sessions': { body: { sessions: [], next: null } },
    'GET /api/labels': { body: { folders: [], tags: [] } },
  })
  render(
    <ChatShell maySetUp={maySetUp}>
      <PageHeader title="A talk" />
    </ChatShell>,
  )
}

const hide = () => screen.getByRole('button', { name: 'Put away the list of chats' })
const show = () => screen.getByRole('button', { name: 'Chats' })
const isFolded = () => document.documentElement.getAttribute('data-sidebar') === 'folded'

test('the list beside the page is put away and shown again, is remembered, and the focus is where one goes on', async () => {
  open({ isWide: true })
  await userEvent.click(hide())
  expect(isFolded()).toBe(true)
  expect(document.cookie).toContain('sidebar=folded')
  expect(document.activeElement).toBe(show())
  await userEvent.keyboard('{Enter}')
  expect(isFolded()).toBe(false)
  expect(document.cookie).not.toContain('sidebar')
  expect(document.activeElement).toBe(hide())
})

test('its keys leave the focus where it is, unless that goes away', async () => {
  open({ isWide: true })
  await userEvent.keyboard('{Control>}{Shift>}[KeyS]{/Shift}{/Control}')
  expect(isFolded()).toBe(true)
  expect(document.activeElement).toBe(document.body)
})

test('where there is no room beside the page the list opens in a drawer', async () => {
  open({ isWide: false })
  await userEvent.click(show())
  expect(isFolded()).toBe(false)
  expect(await screen.findByRole('dialog', { name: 'Chats' })).toBeTruthy()
})

test('the usage is one press away for those who may open it', () => {
  open({ isWide: true })
  expect(screen.getByRole('link', { name: 'Usage' }).getAttribute('href')).toBe('/admin/usage')
  cleanup()
  open({ isWide: true, maySetUp: false })
  expect(screen.queryByRole('link', { name: 'Usage' })).toBeNull()
})

test('the field that opens the palette says its keys', async () => {
  open({ isWide: true })
  const field = screen.getByRole('button', { name: 'Search chats' })
  expect(await screen.findByText('Ctrl K')).toBeTruthy()
  expect(field.textContent).toBe('Search chatsCtrl K')
})
