import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { open, receive, setUpConversation } from '../conversation-page.tsx'
import { message, SESSION, snapshot } from '../frame-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()

const PREVIEW = 'POST /api/sessions/S1/switch-preview'
const usage = {
  input_tokens: 1_000,
  output_tokens: 24,
  cached_input_tokens: 0,
  cache_creation_input_tokens: 0,
}
const messages = [
  message('M1', 'user', 'hello', { turn_id: 'T1' }),
  message('M2', 'assistant', 'hi', { turn_id: 'T1', model: 'one:big', usage: usage as never }),
]
const previews = () => open({ [PREVIEW]: { body: { estimated_input_tokens: 1_500 } } })

test('for the model that answered last the meter counts on by the page, and asks nobody', async () => {
  const { requests } = previews()
  await receive(snapshot({ messages, session: { ...SESSION, active_model: 'one:big' } }))
  expect(await screen.findByText(/^≈ 1,024 of /)).toBeTruthy()
  expect(requests.filter(({ route }) => route === PREVIEW)).toEqual([])
})

test('for another model it says what the preview of that model says', async () => {
  const { bodyOf } = previews()
  await receive(snapshot({ messages, session: { ...SESSION, active_model: 'two:small' } }))
  expect(await screen.findByText(/^≈ 1,500 of /)).toBeTruthy()
  expect(bodyOf(PREVIEW)).toEqual({ model: 'two:small' })
})
