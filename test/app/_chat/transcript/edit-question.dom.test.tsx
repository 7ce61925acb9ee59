import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetEdit } from '#app/_chat/transcript/kept-edits.ts'
import { ACCEPTED, open, receive, setUpConversation, TURNS } from '../conversation-page.tsx'
import { frame, message, SESSION, snapshot } from '../frame-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()
beforeEach(() => sessionStorage.clear())

const MESSAGES = [
  message('M1', 'user', 'one'),
  message('M2', 'assistant', 'of one'),
  message('M3', 'user', 'two'),
  message('M4', 'assistant', 'of two'),
]
const KEPT = 'draft-edits:S1'
const editor = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Question' })

async function show(fields: { temporary?: boolean; answers?: Parameters<typeof open>[0] } = {}) {
  cleanup()
  open(fields.answers)
  await receive(snapshot({ messages: MESSAGES, session: { ...SESSION, temporary: fields.temporary ?? false } }))
  await screen.findByText('of two')
}

async function edit(at: 0 | 1, typed: string) {
  const pencils = await screen.findAllByRole('button', { name: 'Edit question' })
  await userEvent.click(pencils[at] as HTMLElement)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Question' })
  if (typed) await userEvent.type(field, typed)
  return field.value
}

test('what was typed into a question is there again with its chat, and what was only opened is not', async () => {
  await show()
  await edit(1, '')
  await show()
  expect(editor()).toBeNull()
  await edit(1, ' and a half')
  await show()
  expect(editor()?.value).toBe('two and a half')
  expect(document.activeElement).not.toBe(editor())
  await userEvent.click(await screen.findByRole('button', { name: 'Go on with it' }))
  expect(document.activeElement).toBe(editor())
  await userEvent.keyboard('{Escape}')
  expect(localStorage.getItem(KEPT)).toBeNull()
})

test('each question keeps what was typed into it when another one is edited', async () => {
  await show()
  await edit(0, ' more')
  expect(await edit(0, ' less')).toBe('two less')
  await userEvent.keyboard('{Escape}')
  expect(await edit(0, '')).toBe('one more')
})

test('an edit that is refused stays kept, and one that is sent does not', async () => {
  let isRefused = true
  const refusal = { status: 422, body: { error: { code: 'no_model', message: 'nothing can take this' } } }
  await show({ answers: { [TURNS]: () => (isRefused ? refusal : ACCEPTED) } })
  await edit(1, ' anew{Control>}{Enter}{/Control}')
  await screen.findByText('nothing can take this')
  expect(localStorage.getItem(KEPT)).toContain('two anew')
  isRefused = false
  await userEvent.type(editor() as HTMLElement, '{Control>}{Enter}{/Control}')
  await waitFor(() => expect(localStorage.getItem(KEPT)).toBeNull())
})

test('of a temporary chat it is kept by its tab alone, and of a question that is gone not at all', async () => {
  await show({ temporary: true })
  await edit(1, ' between us')
  expect(localStorage.getItem(KEPT)).toBeNull()
  expect(sessionStorage.getItem(KEPT)).toContain('two between us')
  const deleted = { message_ids: ['M3', 'M4'], parent_id: 'M2', moved: [], head_id: 'M2', last_turn: null, places: [] }
  await receive(frame('messages.deleted', deleted as never, { turn_id: null }))
  await waitFor(() => expect(sessionStorage.getItem(KEPT)).toBeNull())
})

test('what else is in the storage opens nothing', async () => {
  localStorage.setItem(KEPT, '[{"message_id":3},null]')
  await show()
  expect(editor()).toBeNull()
})

test('a question that is edited where another window goes to another branch says so, and is led back to', async () => {
  await show()
  await edit(1, ' and a half')
  expect(screen.queryByText(/You were editing a question here/)).toBeNull()
  await receive(frame('message.appended', { message: message('N3', 'user', 'instead', {}, 'M2') }))
  expect(editor()).toBeNull()
  await screen.findByText('You were editing a question here. What you wrote is kept.')
  // It is none of that one's, which sends words of its own for the same question.
  forgetEdit('S1', 'M3', 'instead')
  expect(localStorage.getItem(KEPT)).toContain('two and a half')
  await receive(frame('head.moved', { message_id: 'M4', last_turn: null }))
  expect(editor()?.value).toBe('two and a half')
  expect(screen.queryByText(/You were editing a question here/)).toBeNull()
  forgetEdit('S1', 'M3', 'two and a half')
  expect(localStorage.getItem(KEPT)).toBeNull()
})
