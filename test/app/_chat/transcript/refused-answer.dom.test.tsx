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
const block = { message_id: 'M1', role: 'user', block_type: 'image', excerpt: null }
const refused = { reason: error.message, is_held: true, block: null, suspects: [] }
const button = (name: string) => screen.queryByRole('button', { name })

test('a chat whose history was refused names the block, and asks again without it and not the same', async () => {
  const set_aside = [{ message_id: 'M1', block_type: 'image' }]
  const server = open({
    [REFUSAL]: { body: { ...refused, block: { ...block, can_be_set_aside: true } } },
    [CHANGE]: { body: { ...SESSION, settings: { set_aside } } },
  })
  await receive(snapshot({ messages: SAID }))
  expect(await screen.findByText('What the provider does not take is 1 picture of yours.')).toBeTruthy()
  expect(button('Try again')).toBeNull()
  expect(button('Send the same once more')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Leave it out and ask again' }))
  await waitFor(() => expect(server.bodyOf(TURNS)).toMatchObject({ content: [{ type: 'text', text: 'And now?' }] }))
  expect(server.bodyOf(CHANGE)).toEqual({ set_aside })
})

test('where nothing can be left out, nothing is offered that would be refused again', async () => {
  open({ [REFUSAL]: { body: { ...refused, block: { ...block, block_type: 'tool_use', can_be_set_aside: false } } } })
  await receive(snapshot({ messages: SAID }))
  expect(await screen.findByText('What the provider does not take is 1 tool call of yours.')).toBeTruthy()
  expect(button('Leave it out and ask again')).toBeNull()
  expect(button('Try again')).toBeNull()
  expect(button('Try with another model')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Edit the question' }))
  expect(await screen.findByRole('textbox', { name: 'Question' })).toHaveProperty('value', 'And now?')
})

test('where it cannot be said what is to blame, what else can be asked is offered all the same', async () => {
  open({ [REFUSAL]: { status: 503, body: { error: { code: 'internal', message: 'no' } } } })
  await receive(snapshot({ messages: SAID }))
  expect(await screen.findByRole('button', { name: 'Edit the question' })).toBeTruthy()
  expect(button('Try with another model')).toBeTruthy()
  expect(button('Try again')).toBeNull()
})

test('where nothing is named, what can be left out is offered, and the same once more by a press that says so', async () => {
  const set_aside = [
    { message_id: 'M1', block_type: 'image' },
    { message_id: 'M2', block_type: 'image' },
  ]
  const server = open({
    [REFUSAL]: { body: { ...refused, suspects: [{ block_type: 'image', count: 3, set_aside }] } },
    [CHANGE]: { body: { ...SESSION, settings: { set_aside } } },
  })
  await receive(snapshot({ messages: SAID }))
  expect(
    await screen.findByText(
      'What of it the provider does not take, it does not say. The same request is not sent again. Another one can be answered:',
    ),
  ).toBeTruthy()
  expect(button('Try again')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Leave 3 pictures out and ask again' }))
  await waitFor(() => expect(server.bodyOf(TURNS)).not.toHaveProperty('resend_refused'))
  expect(server.bodyOf(CHANGE)).toEqual({ set_aside })
})

test('the same is sent once more where a person wants it so', async () => {
  const server = open({ [REFUSAL]: { body: refused } })
  await receive(snapshot({ messages: SAID }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send the same once more' }))
  await waitFor(() => expect(server.bodyOf(TURNS)).toMatchObject({ resend_refused: true }))
})

test('a request that was not sent again says so, with the words of the provider', async () => {
  open({ [REFUSAL]: { body: refused } })
  const unsent = { ...error, message: 'demo: 400: We do not take this.', reason: 'refused_before' as const }
  const answer = message('M4', 'assistant', '', { turn_id: 'T2', status: 'error', error: unsent })
  await receive(snapshot({ messages: [...SAID.slice(0, 3), answer] }))
  const card = await screen.findByRole('note', { name: 'Error' })
  expect(card.textContent).toContain('Not sent again')
  expect(card.textContent).toContain('demo: 400: We do not take this.')
})

test('where the request itself was not to blame, it can be tried again', async () => {
  open({ [REFUSAL]: { body: { ...refused, is_held: false } } })
  await receive(snapshot({ messages: SAID }))
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.queryByText(/The same request is not sent again/)).toBeNull()
})

test('a branch at an earlier answer is spoken of where there is one', async () => {
  const earlier = 'A branch that begins at an earlier answer leaves out what came after it.'
  open({ [REFUSAL]: { body: refused } })
  await receive(snapshot({ messages: SAID }))
  expect(await screen.findByText(earlier)).toBeTruthy()
})

test('a branch at an earlier answer is not spoken of under the first one', async () => {
  open({ 'GET /api/sessions/S1/messages/M2/refusal': { body: refused } })
  const first = message('M2', 'assistant', '', { turn_id: 'T1', status: 'error', error })
  await receive(snapshot({ messages: [message('M1', 'user', 'Look', { turn_id: 'T1' }), first] }))
  expect(await screen.findByRole('button', { name: 'Send the same once more' })).toBeTruthy()
  expect(screen.queryByText(/A branch that begins at an earlier answer/)).toBeNull()
})
