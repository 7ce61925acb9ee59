import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { open, receive, setUpConversation, TURNS } from '../conversation-page.tsx'
import { message, SESSION, snapshot } from '../frame-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()

const REFUSAL = 'GET /api/sessions/S1/messages/M4/refusal'
const CHANGE = 'PATCH /api/sessions/S1'
const error = { error_class: 'invalid_request' as const, message: 'messages.0.content.1: Could not process image' }
const SAID = [
  message('M1', 'user', 'Look', { turn_id: 'T1' }),
  message('M2', 'assistant', 'I see', { turn_id: 'T1' }),
  message('M3', 'user', 'And now?', { turn_id: 'T2' }),
  message('M4', 'assistant', '', { turn_id: 'T2', status: 'error', error }),
]
const refused = { message_id: 'M1', role: 'user', block_type: 'image', excerpt: null, reason: error.message }

test('a chat whose history was refused names the block, and asks again without it and not the same', async () => {
  const set_aside = [{ message_id: 'M1', block_type: 'image' }]
  const server = open({
    [REFUSAL]: { body: { ...refused, can_be_set_aside: true } },
    [CHANGE]: { body: { ...SESSION, settings: { set_aside } } },
  })
  await receive(snapshot({ messages: SAID }))
  expect(await screen.findByText('What the provider does not take is 1 picture of yours.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Leave it out and ask again' }))
  await waitFor(() => expect(server.bodyOf(TURNS)).toMatchObject({ content: [{ type: 'text', text: 'And now?' }] }))
  expect(server.bodyOf(CHANGE)).toEqual({ set_aside })
})

test('where nothing can be left out, nothing is offered that would be refused again', async () => {
  open({ [REFUSAL]: { body: { ...refused, block_type: 'tool_use', can_be_set_aside: false } } })
  await receive(snapshot({ messages: SAID }))
  expect(await screen.findByText('What the provider does not take is 1 tool call of yours.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Leave it out and ask again' })).toBeNull()
})
