import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { BranchRow } from '#lib/canonical/branch-row.ts'
import { open, receive, setUpConversation } from './conversation-page.tsx'
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
  { kind: 'folded', count: 7, depth: 0, is_active: true, begins: false },
  said('question', 'M9', { ...BESIDE, begins: true, version: { index: 0, total: 2 } }),
  said('answer', 'M10', { ...BESIDE, words: '' }),
  said('question', 'M3', { version: { index: 1, total: 2 } }),
  said('answer', 'M4'),
]

function press(...keys: string[]) {
  for (const key of keys) fireEvent.keyDown(document.activeElement as Element, { key })
}

async function opened() {
  open({ 'GET /api/sessions/S1/branches': { body: { rows: ROWS } } })
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
