import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { BranchRow } from '#lib/canonical/branch-row.ts'
import { conversation, open, receive, setUpConversation } from './conversation-page.tsx'
import { message, snapshot } from './frame-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()
beforeEach(() => {
  location.hash = ''
})

const said = (kind: 'question' | 'answer', message_id: string, fields: Partial<BranchRow> = {}): BranchRow =>
  ({
    kind,
    message_id,
    words: `words of ${message_id}`,
    model: kind === 'answer' ? 'one:big' : null,
    depth: 0,
    is_active: true,
    begins: false,
    ...fields,
  }) as BranchRow

const BESIDE = { depth: 1, is_active: false }
const ROWS: BranchRow[] = [
  said('question', 'M1'),
  { kind: 'folded', count: 7, from: 'M2', depth: 0, is_active: true, begins: false },
  said('question', 'M9', { ...BESIDE, begins: true, version: { index: 0, total: 2 } }),
  said('answer', 'M10', { ...BESIDE, words: '' }),
  said('question', 'M3', { version: { index: 1, total: 2 } }),
  said('answer', 'M4'),
]

function press(...keys: string[]) {
  for (const key of keys) fireEvent.keyDown(document.activeElement as Element, { key })
}

async function opened(answers = true) {
  if (answers) open({ 'GET /api/sessions/S1/branches': { body: { rows: ROWS } } })
  else render(conversation())
  const messages = [message('M3', 'user', 'two', { turn_id: 'T2' }, null), message('M4', 'assistant', 'of two')]
  await receive(snapshot({ messages, places: [{ message_id: 'M3', index: 1, total: 2 }] }))
  fireEvent.click(await screen.findByRole('button', { name: 'Version 2 of 2, show all branches' }))
  const map = await screen.findByRole('dialog', { name: 'Map of this chat' })
  await within(map).findByText('words of M1')
  return map
}

test('the map opens between the versions at the end of the path, and arrows, Home and End go through it', async () => {
  const map = await opened()
  const names = within(map)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(names).toEqual([
    'Question: words of M1',
    '7 messages',
    'Question: words of M91/2version 1 of 2',
    'Answer: BIGwithout words',
    'Question: words of M32/2version 2 of 2',
    'Answer: BIGwords of M4',
  ])
  const focused = () => document.activeElement?.textContent
  expect(focused()).toContain('words of M4')
  press('ArrowUp', 'ArrowUp')
  expect(focused()).toContain('without words')
  press('Home', 'ArrowUp')
  expect(focused()).toContain('words of M1')
  press('End', 'ArrowDown')
  expect(focused()).toContain('words of M4')
})

test('a message of the map is gone to by the address of the page, and the map closes', async () => {
  const map = await opened()
  fireEvent.click(within(map).getByText('words of M9'))
  expect(location.hash).toBe('#m-M9')
  expect(screen.queryByRole('dialog', { name: 'Map of this chat' })).toBeNull()
})

test('what is folded is opened by the keyboard, and the focus goes on at the first of what came in its place', async () => {
  const asked: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    if (pathname.endsWith('/models')) return Response.json({ models: [], default: 'one:big' })
    if (pathname === '/api/budgets') return Response.json({ budgets: [] })
    const none = { messages: [], turn_totals: [], places: [], index: 0, offset: 0, total: 0 }
    if (pathname.endsWith('/siblings')) return Response.json(none)
    asked.push(searchParams.get('open') ?? '')
    if (!searchParams.has('open')) return Response.json({ rows: ROWS })
    await promise
    const [first = ROWS[0], , ...rest] = ROWS
    const more = { kind: 'folded', count: 5, from: 'M20', depth: 0, is_active: true, begins: false }
    return Response.json({ rows: [first, said('answer', 'M2'), said('question', 'M18'), more, ...rest] })
  })
  const map = await opened(false)
  press('Home', 'ArrowDown')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Show 7 messages')
  fireEvent.click(document.activeElement as Element)
  // Nothing goes away while it is on its way.
  expect(within(map).getByText('words of M4')).toBeTruthy()
  await act(async () => resolve())
  await waitFor(() => expect(document.activeElement?.textContent).toContain('words of M2'))
  press('ArrowDown', 'ArrowDown')
  fireEvent.click(document.activeElement as Element)
  await waitFor(() => expect(asked).toEqual(['', 'M2', 'M2,M20']))
})
