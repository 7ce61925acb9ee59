import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { AllChatsSettings } from '#app/_settings/all-chats-settings.tsx'
import { fakeServer } from '../_chat/fake-server.ts'

const AT = '2026-11-23T10:42:00.000000Z'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

function open(overview: object, answers: Parameters<typeof fakeServer>[0] = {}) {
  let now = overview
  const server = fakeServer({
    'GET /api/sessions/all': () => ({ body: now }),
    'DELETE /api/sessions/all': () => {
      now = { chats: 0, running: 0, deleted: [{ at: AT, chats: 2 }] }
      return { body: { at: AT, deleted: ['S1', 'S2'], left: 0 } }
    },
    'POST /api/sessions/all/restore': () => {
      now = overview
      return { body: { restored: 2 } }
    },
    ...answers,
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AllChatsSettings />
    </QueryClientProvider>,
  )
  return server
}

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const deletions = (server: ReturnType<typeof fakeServer>) =>
  server.requests.filter(({ route }) => route.startsWith('DELETE')).length

test('all chats are deleted by who types their number, and come back with their drafts', async () => {
  localStorage.setItem('draft:S1', 'half a sentence')
  localStorage.setItem('draft:new', 'of no chat')
  const server = open({ chats: 2, running: 1, deleted: [] })
  expect(await screen.findByText(/^You have 2 chats, .* In one of them an answer is being written/)).toBeTruthy()
  await userEvent.click(await button('Delete all 2 chats…'))
  const field = screen.getByRole('textbox', { name: 'Type 2 to say that you mean it.' })
  expect(document.activeElement).toBe(field)
  expect((await button('Delete all')).disabled).toBe(true)
  await userEvent.keyboard('{Enter}')
  await userEvent.type(field, '3{Enter}')
  expect(deletions(server)).toBe(0)
  await userEvent.clear(field)
  await userEvent.type(field, '2{Enter}')
  const said = await screen.findByText('2 chats were deleted.')
  // An effect takes the focus there, behind the words.
  await waitFor(() => expect(document.activeElement).toBe(said))
  expect(screen.getByText('There are no chats.')).toBeTruthy()
  expect([localStorage.getItem('draft:S1'), localStorage.getItem('draft:new')]).toEqual([null, 'of no chat'])

  await userEvent.click(await button(/^Bring back 2 chats, deleted at/))
  expect(await screen.findByText('2 chats are back.')).toBeTruthy()
  expect(server.bodyOf('POST /api/sessions/all/restore')).toEqual({ at: AT })
  expect(localStorage.getItem('draft:S1')).toBe('half a sentence')
})

test('who keeps them finds the button again, and what is refused is said', async () => {
  const message = 'chats: there are 3 by now; look again before deleting'
  const server = open(
    { chats: 2, running: 0, deleted: [] },
    { 'DELETE /api/sessions/all': { status: 400, body: { error: { code: 'invalid_request', message } } } },
  )
  await userEvent.click(await button('Delete all 2 chats…'))
  await userEvent.click(await button('Keep them'))
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(document.activeElement).toBe(await button('Delete all 2 chats…'))
  expect(deletions(server)).toBe(0)
  await userEvent.click(await button('Delete all 2 chats…'))
  await userEvent.keyboard('2{Enter}')
  expect(await screen.findByText(message)).toBeTruthy()
})
