import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { UndoBar } from '#app/_chat/sessions/undo-bar.tsx'
import { endUndo } from '#app/_chat/sessions/undoable.ts'
import { conversation, field, receive, setUpConversation } from './conversation-page.tsx'
import { fakeServer } from './fake-server.ts'
import { frame, message, snapshot } from './frame-builder.ts'

const pushed = vi.hoisted(() => [] as string[])
vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: (path: string) => pushed.push(path) }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()
// Nothing waits for it: whoever waits for an `act` that was done at once lets updates meet it half ended.
afterEach(() => void act(endUndo))

const SAID = [
  message('M1', 'user', 'one', { turn_id: 'T1' }),
  message('M2', 'assistant', 'of one', { turn_id: 'T1' }),
  message('M3', 'user', 'two', { turn_id: 'T2' }),
  message('M4', 'assistant', 'of two', { turn_id: 'T2' }),
]
const DELETE = 'DELETE /api/sessions/S1/messages/'
const RESTORE = 'POST /api/sessions/S1/deletions/D1/restore'

/** The page with the bar beside it. */
async function open(answers: Parameters<typeof fakeServer>[0]) {
  const server = fakeServer({ 'GET /api/models': { body: { models: [], default: null } }, ...answers })
  render(
    <QueryClientProvider client={new QueryClient()}>
      {conversation()}
      <UndoBar />
    </QueryClientProvider>,
  )
  await receive(snapshot({ messages: SAID }))
  return server
}

async function choose(button: string, item: string) {
  const buttons = await screen.findAllByRole('button', { name: button })
  fireEvent.click(buttons.at(-1) as HTMLElement)
  fireEvent.click(within(screen.getByRole('menu', { name: button })).getByRole('menuitem', { name: item }))
}

const gone = (message_ids: string[], fields: object) =>
  frame('messages.deleted', {
    deletion_id: 'D1',
    message_ids,
    moved: [],
    places: [],
    last_turn: null,
    ...fields,
  } as never)

test('a question is deleted from its menu, its answer stands alone, and it comes back from the bar', async () => {
  const server = await open({
    [`${DELETE}M3`]: { body: { deletion_id: 'D1', deleted: 1 } },
    [RESTORE]: { body: { restored: 1 } },
  })
  await choose('More about this question', 'Delete question')
  await receive(gone(['M3'], { parent_id: 'M2', moved: [{ message_id: 'M4', parent_id: 'M2' }], head_id: 'M4' }))
  expect(screen.queryByText('two')).toBeNull()
  expect(screen.getAllByRole('region', { name: /^Exchange/ })).toHaveLength(2)
  expect(await screen.findByText('Question deleted.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field()))

  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(screen.queryByText('Question deleted.')).toBeNull())
  expect(server.requests.some(({ route }) => route === RESTORE)).toBe(true)
  await receive(
    frame('messages.restored', {
      deletion_id: 'D1',
      message_ids: ['M3'],
      messages: [SAID[2]],
      moved: [{ message_id: 'M4', parent_id: 'M3' }],
      parent_id: 'M2',
      head_id: 'M4',
      last_turn: null,
      turn_totals: [],
      places: [],
    } as never),
  )
  expect(screen.getByText('two')).toBeTruthy()
})

test('all from an answer on is deleted from its menu, and the bar says how much that was', async () => {
  await open({ [`${DELETE}M4`]: { body: { deletion_id: 'D1', deleted: 3 } } })
  await choose('More about this answer', 'Delete from here on')
  await receive(gone(['M4'], { parent_id: 'M3', head_id: 'M3' }))
  expect(screen.queryByText('of two')).toBeNull()
  expect(screen.getByText('two')).toBeTruthy()
  expect(await screen.findByText('3 messages deleted.')).toBeTruthy()
})

test('a deletion that is refused says why, and one that cannot be undone yet, too', async () => {
  const busy = {
    code: 'turn_in_progress',
    message: 'a turn is running in this session; wait for it or cancel it first',
  }
  const since = { code: 'deleted_since', message: 'something else was deleted in this session since; undo that first' }
  let isBusy = true
  await open({
    [`${DELETE}M3`]: () =>
      isBusy ? { status: 409, body: { error: busy } } : { body: { deletion_id: 'D1', deleted: 1 } },
    [RESTORE]: { status: 409, body: { error: since } },
  })
  await choose('More about this question', 'Delete question')
  expect((await screen.findByRole('alert')).textContent).toContain('wait for it or cancel it first')
  expect(screen.getByText('two')).toBeTruthy()
  isBusy = false
  await choose('More about this question', 'Delete question')
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(since.message)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a question is forked at from its menu: the other chat has all that was said up to it', async () => {
  pushed.length = 0
  const server = await open({ 'POST /api/sessions/S1/fork': { status: 201, body: { id: 'S2' } } })
  await choose('More about this question', 'Fork from here')
  await waitFor(() => expect(pushed).toEqual(['/c/S2']))
  expect(server.bodyOf('POST /api/sessions/S1/fork')).toEqual({ message_id: 'M3' })
})

test('what is refused there is said where the refusals of new messages are', async () => {
  await open({ 'POST /api/sessions/S1/fork': { status: 404, body: { error: { type: 'not_found', message: 'gone' } } } })
  await choose('More about this question', 'Fork from here')
  expect(await screen.findByRole('alert')).toBeTruthy()
})
