import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { open, receive, setUpConversation } from '../conversation-page.tsx'
import { message, snapshot } from '../frame-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()

// What the browser would mark.
const marked = new Map<string, string[]>()
beforeEach(() => {
  marked.clear()
  vi.stubGlobal('Highlight', Array)
  vi.stubGlobal('CSS', {
    escape: (text: string) => text,
    highlights: {
      set: (name: string, ranges: Range[]) => marked.set(name, [...ranges].map(String)),
      delete: (name: string) => marked.delete(name),
    },
  })
  Element.prototype.scrollIntoView = () => undefined
})

const ANSWER = message('M2', 'assistant', [
  { type: 'thinking', text: 'Mainz is on the Rhine.' },
  { type: 'text', text: 'I look for Mainz.' },
  { type: 'tool_use', id: 'tu_1', name: 'weather', input: { place: 'Mainz' } },
])
const FOUND = { id: 'M2', count: 3, parts: [{ fold: 0, count: 1 }, { count: 1 }, { fold: 1, count: 1 }] }

test('the palette offers the search, which opens the thoughts and the tool that hold the words', async () => {
  open({
    'GET /api/sessions/S1/messages/find': { body: { messages: [FOUND] } },
    'GET /api/sessions': { body: { sessions: [], next: null } },
  })
  await receive(snapshot({ messages: [message('M1', 'user', 'How is it?'), ANSWER] }))
  const folds = () => [...document.querySelectorAll<HTMLDetailsElement>('[data-message="M2"] details')]
  const [thoughts, tool] = folds()

  await userEvent.keyboard('{Control>}[KeyK]{/Control}')
  await userEvent.click(await screen.findByRole('option', { name: /^Find in this chat/ }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Find in this conversation' }), 'mainz')
  // The last one is the first to be shown.
  await screen.findByText('3 of 3')
  await waitFor(() => expect(marked.get('found-here')).toEqual(['Mainz']))
  expect([thoughts?.open, tool?.open]).toEqual([false, true])

  await userEvent.keyboard('{Enter}')
  await screen.findByText('1 of 3')
  await waitFor(() => expect(thoughts?.open).toBe(true))
  await waitFor(() => expect(marked.get('found')).toHaveLength(2))
  await userEvent.keyboard('{Enter}')
  await screen.findByText('2 of 3')
  await waitFor(() => expect(marked.get('found-here')).toEqual(['Mainz']))
})
