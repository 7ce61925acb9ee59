import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { field, open, receive, setUpConversation } from './conversation-page.tsx'
import { frame, message, snapshot } from './frame-builder.ts'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }), usePathname: () => '/c/S1' }))

setUpConversation()

type Report = (entries: { isIntersecting: boolean }[]) => void

/** What is observed comes into view when a test says so. */
class FakeIntersectionObserver {
  static readonly watched = new Map<Element, Report>()
  readonly report: Report
  constructor(report: Report) {
    this.report = report
  }
  observe(element: Element) {
    FakeIntersectionObserver.watched.set(element, this.report)
  }
  unobserve(element: Element) {
    FakeIntersectionObserver.watched.delete(element)
  }
  disconnect() {
    for (const [element, report] of FakeIntersectionObserver.watched) {
      if (report === this.report) FakeIntersectionObserver.watched.delete(element)
    }
  }
}

/** The reader scrolls up to where the conversation begins, as far as it is there. */
function reachTop() {
  return act(async () => {
    for (const [element, report] of FakeIntersectionObserver.watched) {
      if (element.closest('[role=log]')) report([{ isIntersecting: true }])
    }
  })
}

const OLDER = 'GET /api/sessions/S1/messages'
const asked = (server: ReturnType<typeof open>) => server.requests.filter(({ route }) => route === OLDER).length

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver)
  FakeIntersectionObserver.watched.clear()
})

describe('the messages before those of the snapshot', () => {
  test('are there also where an answer in the making makes it one shorter', async () => {
    const server = open({
      [OLDER]: {
        body: { turn_totals: [], places: [], messages: [message('M100', 'user', 'long ago', {}, null)], next: null },
      },
    })
    const messages = Array.from({ length: 99 }, (_, index) => message(`M${101 + index}`, 'user', `q${index}`))
    await receive(
      snapshot({
        messages,
        partial: { message_id: 'M900', content: [] },
        turn: { turn_id: 'T1', state: 'running' },
      }),
    )
    await reachTop()
    expect(await screen.findByText('long ago')).toBeTruthy()
    await reachTop()
    expect(asked(server)).toBe(1)
  })

  test('are not asked for where the first one follows none', async () => {
    const server = open({ [OLDER]: { body: { messages: [], turn_totals: [], places: [], next: null } } })
    await receive(snapshot({ messages: [message('M1', 'user', 'first of all')] }))
    await reachTop()
    expect(asked(server)).toBe(0)
  })

  test('are asked for once where the server has none of them', async () => {
    const server = open({ [OLDER]: { body: { messages: [], turn_totals: [], places: [], next: null } } })
    await receive(snapshot({ messages: [message('M2', 'user', 'first of all')] }))
    await reachTop()
    await waitFor(() => expect(asked(server)).toBe(1))
    await receive(frame('message.appended', { message: message('M3', 'user', 'more') }))
    await reachTop()
    expect(asked(server)).toBe(1)
  })

  test('move nothing where another path is shown by the time they arrive', async () => {
    const page = Promise.withResolvers<{ body: unknown }>()
    const server = open({ [OLDER]: () => page.promise })
    await receive(snapshot({ messages: [message('M8', 'user', 'eight'), message('M9', 'assistant', 'nine')] }))
    const log = screen.getByRole('log').parentElement as HTMLElement
    await reachTop()
    await waitFor(() => expect(asked(server)).toBe(1))
    await receive(frame('message.appended', { message: message('M10', 'user', 'from the beginning', {}, null) }))
    log.scrollTop = 100
    Object.defineProperty(log, 'scrollHeight', { configurable: true, value: 5_000 })
    await act(async () =>
      page.resolve({
        body: { messages: [message('M7', 'assistant', 'seven')], turn_totals: [], places: [], next: 'M7' },
      }),
    )
    await receive(frame('message.appended', { message: message('M11', 'assistant', 'elsewhere') }))
    expect(screen.queryByText('seven')).toBeNull()
    expect(log.scrollTop).toBe(100)

    Object.defineProperty(log, 'scrollHeight', { configurable: true, value: 7_000 })
    await receive(frame('head.moved', { message_id: 'M9', last_turn: null }, { turn_id: null }))
    expect(await screen.findByText('seven')).toBeTruthy()
    expect(log.scrollTop).toBe(100)
  })
})

describe('the end of the conversation', () => {
  const log = () => screen.getByRole('log').parentElement as HTMLElement
  async function openScrolledUp() {
    open()
    await receive(snapshot({ messages: [message('M1', 'user', 'first')] }))
    Object.defineProperty(log(), 'scrollHeight', { configurable: true, value: 5_000 })
    log().scrollTop = 100
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
