import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { open, receive, setUpConversation } from '../conversation-page.tsx'
import { frame, message, snapshot } from '../frame-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()

const instead_of = [{ model: 'one:big', error_class: 'rate_limit' as const }]
const NOTE = 'BIG did not answer: rate limit. SMALL was asked instead.'

test('an answer by another model than the one that was asked says so, while it is made and after', async () => {
  open()
  await receive(
    snapshot({
      messages: [message('M1', 'user', 'hello', { turn_id: 'T1' })],
      turn: { turn_id: 'T1', state: 'running' },
    }),
  )
  const decided = {
    chosen_model: 'two:small',
    mode: 'default' as const,
    reason: '',
    estimated_input_tokens: 1,
    chain: [],
  }
  await receive(frame('route.decided', { ...decided, instead_of }))
  expect(await screen.findByText(NOTE, { selector: 'li' })).toBeTruthy()
  expect(screen.getByText(NOTE, { selector: '[role=status]' })).toBeTruthy()

  const routing = {
    mode: 'default' as const,
    chosen_model: 'two:small',
    reason: '',
    alternatives_considered: [],
    instead_of,
  }
  const answer = message('M2', 'assistant', 'hi', { turn_id: 'T1', model: 'two:small', routing })
  await receive(snapshot({ messages: [message('M1', 'user', 'hello', { turn_id: 'T1' }), answer], turn: null }))
  expect(screen.getByText(NOTE, { selector: 'li' })).toBeTruthy()
  expect(screen.getByText('hi')).toBeTruthy()
  expect(screen.getByText('asked for BIG')).toBeTruthy()
})
