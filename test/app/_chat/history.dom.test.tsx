import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { field, open, receive, setUpConversation } from './conversation-page.tsx'
import { frame, message, snapshot } from './frame-builder.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/c/S1',
  useSearchParams: () => null,
}))

setUpConversation()

const OLDER = 'GET /api/sessions/S1/messages'
const OUTLINE = 'GET /api/sessions/S1/messages/outline'
const page = (...messages: ReturnType<typeof message>[]) => ({
  body: { turn_totals: [], places: [], messages, next: null },
})
const outline = (...messages: ReturnType<typeof message>[]) => ({
  body: { messages: messages.map(({ id, role, created_at }) => ({ id, role, size: 100, created_at })) },
})
const asked = (server: ReturnType<typeof open>, route: string) =>
  server.requests.filter((request) => request.route === route).length

describe('the messages before those of the snapshot', () => {
  test('are there also where an answer in the making makes it one shorter, and are counted', async () => {
    const before = message('M100', 'user', 'long ago', {}, null)
    const server = open({ [OUTLINE]: outline(before), [OLDER]: page(before) })
    await receive(
      snapshot({
        messages: [message('M101', 'user', 'since then')],
        partial: { message_id: 'M900', model: 'a:model', content: [] },
        turn: { turn_id: 'T1', state: 'running' },
      }),
    )
    expect(await screen.findByText('long ago')).toBeTruthy()
    const numbers = screen.getAllByRole('region', { name: /^Exchange/ }).map((turn) => turn.textContent.slice(0, 6))
    expect(numbers).toEqual(['Turn 1', 'Turn 2'])
    expect([asked(server, OUTLINE), asked(server, OLDER)]).toEqual([1, 1])
  })

  test('are not asked for where the first one follows none', async () => {
    const server = open()
    await receive(snapshot({ messages: [message('M1', 'user', 'first of all')] }))
    await receive(frame('message.appended', { message: message('M2', 'user', 'more') }))
    expect([asked(server, OUTLINE), asked(server, OLDER)]).toEqual([0, 0])
  })

  test('are asked for behind the end of the conversation, and not before that is where it belongs', async () => {
    // Nobody says how large anything is: the end is not found.
    const silent = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    }
    vi.stubGlobal('ResizeObserver', silent)
    const before = message('M1', 'user', 'long ago', {}, null)
    const server = open({ [OUTLINE]: outline(before), [OLDER]: page(before) })
    await receive(snapshot({ messages: [message('M2', 'user', 'since then')] }))
    await receive(frame('message.appended', { message: message('M3', 'user', 'more') }))
    expect(screen.getByText('more')).toBeTruthy()
    expect([asked(server, OUTLINE), asked(server, OLDER)]).toEqual([0, 0])
  })

  test('are asked for once where the server has none of them', async () => {
    const server = open({ [OUTLINE]: outline() })
    await receive(snapshot({ messages: [message('M2', 'user', 'first of all')] }))
    await waitFor(() => expect(asked(server, OUTLINE)).toBe(1))
    await receive(frame('message.appended', { message: message('M3', 'user', 'more') }))
    expect([asked(server, OUTLINE), asked(server, OLDER)]).toEqual([1, 0])
  })

  test('are asked for again where somebody says so', async () => {
    const before = message('M1', 'user', 'long ago', {}, null)
    let attempts = 0
    open({
      [OUTLINE]: () => {
        attempts += 1
        return attempts === 1 ? { status: 500, body: {} } : outline(before)
      },
      [OLDER]: page(before),
    })
    await receive(snapshot({ messages: [message('M2', 'user', 'since then')] }))
    await userEvent.click(await screen.findByRole('button', { name: /could not be loaded. Try again/ }))
    expect(await screen.findByText('long ago')).toBeTruthy()
  })

  test('do not come above another path that is shown by the time they arrive, and are there when one goes back', async () => {
    const later = Promise.withResolvers<{ body: unknown }>()
    const seven = message('M7', 'assistant', 'seven', {}, null)
    const server = open({ [OUTLINE]: outline(seven), [OLDER]: () => later.promise })
    await receive(snapshot({ messages: [message('M8', 'user', 'eight'), message('M9', 'assistant', 'nine')] }))
    await waitFor(() => expect(asked(server, OLDER)).toBe(1))
    await receive(frame('message.appended', { message: message('M10', 'user', 'from the beginning', {}, null) }))
    await act(async () => later.resolve(page(seven)))
    await receive(frame('message.appended', { message: message('M11', 'assistant', 'elsewhere') }))
    expect(screen.queryByText('seven')).toBeNull()

    await receive(frame('head.moved', { message_id: 'M9', last_turn: null }, { turn_id: null }))
    expect(await screen.findByText('seven')).toBeTruthy()
  })
})

describe('the end of the conversation', () => {
  const log = () => screen.getByRole('log').parentElement as HTMLElement
  async function openScrolledUp() {
    open()
    await receive(snapshot({ messages: [message('M1', 'user', 'first')] }))
    Object.defineProperty(log(), 'scrollHeight', { configurable: true, value: 5_000 })
    for (const top of [5_000, 100]) {
      log().scrollTop = top
      fireEvent.scroll(log())
    }
  }

  test('is where a question brings its author', async () => {
    await openScrolledUp()
    await userEvent.type(field(), 'a question{Enter}')
    await waitFor(() => expect(log().scrollTop).toBe(5_000))
  })

  test('is not where the question of another tab brings a reader', async () => {
    await openScrolledUp()
    await receive(frame('message.appended', { message: message('M2', 'user', 'from elsewhere') }))
    expect(await screen.findByText('from elsewhere')).toBeTruthy()
    expect(log().scrollTop).toBe(100)
  })
})

describe('the search in the conversation', () => {
  const press = (fields: KeyboardEventInit) => fireEvent.keyDown(document.activeElement ?? document.body, fields)
  const result = () => screen.getByRole('search').querySelector('[role=status]')?.textContent

  test('counts where words stand, goes from one place to the next and round, and gives the focus back', async () => {
    const words: string[] = []
    open({
      'GET /api/sessions/S1/messages/find': () => ({
        body: {
          messages: [
            { id: 'M1', count: 1 },
            { id: 'M2', count: 2 },
          ],
        },
      }),
    })
    await receive(snapshot({ messages: [message('M1', 'user', 'a plan'), message('M2', 'assistant', 'plan or plan')] }))
    field().focus()
    expect(press({ key: 'f', ctrlKey: true })).toBe(false)
    const input = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Find in this conversation' })
    expect(document.activeElement).toBe(input)
    await userEvent.type(input, 'plan')
    await waitFor(() => expect(result()).toBe('3 of 3'))
    await userEvent.keyboard('{Enter}')
    words.push(result() ?? '')
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
    words.push(result() ?? '')
    expect(words).toEqual(['1 of 3', '3 of 3'])
    // Pressed again, it is the browser's.
    expect(press({ key: 'f', ctrlKey: true })).toBe(true)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('search')).toBeNull()
    expect(document.activeElement).toBe(field())
  })
})
