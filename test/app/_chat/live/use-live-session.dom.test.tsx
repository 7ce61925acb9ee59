import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { prepareLiveSession, useLiveSession } from '#app/_chat/live/use-live-session.ts'
import { SESSIONS_KEY } from '#app/_client/session-part.ts'
import { FakeEventSource } from '../fake-server.ts'
import { snapshot } from '../frame-builder.ts'

function Page({ id }: { id: string }) {
  useLiveSession(id)
  return null
}

const ASKED = { content: [{ type: 'text' as const, text: 'Hi' }], message_id: 'M1' }
const client = new QueryClient()
const openPage = (id: string) =>
  render(
    <QueryClientProvider client={client}>
      <Page id={id} />
    </QueryClientProvider>,
  )
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const openStreams = () => FakeEventSource.all.filter((source) => !source.closed).map(({ url }) => url)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
  FakeEventSource.all.length = 0
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('a tab that is opened in the background', () => {
  beforeEach(() => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  })

  test('lets its stream go after ten seconds, though nothing ever tells it that it is hidden', async () => {
    openPage('S1')
    await pass(9_999)
    expect(openStreams()).toHaveLength(1)
    await pass(1)
    expect(openStreams()).toEqual([])
  })

  test('does not open its stream again because the network is back', async () => {
    openPage('S1')
    await pass(10_000)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(openStreams()).toEqual([])
  })
})

test('the network that is back opens a lost stream at once where the page is seen', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')))
  openPage('S1')
  act(() => FakeEventSource.last?.onerror?.())
  expect(openStreams()).toEqual([])
  act(() => void window.dispatchEvent(new Event('online')))
  expect(openStreams()).toEqual(['/api/sessions/S1/stream?gather=48'])
})

test('a stream that was prepared for a page is taken over by it', () => {
  prepareLiveSession('S1', client, ASKED)
  openPage('S1')
  expect(openStreams()).toEqual(['/api/sessions/S1/stream?gather=48'])
})

test('a stream that was prepared for a page that never came is closed by the page that came instead', () => {
  prepareLiveSession('S1', client, ASKED)
  openPage('S2')
  expect(openStreams()).toEqual(['/api/sessions/S2/stream?gather=48'])
})

test('a second snapshot has the list of chats loaded again: news of others may have been missed', async () => {
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  openPage('S1')
  act(() => FakeEventSource.send(snapshot()))
  await pass(100)
  expect(invalidate).not.toHaveBeenCalled()
  act(() => FakeEventSource.send(snapshot()))
  expect(invalidate).toHaveBeenCalledWith({ queryKey: SESSIONS_KEY })
})
