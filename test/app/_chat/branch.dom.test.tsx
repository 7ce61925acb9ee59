import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { open, receive, setUpConversation } from './conversation-page.tsx'
import { FakeEventSource } from './fake-server.ts'
import { frame, message, snapshot } from './frame-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()

const first = [message('M1', 'user', 'one'), message('M2', 'assistant', 'of one')]
const abandoned = [message('M3', 'user', 'two'), message('M4', 'assistant', 'of two')]
const anew = message('M5', 'user', 'two, otherwise', {}, 'M2')
const questions = () => screen.getAllByRole('article', { name: 'You' }).map(({ textContent }) => textContent)

const moved = (message_id: string) => frame('head.moved', { message_id, last_turn: null }, { turn_id: null })

test('a turn that answers an earlier message takes what came after that message off the page', async () => {
  open()
  await receive(snapshot({ messages: [...first, ...abandoned] }))
  await screen.findByText('of two')
  await receive(frame('message.appended', { message: anew }))
  await screen.findByText('two, otherwise')
  expect(questions()).toEqual(['one', 'two, otherwise'])
  expect(screen.queryByText('of two')).toBeNull()
})

test('a head that moves back brings them again; one that was never seen here is asked for', async () => {
  open()
  await receive(snapshot({ messages: [...first, anew] }))
  await screen.findByText('two, otherwise')
  const opened = FakeEventSource.all.length
  await receive(moved('M4'))
  expect(questions()).toEqual(['one', 'two, otherwise'])
  expect(FakeEventSource.all).toHaveLength(opened + 1)
  expect(FakeEventSource.last?.url).toBe('/api/sessions/S1/stream?gather=48')

  await receive(snapshot({ messages: [...first, ...abandoned] }))
  expect(questions()).toEqual(['one', 'two'])
  await receive(moved('M5'))
  expect(questions()).toEqual(['one', 'two, otherwise'])
  await receive(moved('M4'))
  expect(questions()).toEqual(['one', 'two'])
  expect(FakeEventSource.all).toHaveLength(opened + 1)
})

test.each([
  ['the same', 'two', 1],
  ['another', 'two, in other words', 0],
])(
  'below an answer stands the way to others where what stands beside its question is %s one',
  async (_, words, ways) => {
    const beside = { ...message('M5', 'user', words), parent_id: 'M2' }
    const siblings = { messages: [abandoned[0], beside], turn_totals: [], places: [], index: 0, offset: 0, total: 2 }
    const asked = vi.fn(() => ({ body: siblings }))
    open({ 'GET /api/sessions/S1/messages/M3/siblings': asked })
    await receive(
      snapshot({
        messages: [...first, ...abandoned],
        places: [{ message_id: 'M3', index: 0, total: 2 }],
        last_turn: { turn_id: 'T1', outcome: 'completed' } as never,
      }),
    )
    expect(await screen.findAllByRole('group', { name: 'Versions of this question' })).toHaveLength(1)
    await vi.waitFor(() => expect(asked).toHaveBeenCalled())
    await vi.waitFor(() =>
      expect(screen.queryAllByRole('group', { name: 'Answers of this question' })).toHaveLength(ways),
    )
    if (ways > 0) expect(screen.getByRole('button', { name: 'Answer 1 of 2, show all branches' })).toBeTruthy()
  },
)
